import Diagnostics

let fuzzedFile = FileID(index: 0)

/// Holds findings about `text`, the one file there is, to places that exist in it.
func requirePlaces(of findings: [Diagnostic], in text: [UInt8]) {
  let lines = lineCount(of: text)
  for finding in findings {
    require(!finding.message.text.isEmpty, "a finding without words")
    for place in [finding.location] + finding.notes.map(\.location) {
      if let place { requirePlace(place, lines: lines) }
    }
  }
}

/// Holds a place to the lines of its file, whose number is `lines`.
func requirePlace(_ place: SourceRange, lines: Int) {
  require(place.start <= place.end, "a place that ends before it starts: \(place)")
  require(place.start.line >= 1 && place.start.column >= 1, "a place before the file")
  require(Int(place.end.line) <= lines, "a place behind the \(lines) lines of the file")
}

/// The number of lines, as YAML 1.1 breaks them.
func lineCount(of text: [UInt8]) -> Int {
  var count = 1
  for (index, byte) in text.enumerated() {
    switch byte {
    case 0x0a: count += 1
    case 0x0d where text.dropFirst(index + 1).first != 0x0a: count += 1
    case 0x85 where index > 0 && text[index - 1] == 0xc2: count += 1
    case 0xa8, 0xa9: if index > 1, text[index - 2] == 0xe2, text[index - 1] == 0x80 { count += 1 }
    default: break
    }
  }
  return count
}

/// `precondition`, but with its words in release builds as well.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}
