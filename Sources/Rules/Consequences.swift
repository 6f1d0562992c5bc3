internal import Architecture
public import Diagnostics
internal import Graph

/// The findings of a report that others explain, which become notes of those.
///
/// Only new findings are joined, and only with one that is new and not less severe. A finding whose
/// cause is known, excepted or not reported is reported by itself. The baseline, exceptions and other
/// revisions know each finding, so none returns unnoticed.
public struct Consequences: Sendable {
  /// The finding about a list of layers that is upside down, which replaces those about its links.
  public var list: Diagnostic?
  /// The number of the finding that explains each, or `ofList`.
  private var causes: [Int: Int] = [:]

  private static let ofList = -1
  private static let mostNotes = 8

  fileprivate init(among findings: [Diagnostic], upsideDown list: Diagnostic?) {
    var places: [Diagnostic.Place: Int] = [:]
    for number in findings.indices where findings[number].state == .new {
      let rule = findings[number].rule
      guard ruleCatalog.traits(of: rule).contains(.explains),
        let location = findings[number].location
      else { continue }
      if let list, rule == list.rule {
        causes[number] = Self.ofList
        self.list = list
      } else {
        let place = Diagnostic.Place(location, of: findings[number].subject.from)
        places[place] = places[place] ?? number
      }
    }
    guard !places.isEmpty else { return }
    for number in findings.indices
    where findings[number].state == .new && !findings[number].causes.isEmpty {
      causes[number] = findings[number].causes.lazy.compactMap { places[$0] }.first {
        findings[$0].severity == .error || findings[number].severity == .warning
      }
    }
  }

  /// Joins the findings, or the same ones with other places and words.
  ///
  /// - Returns: The new number of each; that of its cause if both are at one place, else `nil`.
  public func join(_ findings: inout [Diagnostic]) -> [Int?] {
    guard !causes.isEmpty else { return findings.indices.map(\.self) }
    var all = findings
    var list = list
    for (cause, numbers) in Dictionary(grouping: causes.keys, by: { causes[$0] ?? 0 }) {
      let parts = numbers.sorted().map { findings[$0] }
      if cause == Self.ofList {
        list?.notes += Self.notes(parts, isList: true)
      } else if all[cause].rule != .unusedPattern {
        all[cause].notes += Self.notes(parts, isList: false)
      }
    }
    let place = findings.prefix { $0.rule.isAboutRules }.count
    var numbers: [Int?] = []
    findings = []
    for number in all.indices {
      if number == place, let list { findings.append(list) }
      numbers.append(causes[number] == nil ? findings.count : nil)
      if causes[number] == nil { findings.append(all[number]) }
    }
    for (number, cause) in causes
    where cause != Self.ofList && all[cause].location == all[number].location {
      numbers[number] = numbers[cause]
    }
    return numbers
  }

  private static func notes(_ parts: [Diagnostic], isList: Bool) -> [Diagnostic.Note] {
    let notes = parts.prefix(mostNotes).map { part in
      Diagnostic.Note(isList ? part.message : .also(part), at: part.location)
    }
    return notes + (parts.count > mostNotes ? [.init(.more(parts.count - mostNotes))] : [])
  }
}

extension LintResult {
  /// Returns the consequences among findings of the result: all of them, or those of a report.
  public func consequences(among findings: [Diagnostic]) -> Consequences {
    Consequences(among: findings, upsideDown: upsideDownList)
  }

  public func joined(_ findings: [Diagnostic]) -> [Diagnostic] {
    var findings = findings
    _ = consequences(among: findings).join(&findings)
    return findings
  }

  /// Returns the findings with fixes to apply.
  ///
  /// Leaves out those that go with a refused link at another place.
  ///
  /// - Parameter isSelected: Whether a report has the finding.
  /// - Returns: The findings, in order.
  public func fixable(where isSelected: (Diagnostic) -> Bool) -> [Diagnostic] {
    let selected = findings.indices.filter { isSelected(findings[$0]) }
    var joined = selected.map { findings[$0] }
    let numbers = consequences(among: joined).join(&joined)
    let gone = Set(zip(selected, numbers).filter { $1 == nil }.map(\.0))
    return gone.isEmpty
      ? findings : findings.indices.filter { !gone.contains($0) }.map { findings[$0] }
  }

  private var upsideDownList: Diagnostic? {
    let upward = findings.indices.filter { number in
      findings[number].rule == .upward && findings[number].state == .new
        && !isImport(findings[number])
    }
    guard upward.count >= Self.fewestUpward, let place = graph.configuration.layersLocation
    else { return nil }
    let count = graph.countPairsBetweenLayers()
    guard upward.count * 2 > count else { return nil }
    return Diagnostic(
      .upward, findings[upward[0]].severity, .leadUp(upward.count, of: count), at: place,
      help: [.turnAround], subject: .init(identity: ["layers"]))
  }

  private func isImport(_ finding: Diagnostic) -> Bool {
    finding.subject.link.map { graph.graph[LinkID($0)].isImport } ?? false
  }

  /// The number of upward links below which a list of layers is not judged as a whole.
  private static let fewestUpward = 3
}

extension LayeredGraph {
  func place(of link: Link) -> Diagnostic.Place {
    Diagnostic.Place(link.location, of: graph.shownName(link.from))
  }

  fileprivate func countPairsBetweenLayers() -> Int {
    Set(
      graph.links.filter { link in
        guard let from = layer(of: link.from), let to = layer(of: link.to) else { return false }
        return from != to && !link.isImport && isJudgedByLayers(link)
      }
      .map(graph.targets(of:))
    ).count
  }
}

extension Diagnostic.Message {
  fileprivate static let turnAround: Self =
    "list the layer of products first, and last the one that links none of the others"

  fileprivate static func leadUp(_ count: Int, of all: Int) -> Self {
    "\(count) of \(all) links lead up: layers are listed top first"
  }

  fileprivate static func also(_ finding: Diagnostic) -> Self {
    "also \(finding.rule.name): \(finding.message.text)"
  }

  fileprivate static func more(_ count: Int) -> Self { "and \(count) more" }
}
