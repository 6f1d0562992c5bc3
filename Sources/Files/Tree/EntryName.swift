/// The name of a folder entry as the system lists it.
///
/// It is valid only during the call that it is passed to and cannot be copied, so that no string is
/// allocated for names that are skipped.
public struct EntryName: ~Copyable {
  // At the C boundary: the bytes belong to the listing, which adds a NUL, or to the string of a
  // tree that is not a working directory.
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The number of bytes.
  public var count: Int { bytes.count }

  /// The name as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns the path of an entry of this name in `folder`, with one allocation.
  func path(in folder: String) -> String {
    if folder.isEmpty { return text }
    let prefix = folder.utf8.count
    return String(unsafeUninitializedCapacity: prefix + 1 + count) { path in
      _ = path.initialize(from: folder.utf8)
      path[prefix] = UInt8(ascii: "/")
      _ = path[(prefix + 1)...].initialize(from: bytes)
      return prefix + 1 + count
    }
  }

  /// Returns whether the name consists of these bytes.
  public static func == (name: borrowing EntryName, text: StaticString) -> Bool {
    name.count == text.utf8CodeUnitCount && name.hasSuffix(text)
  }

  /// Returns whether the name ends with these bytes.
  public func hasSuffix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length <= count else { return false }
    let tail = count - length
    var index = length
    // Compares from the end: names in one folder differ there, or in length.
    while index > 0 {
      index -= 1
      if bytes[tail + index] != text.utf8Start[index] { return false }
    }
    return true
  }

  /// Whether folders of this name are never walked: hidden folders (`.` and `..` among them), those
  /// filled by package managers and Xcode, and Xcode's bundles.
  var isNeverDescendedInto: Bool {
    if count == 0 || bytes[0] == UInt8(ascii: ".") { return true }
    switch count {
    case 4: if self == "Pods" { return true }
    case 8: if self == "Carthage" { return true }
    case 11: if self == "DerivedData" { return true }
    case 12: if self == "node_modules" { return true }
    default: break
    }
    return hasSuffix(".xcodeproj") || hasSuffix(".xcworkspace")
  }
}
