internal import YAML

// Insertions of elements and keys in the style of their siblings.
extension Document {
  func insertions(
    ofElements elements: [NewValue], in index: Int
  ) throws(EditRefusal) -> [TextEdit] {
    guard values[index].kind == .sequence else { return try insertions(inEmpty: index, elements) }
    let children = children(of: index)
    if isFlow(index) {
      let style = flowStyle(of: index, like: elements.first)
      return try insertions(of: elements.map { style.flow($0) }, inFlow: index)
    }
    guard let child = children.last else { throw .isOddlyWritten }
    let last = try range(ofBlockEntry: child, in: index)
    let start = last.lowerBound
    guard lines.isBlank(lines.start(at: start)..<start) else { throw .sharesLine }
    var style = style(likeIn: children, for: elements.first)
    style.step = step
    let isFlow = elements.first.map { writesInBrackets($0, beside: children) } ?? false
    let text = elements.flatMap { element in
      isFlow ? ["- " + style.flow(element)] : style.block(.sequence([element]))
    }
    return [try newLines(text, after: last, indentedAs: start)]
  }

  func insertions(
    ofEntries entries: [NewValue.Entry], in index: Int
  ) throws(EditRefusal) -> [TextEdit] {
    guard isMapping(index) else { throw .notFound }
    let children = children(of: index)
    var style = style(of: index)
    if isFlow(index) {
      return try insertions(of: entries.map { style.flowEntry($0) }, inFlow: index)
    }
    guard let last = children.last, let first = children.first else { throw .isOddlyWritten }
    style.step = step
    let text = entries.flatMap { style.blockEntry($0) }
    let gap = index == 0 && followsGap(last) ? [""] : []
    return [
      try newLines(
        gap + text, after: try range(ofBlockEntry: last, in: index),
        indentedAs: values[first].range.lowerBound)
    ]
  }

  private func insertions(
    inEmpty index: Int, _ elements: [NewValue]
  ) throws(EditRefusal) -> [TextEdit] {
    guard isEmpty(index), let key = key(ofValue: index), let parent = parent(of: key),
      !isFlow(parent)
    else { throw .notFound }
    let range = values[key].range
    guard lines.isBlank(lines.start(at: range.lowerBound)..<range.lowerBound) else {
      throw .sharesLine
    }
    var style = ValueStyle()
    style.step = step
    let blanks = String(repeating: " ", count: style.step)
    let text = style.block(.sequence(elements)).map { blanks + $0 }
    return [
      try newLines(
        text, after: range.lowerBound..<range.upperBound + 1, indentedAs: range.lowerBound)
    ]
  }

  /// Inserts lines below those of `range`, indented like the value at `place`.
  private func newLines(
    _ text: [String], after range: Range<Int>, indentedAs place: Int
  ) throws(EditRefusal) -> TextEdit {
    let next = try nextLine(after: range)
    let (indentation, ending) = (lines.indentation(at: place), lines.lineEnd(at: range.lowerBound))
    let isLast = followsOpenLine(next)
    let written = text.map { line in
      let line = indentation + Array(line.utf8)
      return isLast ? ending + line : line + ending
    }
    return TextEdit(next..<next, Array(written.joined()))
  }

  private func insertions(
    of texts: [String], inFlow index: Int
  ) throws(EditRefusal) -> [TextEdit] {
    let (inside, text) = (try inside(ofFlow: index), texts.joined(separator: ", "))
    guard let last = children(of: index).last else {
      return [TextEdit(inside, Array((isMapping(index) ? " \(text) " : text).utf8))]
    }
    let end = end(ofEntry: last, in: index)
    return [TextEdit(end..<end, Array(", \(text)".utf8))]
  }
}

// Style.
extension Document {
  /// Returns the style of the keys and texts of a mapping.
  private func style(of mapping: Int) -> ValueStyle {
    var style = ValueStyle()
    let keys = children(of: mapping)
    guard let key = keys.last else { return style }
    let values = keys.map { self.values[value(ofKey: $0)] }.filter { $0.kind == .scalar }
    style.keys = quotes(of: self.values[key])
    style.plainKeys = Set(
      keys.filter { quotes(of: self.values[value(ofKey: $0)]) == .none }.compactMap(string))
    style.texts = values.last { quotes(of: $0) != .none }.map { quotes(of: $0) } ?? .none
    let first = self.values[mapping].content + 1
    if isFlow(mapping), first < bytes.count { style.hasSpaces = bytes[first] <= UInt8(ascii: " ") }
    return style
  }

  private func quotes(of value: Value) -> Quotes {
    Quotes(firstByte: value.content < value.range.upperBound ? bytes[value.content] : nil)
  }

  /// Returns the mapping among `siblings` whose style a new one takes.
  private func sample(in siblings: [Int], for value: NewValue?) -> Int? {
    let mappings = siblings.filter { isMapping($0) }
    guard case .mapping(let entries) = value, entries.count > 1 else { return mappings.last }
    return mappings.last { children(of: $0).count > 1 } ?? mappings.last
  }

  private func style(likeIn siblings: [Int], for value: NewValue?) -> ValueStyle {
    sample(in: siblings, for: value).map(style(of:)) ?? ValueStyle()
  }

  private func writesInBrackets(_ value: NewValue, beside siblings: [Int]) -> Bool {
    if let sample = sample(in: siblings, for: value) { return isFlow(sample) }
    if case .sequence = value { return siblings.contains { isFlow($0) } }
    return false
  }

  private func flowStyle(of sequence: Int, like value: NewValue?) -> ValueStyle {
    let children = children(of: sequence)
    var style = style(likeIn: children, for: value)
    if children.isEmpty, let parent = parent(of: sequence), isMapping(parent) {
      style = self.style(of: parent)
      style.hasSpaces = true
    }
    return style
  }

  /// Whether only comments stand between an entry and an empty line above.
  private func followsGap(_ child: Int) -> Bool {
    var start = lines.start(at: values[child].range.lowerBound)
    while start > 0 {
      let above = lines.start(at: start - 1)
      if lines.isBlank(above..<lines.end(at: above)) { return true }
      guard lines.firstText(from: above) >= start else { return false }
      start = above
    }
    return false
  }

  /// Returns the indentation of lists below their keys, taken from the first list of the file.
  func findStep() -> Int {
    for index in values.indices.dropFirst() where values[index].kind == .sequence {
      let key = values[index - 1]
      guard key.kind == .key, !isFlow(index) else { continue }
      let start = values[index].content
      let width = lines.column(at: start) - lines.column(at: key.range.lowerBound)
      if width >= 0 { return width }
    }
    return 2
  }
}
