internal import Diagnostics

struct Arrow {
  var from: String
  var to: String
  var isTransitive: Bool

  init(_ text: String) throws(SyntaxError) {
    let bytes = Array(text.utf8)
    let starts = bytes.indices.filter {
      $0 + 1 < bytes.count && bytes[$0] == UInt8(ascii: "-")
        && bytes[$0 + 1] == UInt8(ascii: ">")
    }
    guard let start = starts.first, starts.count == 1 else { throw SyntaxError.notOneArrow }
    var end = start + 2
    isTransitive = end < bytes.count && bytes[end] == UInt8(ascii: ">")
    if isTransitive { end += 1 }
    from = trimmed(String(decoding: bytes[..<start], as: UTF8.self))
    to = trimmed(String(decoding: bytes[end...], as: UTF8.self))
    if from.isEmpty || to.isEmpty { throw SyntaxError.emptySide }
  }

  enum SyntaxError: Error {
    case notOneArrow
    case emptySide
  }
}

extension Arrow.SyntaxError {
  func message(_ text: String) -> Diagnostic.Message {
    switch self {
    case .notOneArrow: "'\(text)' must contain one arrow, as in 'A -> B'"
    case .emptySide: "'\(text)' has nothing on one side of the arrow"
    }
  }
}

func trimmed(_ text: some StringProtocol) -> String {
  var scalars = Substring(text).unicodeScalars
  while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
  while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
  return String(scalars)
}
