/// A language whose sources import modules.
public enum SourceLanguage: Hashable, Sendable {
  case swift
  /// C, C++, Objective-C, and the headers that they share.
  case cFamily

  /// The language of a file by the extension of its name; `nil` for what imports nothing.
  public init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch path[path.utf8.index(after: dot)...] {
    case "swift", "swiftinterface": self = .swift
    case "m", "mm", "c", "cc", "cp", "cpp", "cxx", "c++", "C", "M", "iig", "metal", "h", "hh",
      "hpp", "hxx", "h++", "H", "ipp", "tpp", "inl", "inc", "pch", "def":
      self = .cFamily
    default: return nil
    }
  }
}
