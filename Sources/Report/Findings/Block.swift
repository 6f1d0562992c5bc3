internal import Diagnostics
internal import Text

/// New findings that one sentence says.
struct Block {
  var sentence: Diagnostic.Message
  /// Their numbers, in their order.
  var findings: [Int]
  var showsPlaces: Bool
  /// The notes that all of them have.
  var notes: [Diagnostic.Note]
  var help: [Advice]

  /// What to do about all of them.
  struct Advice: Hashable {
    var text: String
    /// Lines to paste, if `text` announces some.
    var lines: [String] = []
  }

  /// Fewer findings than this are reported one by one.
  static let fewest = 3
}

extension Report {
  private struct BlockKey: Hashable {
    var rule: RuleID
    var severity: Severity
    var module: String
  }

  /// New findings that one sentence says together with others.
  struct Blocks {
    /// By the numbers of their first findings.
    var byFirst: [Int: Block] = [:]
    /// The numbers of their other findings.
    var rest: Set<Int> = []
  }

  /// - Complexity: O(*n*) for *n* findings.
  func blocks() -> Blocks {
    var rules: [RuleID: FindingBlock?] = [:]
    var groups: [BlockKey: [Int]] = [:]
    for (number, finding) in findings.enumerated() where finding.state == .new {
      let known = rules[finding.rule]
      let block = known ?? tool.block(finding.rule)
      if known == nil { rules[finding.rule] = .some(block) }
      guard let block, let name = finding.subject.from, finding.location != nil else { continue }
      if block.isOfOneModule, finding.subject.to == nil { continue }
      let key = BlockKey(
        rule: finding.rule, severity: finding.severity, module: block.isOfOneModule ? name : "")
      groups[key, default: []].append(number)
    }
    var blocks = Blocks()
    for (key, numbers) in groups where numbers.count >= Block.fewest {
      guard let block = rules[key.rule] ?? nil, let first = numbers.first else { continue }
      blocks.byFirst[first] = self.block(block, numbers, key.module)
      blocks.rest.formUnion(numbers.dropFirst())
    }
    return blocks
  }

  private func block(_ block: FindingBlock, _ numbers: [Int], _ module: String) -> Block {
    let findings = numbers.map { self.findings[$0] }
    let shared = findings.first?.notes.filter { note in
      findings.allSatisfy { $0.notes.contains(note) }
    }
    return Block(
      sentence: block.sentence(module, findings.count), findings: numbers,
      showsPlaces: block.showsPlaces, notes: shared ?? [],
      help: block.help.map { [Block.Advice(text: $0.text)] } ?? Self.advice(findings))
  }

  /// What the findings advise, each sentence once: entries to add to the same list together, and what differs in
  /// the name of the linked module alone about each of them.
  private static func advice(_ findings: [Diagnostic]) -> [Block.Advice] {
    var result: [Block.Advice] = []
    var places: [String: Int] = [:]
    func place(of text: String) -> Int {
      if let place = places[text] { return place }
      places[text] = result.count
      result.append(.init(text: text))
      return result.count - 1
    }
    let about = findings.map { finding in
      finding.help.map { $0.text.replacing("'\(finding.subject.to ?? "")'", with: "each of them") }
    }
    let isSame = Set(about).count == 1
    for (finding, general) in zip(findings, about) {
      for (help, general) in zip(finding.help, general) {
        guard let entry = help.text.announcedEntry else {
          _ = place(of: isSame ? general : help.text)
          continue
        }
        let place = place(of: entry.announcement)
        if !result[place].lines.contains(entry.line) { result[place].lines.append(entry.line) }
      }
    }
    return result
  }
}

extension String {
  /// What a help has in backticks after a colon at its end, and the text before.
  fileprivate var announcedEntry: (announcement: String, line: String)? {
    guard hasSuffix("`"), let start = firstRange(of: ": `") else { return nil }
    let line = self[start.upperBound...].dropLast()
    return line.contains("`") ? nil : (String(self[..<start.lowerBound]) + ":", String(line))
  }
}
