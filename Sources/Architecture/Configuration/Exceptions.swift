public import Diagnostics
internal import Paths
internal import Text

extension Configuration.Exception {
  /// Whether the exception is valid on `today`; always true without a day.
  public func holds(on today: Day?) -> Bool {
    guard let until, let today else { return true }
    return today <= until
  }

  public func matches(_ finding: Diagnostic, isConstraint: Bool, in sources: SourceMap) -> Bool {
    guard finding.rule == rule || isConstraint && rule == .linkConstraint else { return false }
    let subject = finding.subject
    switch about {
    case .link(let from, let to):
      guard let tail = subject.from, let head = subject.to, to.matches(head) else { return false }
      return from.matches(tail) || subject.processes.contains { from.matches($0) }
    case .module(let module):
      guard let name = subject.from, subject.to == nil else { return false }
      return module.matches(name)
    case .file(let pattern):
      guard subject.from == nil || subject.to == nil, let location = finding.location else {
        return false
      }
      return pattern.matches(path: sources[location.file])
    }
  }
}

/// Removes excepted findings and records which exceptions are used.
public struct ExceptionFilter {
  private let exceptions: [Configuration.Exception]
  private let constraints: Set<RuleID>
  private let index: ExceptionIndex
  private let today: Day
  private var isUsed: [Bool]
  public private(set) var excepted = 0

  public init(_ configuration: Configuration, _ index: ExceptionIndex, today: Day) {
    exceptions = configuration.exceptions
    constraints = Set(configuration.links.map(\.id))
    self.index = index
    isUsed = Array(repeating: false, count: exceptions.count)
    self.today = today
  }

  /// Returns the remaining findings; adds a note to those whose exception has expired.
  public mutating func apply(to findings: [Diagnostic], in sources: SourceMap) -> [Diagnostic] {
    findings.compactMap { finding in
      var finding = finding
      guard isExcepted(&finding, sources) else { return finding }
      excepted += 1
      return nil
    }
  }

  private mutating func isExcepted(_ finding: inout Diagnostic, _ sources: SourceMap) -> Bool {
    let isConstraint = constraints.contains(finding.rule)
    let path = finding.location.map { sources[$0.file] }
    var candidates: Set<Int> = []
    for rule in isConstraint ? [finding.rule, .linkConstraint] : [finding.rule] {
      for name in [finding.subject.from] + finding.subject.processes {
        candidates.formUnion(
          index.candidates(rule, name: name, linked: finding.subject.to, path: path))
      }
    }
    let matching = candidates.sorted().filter {
      exceptions[$0].matches(finding, isConstraint: isConstraint, in: sources)
    }
    for index in matching { isUsed[index] = true }
    if matching.contains(where: { exceptions[$0].holds(on: today) }) { return true }
    for index in matching {
      let exception = exceptions[index]
      guard let until = exception.until else { continue }
      finding.notes.append(.init(.endedOn(until, exception.reason), at: exception.location))
    }
    return false
  }

  /// Returns the findings about the exceptions.
  ///
  /// Does not report an exception as unused if it may match something unreadable. One whose ends are
  /// those of a link the other way round, or of a finding of another rule, is probably misspelled
  /// and has no fix.
  ///
  /// - Parameters:
  ///   - remaining: The findings without an exception.
  ///   - links: The ends of all links.
  ///   - mayBeNeeded: Whether something unreadable may need an exception.
  /// - Returns: The findings, in order of the exceptions.
  public func findings(
    among remaining: [Diagnostic], links: () -> Set<Diagnostic.LinkEnds>,
    mayBeNeeded: (Configuration.Exception) -> Bool
  ) -> [Diagnostic] {
    var judged: [RuleID: Set<Diagnostic.LinkEnds>] = [:]
    var (found, all): (Set<Diagnostic.LinkEnds>, Set<Diagnostic.LinkEnds>) = ([], [])
    if isUsed.contains(false) {
      for finding in remaining {
        guard let from = finding.subject.from, let to = finding.subject.to else { continue }
        judged[finding.rule, default: []].insert(.init(from: from, to: to))
      }
      found = judged.values.reduce(into: []) { $0.formUnion($1) }
      all = links().union(found)
    }
    return exceptions.indices.compactMap { index in
      let exception = exceptions[index]
      if let until = exception.until, !exception.holds(on: today) {
        return Diagnostic(
          .expiredException, .error, .hasExpired(exception, until), at: exception.location)
      }
      guard !isUsed[index], !mayBeNeeded(exception) else { return nil }
      var help = Diagnostic.Message.dropEntry
      var fix: Diagnostic.Fix? = .init(safe: [.removeMapping(around: exception.location)])
      if case .link(let from, let to) = exception.about {
        if let ends = judged[exception.rule]?.first(from: to, to: from) { help = .turnAround(ends) }
        if all.first(from: to, to: from) != nil || found.first(from: from, to: to) != nil {
          fix = nil
        }
      }
      return Diagnostic(
        .unusedException, .warning, .isUnused(exception), at: exception.location, help: [help],
        fix: fix)
    }
  }
}

