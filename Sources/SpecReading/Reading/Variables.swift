internal import Diagnostics
internal import YAML

/// Looks up a variable of the environment.
public typealias Environment = @Sendable (_ name: String) -> String?

/// Replaces `${NAME}` in a text by the values of `lookup`; returns `nil` if nothing changes.
///
/// A name ends at the next `}`. Inserted text is not scanned again, unset variables remain, and an
/// unclosed `${` ends the scan. Expansion stops when the text exceeds the size of a file.
///
/// - Complexity: O(*n*) for *n* bytes of text and values.
func expandVariables(in text: ArraySlice<UInt8>, lookup: (String) -> String?) -> [UInt8]? {
  let (dollar, open, close) = (UInt8(ascii: "$"), UInt8(ascii: "{"), UInt8(ascii: "}"))
  var result: [UInt8] = []
  var copied = text.startIndex
  var index = text.startIndex
  while text.endIndex - index >= 4, result.count < Limits.fileSize {
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

/// Returns the name of the first unset variable in an expanded text.
public func firstVariable(in text: String) -> String? {
  var found: String?
  _ = expandVariables(in: Array(text.utf8)[...]) { name in
    if found == nil { found = name }
    return nil
  }
  return found
}

extension Tree {
  mutating func expandEnvironment(_ lookup: Environment) {
    var hasNewKeys = false
    for id in scalars(with: .variable, fromLayer: 0) where !isTooLarge && isText(id) {
      guard let expanded = expandVariables(in: bytes(id), lookup: lookup) else { continue }
      setText(of: id, to: expanded, in: KeyTable.shared.knownKeys)
      if isKey(id) { hasNewKeys = true }
    }
    if hasNewKeys { uniteKeys() }
  }

  /// Returns `node` with variables replaced in all keys and texts at any depth.
  ///
  /// Copies only values with variables, each once, so that aliases of aliases cannot multiply.
  mutating func expanding(_ variables: [String: String], in node: NodeID) -> NodeID {
    var copies: [NodeID: NodeID] = [:]
    return expanding(variables, in: node, copies: &copies)
  }

  private mutating func expanding(
    _ variables: [String: String], in node: NodeID, copies: inout [NodeID: NodeID]
  ) -> NodeID {
    guard hasVariables(node), !isTooLarge else { return node }
    if isScalar(node) {
      let expanded = isText(node) ? expandVariables(in: bytes(node)) { variables[$0] } : nil
      return expanded.map { addText($0, like: node) } ?? node
    }
    if let copy = copies[node] { return copy }
    var copy = node
    if isMapping(node) {
      var entries = entries(of: node)
      var hasNewKeys = false
      for index in entries.indices {
        let key = entries[index].key
        if hasVariables(key), let text = expandVariables(in: bytes(key), lookup: { variables[$0] })
        {
          entries[index].key = addKey(text, like: key, in: KeyTable.shared.knownKeys)
          hasNewKeys = true
        }
        entries[index].value = expanding(variables, in: entries[index].value, copies: &copies)
      }
      copy = addMapping(hasNewKeys ? lastOfEach(entries) : entries, like: node)
    } else if isSequence(node) {
      var elements = elements(of: node)
      for index in elements.indices {
        elements[index] = expanding(variables, in: elements[index], copies: &copies)
      }
      copy = addSequence(elements, like: node)
    }
    copies[node] = copy
    return copy
  }
}
