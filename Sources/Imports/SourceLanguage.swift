/// A language whose sources import modules.
public enum SourceLanguage: Hashable, Sendable {
  case swift
  /// C, C++, Objective-C, and the headers that they share.
  case cFamily

  /// Creates the language of a file by its extension; `nil` for files without imports.
  public init?(path: String) {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch path[path.utf8.index(after: dot)...] {
    case "swift", "swiftinterface": self = .swift
    case "m", "mm", "c", "cc", "cp", "cpp", "cxx", "c++", "C", "M", "iig", "metal":
      self = .cFamily
    default:
      guard path.isHeaderPath else { return nil }
      self = .cFamily
    }
  }
}

extension SourceLanguage {
  /// Returns the imports of a source, in source order, without a compiler and without reading any
  /// other file.
  ///
  /// Searches for the word `import` first and lexes only up to its last occurrence, so that a scan
  /// costs little more than reading the file. Accepts any bytes: an unterminated literal ends with
  /// its line or with the text.
  ///
  /// - Complexity: O(*n*).
  public func imports(in text: [UInt8]) -> [SourceImport] {
    let text = SourceText(bytes: text)
    switch self {
    case .swift:
      guard let last = text.lastImport else { return [] }
      var scan = SwiftImportScan(text, upTo: last)
      return scan.run()
    case .cFamily:
      guard let last = text.lastDirective else { return [] }
      var scan = CImportScan(text, upTo: last)
      return scan.run()
    }
  }
}

extension String {
  public var isHeaderPath: Bool {
    guard let dot = utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    switch self[utf8.index(after: dot)...] {
    case "h", "hh", "hpp", "hxx", "h++", "H", "ipp", "tpp", "tcc", "inl", "inc", "pch", "def":
      return true
    default: return false
    }
  }
}
