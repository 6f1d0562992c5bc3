internal import YAML

/// Looks up a variable of the environment.
public typealias Environment = @Sendable (_ name: String) -> String?

/// `text` with `${NAME}` replaced by what `lookup` says, or `nil` where nothing changes.
///
/// A name is everything up to the next `}`. What is inserted is not scanned again, what is unset
/// stays, and a `${` that is never closed ends the scan.
///
/// - Complexity: O(*n*) for *n* bytes of text and values.
func expandVariables(in text: ArraySlice<UInt8>, lookup: Environment) -> [UInt8]? {
  let (dollar, open, close) = (UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "}"))
  var result: [UInt8] = []
  var copied = text.startIndex
  var index = text.startIndex
  while text.endIndex - index >= 4 {
    guard text[index] == dollar, text[index + 1] == open, text[index + 2] != close else {
      guard let next = text[(index + 1)...].firstIndex(of: dollar) else { break }
      index = next
      continue
    }
    guard let end = text[index...].firstIndex(of: close) else { break }
    if let value = lookup(String(decoding: text[(index + 2)..<end], as: UTF8.self)) {
      result += text[copied..<index]
      result += value.utf8
      copied = end + 1
    }
    index = end + 1
  }
  guard copied > text.startIndex else { return nil }
  return result + text[copied...]
}

extension Tree {
  /// Replaces environment variables in all keys and values that were read into it.
  mutating func expandEnvironment(_ lookup: Environment) {
    for id in scalarsWithVariables(fromLayer: 0) {
      guard let expanded = expandVariables(in: bytes(id), lookup: lookup) else { continue }
      setText(of: id, to: expanded, in: SpecKey.vocabulary)
    }
  }

  /// `node` with `pattern`, a whole `${…}`, replaced by `value` in all keys and texts at any depth.
  ///
  /// What does not hold it is not copied. A value that several aliases share is copied once, so that
  /// aliases of aliases cannot multiply.
  mutating func replacing(_ pattern: [UInt8], with value: [UInt8], in node: NodeID) -> NodeID {
    var copies: [NodeID: NodeID] = [:]
    return replacing(pattern, with: value, in: node, copies: &copies)
  }

  private mutating func replacing(
    _ pattern: [UInt8], with value: [UInt8], in node: NodeID, copies: inout [NodeID: NodeID]
  ) -> NodeID {
    guard hasVariables(node) else { return node }
    if isScalar(node) {
      guard let replaced = bytes(node).replacing(pattern, with: value) else { return node }
      return addText(replaced, like: node)
    }
    if let copy = copies[node] { return copy }
    let copy: NodeID
    if isMapping(node) {
      var entries = entries(of: node)
      for index in entries.indices {
        let key = entries[index].key
        if hasVariables(key), let replaced = bytes(key).replacing(pattern, with: value) {
          entries[index].key = addKey(replaced, like: key, in: SpecKey.vocabulary)
        }
        entries[index].value = replacing(
          pattern, with: value, in: entries[index].value, copies: &copies)
      }
      copy = addMapping(entries, like: node)
    } else {
      var elements = elements(of: node)
      for index in elements.indices {
        elements[index] = replacing(pattern, with: value, in: elements[index], copies: &copies)
      }
      copy = addSequence(elements, like: node)
    }
    copies[node] = copy
    return copy
  }
}

extension ArraySlice<UInt8> {
  /// The bytes with every occurrence of `pattern` replaced, or `nil` where there is none.
  fileprivate func replacing(_ pattern: [UInt8], with value: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = startIndex
    var index = startIndex
    while index + pattern.count <= endIndex {
      guard self[index] == pattern[0], self[index..<index + pattern.count].elementsEqual(pattern)
      else {
        index += 1
        continue
      }
      result += self[copied..<index]
      result += value
      index += pattern.count
      copied = index
    }
    guard copied > startIndex else { return nil }
    return result + self[copied...]
  }
}