extension Set<Diagnostic.LinkEnds> {
  /// Returns the link from a match of one glob to a match of another, the first by name of several.
  fileprivate func first(from: Glob, to: Glob) -> Element? {
    if let tail = from.literal, let head = to.literal {
      let ends = Element(
        from: String(decoding: tail, as: UTF8.self), to: String(decoding: head, as: UTF8.self))
      return contains(ends) ? ends : nil
    }
    return filter { from.matches($0.from) && to.matches($0.to) }
      .min { $0.from == $1.from ? $0.to.precedes($1.to) : $0.from.precedes($1.from) }
  }
}

extension Configuration.Exception {
  /// The subject of the exception as written.
  public var subject: String {
    switch about {
    case .link(let from, let to): "\(from.text) -> \(to.text)"
    case .module(let module): module.text
    case .file(let pattern): pattern.text
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let dropEntry: Self = "drop the entry"

  fileprivate static func turnAround(_ ends: Diagnostic.LinkEnds) -> Self {
    "the finding is about '\(ends.from) -> \(ends.to)', the other way round"
  }

  fileprivate static func endedOn(_ day: Day, _ reason: String) -> Self {
    "its exception expired on \(day.description): \(reason)"
  }

  fileprivate static func hasExpired(
    _ exception: Configuration.Exception, _ until: Day
  ) -> Self {
    "the exception for '\(exception.subject)' from '\(exception.rule.name)' expired on \(until.description)"
  }

  fileprivate static func isUnused(_ exception: Configuration.Exception) -> Self {
    "no '\(exception.rule.name)' finding matches the exception for '\(exception.subject)'"
  }
}

/// An index of the exceptions in rules.yml, which limits the comparisons per finding.
public struct ExceptionIndex: Sendable {
  private var byRule: [RuleID: Entries] = [:]

  private struct Entries: Sendable {
    var byName = GlobIndex()
    /// Exceptions of links from any module, by the linked module.
    var byLinked = GlobIndex()
    var byFile = FolderIndex([])
  }

  init(_ exceptions: [Configuration.Exception]) {
    let numbers = Dictionary(grouping: exceptions.indices) { exceptions[$0].rule }
    for (rule, numbers) in numbers {
      var entries = Entries()
      var files: [(offset: Int, element: Pattern)] = []
      for number in numbers {
        switch exceptions[number].about {
        case .link(let from, let to) where from.ends == ([], []):
          entries.byLinked.insert(number, to)
        case .link(let name, _), .module(let name): entries.byName.insert(number, name)
        case .file(let pattern): files.append((number, pattern))
        }
      }
      entries.byFile = FolderIndex(files)
      byRule[rule] = entries
    }
  }

  /// Returns the exceptions from `rule` that may match a link between two modules, the module
  /// `name`, or an error in the file at `path`, in order.
  func candidates(
    _ rule: RuleID, name: String?, linked: String?, path: String? = nil
  ) -> [Int] {
    guard let entries = byRule[rule] else { return [] }
    var found: [Int] = []
    if let name { found += entries.byName.candidates(for: Array(name.utf8)[...]) }
    if let linked { found += entries.byLinked.candidates(for: Array(linked.utf8)[...]) }
    if let path { found += entries.byFile.candidates(for: Path(path)) }
    return found.sorted()
  }
}
