public import Architecture
public import Diagnostics
public import Graph

/// Collects the findings of a rule.
///
/// Adds the rule's name, its severity and the names of modules and layers, so that no rule states
/// them twice.
public struct Findings: Sendable {
  public private(set) var diagnostics: [Diagnostic] = []
  /// The default severity of findings.
  public let severity: Severity

  /// Whether findings are only counted: notes, help and chains are omitted.
  ///
  /// Fixes are omitted as well after the first safe one.
  private let isCounting: Bool
  private(set) var hasSafeFix = false

  /// Whether the fix of the next finding is needed.
  var takesFixes: Bool { !isCounting || !hasSafeFix }

  /// The analyses that earlier rules have computed, shared with later ones.
  var analyses = SharedAnalyses()

  private let rule: RuleID
  private let layered: LayeredGraph
  private var reportedProducts: Set<ProductEntry> = []
  /// The target pairs of undeclared imports that were reported and that no exception covers.
  private(set) var judgedImports: Set<[ModuleGraph.TargetKey]> = []

  /// A dependency on a product of several targets.
  private struct ProductEntry: Hashable {
    var rule: RuleID?
    var from: ModuleID
    var location: SourceRange
  }

  public init(
    of rule: RuleID, severity: Severity, in graph: LayeredGraph, isCounting: Bool = false,
    hasSafeFix: Bool = false
  ) {
    self.rule = rule
    self.severity = severity
    self.isCounting = isCounting
    self.hasSafeFix = hasSafeFix
    layered = graph
  }

  /// Adds a finding under the rule's name, or under that of a link constraint.
  public mutating func add(
    _ message: Diagnostic.Message, at location: SourceRange?, as rule: RuleID? = nil,
    severity: Severity? = nil, notes: @autoclosure () -> [Diagnostic.Note] = [],
    help: @autoclosure () -> [Diagnostic.Message] = [],
    fix: @autoclosure () -> Diagnostic.Fix? = nil, subject: Diagnostic.Subject = .init(),
    causes: [Diagnostic.Place] = []
  ) {
    var finding = Diagnostic(
      rule ?? self.rule, severity ?? self.severity, message, at: location, subject: subject)
    finding.causes = causes
    if !isCounting {
      finding.notes = notes()
      finding.help = Array(help().prefix(2))
    }
    // Only Xcode edits Xcode projects.
    if takesFixes, let fix = fix(),
      fix.changes.allSatisfy({ !layered.graph.isXcodeProject($0.location.file) })
    {
      finding.fix = fix
      if fix.isSafe, !fix.changes.isEmpty { hasSafeFix = true }
    }
    diagnostics.append(finding)
  }

  /// Adds a finding about one module, at its key.
  public mutating func add(
    _ message: Diagnostic.Message, module: ModuleID, severity: Severity? = nil,
    notes: @autoclosure () -> [Diagnostic.Note] = [],
    help: @autoclosure () -> [Diagnostic.Message] = [],
    fix: @autoclosure () -> Diagnostic.Fix? = nil, causes: [Diagnostic.Place] = []
  ) {
    add(
      message, at: layered.graph[module].location, severity: severity, notes: notes(),
      help: help(), fix: fix(), subject: layered.subject(module), causes: causes)
  }

  /// Adds a finding about a link, at the dependency's entry.
  ///
  /// `ends` overrides the modules that the finding is about. If `dropsLink`, the subject is the
  /// link nevertheless.
  public mutating func add(
    _ message: Diagnostic.Message, link: Link,
    about ends: (from: ModuleID, to: ModuleID)? = nil, as rule: RuleID? = nil,
    severity: Severity? = nil, notes: @autoclosure () -> [Diagnostic.Note] = [],
    help: @autoclosure () -> [Diagnostic.Message] = [],
    fix: @autoclosure () -> Diagnostic.Fix? = nil, chain: [Link] = [], dropsLink: Bool = false,
    causes: [Diagnostic.Place] = []
  ) {
    if ends == nil, link.flags.contains(.viaProduct), !isExcepted(link, from: rule) {
      // The product is one entry: the first finding on any of its targets suffices.
      let entry = ProductEntry(rule: rule, from: link.from, location: link.location)
      guard reportedProducts.insert(entry).inserted else { return }
    }
    let isOfBinaries = ruleCatalog.traits(of: self.rule).contains(.judgesBinaries)
    if link.isImport, !isOfBinaries, !isExcepted(link, from: rule) {
      judgedImports.insert(layered.graph.targets(of: link))
    }
    let ends = ends ?? (link.from, link.to)
    var subject = layered.subject(ends.from, ends.to)
    subject.link =
      dropsLink || ends == (link.from, link.to)
      ? link.id.number
      : layered.graph.links(from: ends.from).first { $0.to == ends.to }?.id.number
    if !isCounting { subject.chain = layered.chain(chain) }
    let origins = isCounting ? [] : layered.originNotes(link)
    add(
      message, at: link.location, as: rule, severity: severity,
      notes: origins + notes(), help: help(), fix: fix(), subject: subject, causes: causes)
  }

  private func isExcepted(_ link: Link, from constraint: RuleID?) -> Bool {
    constraint.map { layered.isExcepted(link, from: $0) } ?? false
      || layered.isExcepted(link, from: rule)
  }
}

extension Link {
  /// The verb for the link in sentences.
  var verb: String { isImport ? "imports" : "links" }
}
