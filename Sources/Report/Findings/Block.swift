internal import Diagnostics
internal import Text

struct Block {
  var sentence: Diagnostic.Message
  var findings: [Int]
  var showsPlaces: Bool
  /// Whether both modules of each finding are shown.
  var showsBothEnds: Bool
  var notes: [Diagnostic.Note]
  var help: [Advice]

  struct Advice: Hashable {
    var text: String
    var lines: [String] = []
  }

  /// The minimum number of findings of a block; fewer are reported one by one.
  static let fewest = 3
}

extension Report {
  private struct BlockKey: Hashable {
    var rule: RuleID
    var severity: Severity
    var subject: String
  }

  struct Blocks {
    var byFirst: [Int: Block] = [:]
    var rest: Set<Int> = []
  }

  /// Groups new findings that have one cause.
  ///
  /// - Complexity: O(*n*) for *n* findings.
  func blocks() -> Blocks {
    var rules: [RuleID: FindingBlock?] = [:]
    var groups: [BlockKey: [Int]] = [:]
    for (number, finding) in findings.enumerated() where finding.state == .new {
      let known = rules[finding.rule]
      let block = known ?? tool.block(finding.rule)
      if known == nil { rules[finding.rule] = .some(block) }
      guard let subject = block?.subject(of: finding) else { continue }
      let key = BlockKey(rule: finding.rule, severity: finding.severity, subject: subject)
      groups[key, default: []].append(number)
    }
    var blocks = Blocks()
    for (key, numbers) in groups where numbers.count >= Block.fewest {
      guard let block = rules[key.rule] ?? nil, let first = numbers.first else { continue }
      blocks.byFirst[first] = self.block(block, numbers, key.subject)
      blocks.rest.formUnion(numbers.dropFirst())
    }
    return blocks
  }

  private func block(_ block: FindingBlock, _ numbers: [Int], _ subject: String) -> Block {
    let findings = numbers.map { self.findings[$0] }
    let shared = findings.first?.notes.filter { note in
      findings.allSatisfy { $0.notes.contains(note) }
    }
    let hasManyModules = if case .sentence = block.scope { true } else { false }
    return Block(
      sentence: block.sentence(subject, findings.count), findings: numbers,
      showsPlaces: block.showsPlaces, showsBothEnds: hasManyModules, notes: shared ?? [],
      help: block.help.map { [Block.Advice(text: $0.text)] } ?? Self.advice(findings))
  }

  /// Returns the distinct advice of findings.
  ///
  /// Entries to add to the same list are merged. Advice that differs only in the name of the linked
  /// module is given once for all of them.
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
        guard let entry = help.entry else {
          _ = place(of: isSame ? general : help.text)
          continue
        }
        let place = place(of: entry.place + ":")
        if !result[place].lines.contains(entry.line) { result[place].lines.append(entry.line) }
      }
    }
    return result
  }
}
