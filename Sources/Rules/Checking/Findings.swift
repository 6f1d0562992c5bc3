import Architecture
public import Diagnostics
public import Graph

/// Collects the findings of rules.
///
/// Adds the rule's name, its severity and the names of modules and layers, so that no rule states
/// them twice.
public struct Findings: Sendable {
  public private(set) var diagnostics: [Diagnostic] = []
  /// The default severity of findings of the current rule.
  public private(set) var severity = Severity.error

  /// The options of the current rule in rules.yml.
  private(set) var options = RuleOptions()
  private var rule: RuleID = ""
  private var traits: RuleTraits = []
  private let layered: LayeredGraph
  private var views: [PlatformLinkage]?
  private var reportedProducts: Set<ProductEntry> = []
  /// The target pairs of undeclared imports that a rule reports which is not about imports, and
  /// that no exception covers.
  private(set) var judgedImports: Set<[ModuleGraph.TargetKey]> = []

  /// A dependency on a product of several targets.
  private struct ProductEntry: Hashable {
    var rule: RuleID
    var from: ModuleID
    var location: SourceRange
  }

  init(in graph: LayeredGraph) { layered = graph }

  mutating func add(_ entry: RuleEntry, _ options: RuleOptions, as severity: Severity) {
    rule = entry.info.id
    traits = entry.info.traits
    self.severity = severity
    self.options = options
    entry.rule.check(layered, &self)
  }

  /// Returns a view for each set of platforms and configurations with the same links.
  ///
  /// - Complexity: O(*n* + *m*) for each view, the first time.
  mutating func linkage() -> [PlatformLinkage] {
    if let views { return views }
    let views = PlatformLinkage.views(of: layered)
    self.views = views
    return views
  }

  /// Adds a finding under the rule's name, or under that of a link constraint.
  public mutating func add(
    _ message: Diagnostic.Message, at location: SourceRange?, as rule: RuleID? = nil,
    severity: Severity? = nil, notes: [Diagnostic.Note] = [],
    help: [Diagnostic.Message] = [],
    fix: Diagnostic.Fix? = nil, subject: Diagnostic.Subject = .init(),
    causes: [Diagnostic.Place] = []
  ) {
    var finding = Diagnostic(
      rule ?? self.rule, severity ?? self.severity, message, at: location, subject: subject)
    finding.causes = causes
    finding.notes = notes
    finding.help = Array(help.prefix(2))
    // Only Xcode edits Xcode projects.
    if let fix, fix.changes.allSatisfy({ !layered.graph.isXcodeProject($0.location.file) }) {
      finding.fix = fix
    }
    diagnostics.append(finding)
  }

  /// Adds a finding about one module, at its key.
  public mutating func add(
    _ message: Diagnostic.Message, module: ModuleID, severity: Severity? = nil,
    notes: [Diagnostic.Note] = [],
    help: [Diagnostic.Message] = [],
    fix: Diagnostic.Fix? = nil, causes: [Diagnostic.Place] = []
  ) {
    add(
      message, at: layered.graph[module].location, severity: severity, notes: notes,
      help: help, fix: fix, subject: layered.subject(module), causes: causes)
  }

  /// Adds a finding about a link, at the dependency's entry.
  ///
  /// `ends` overrides the modules that the finding is about. If `dropsLink`, the subject is the
  /// link nevertheless.
  public mutating func add(
    _ message: Diagnostic.Message, link: Link,
    about ends: (from: ModuleID, to: ModuleID)? = nil, as rule: RuleID? = nil,
    severity: Severity? = nil, notes: [Diagnostic.Note] = [],
    help: [Diagnostic.Message] = [],
    fix: Diagnostic.Fix? = nil, chain: [Link] = [], dropsLink: Bool = false,
    causes: [Diagnostic.Place] = []
  ) {
    if ends == nil, link.flags.contains(.viaProduct), !isExcepted(link, from: rule) {
      // The product is one entry: the first finding on any of its targets suffices.
      let entry = ProductEntry(rule: rule ?? self.rule, from: link.from, location: link.location)
      guard reportedProducts.insert(entry).inserted else { return }
    }
    if link.isImport, traits.isDisjoint(with: [.judgesBinaries, .yields]),
      !isExcepted(link, from: rule)
    {
      judgedImports.insert(layered.graph.targets(of: link))
    }
    let ends = ends ?? (link.from, link.to)
    var subject = layered.subject(ends.from, ends.to)
    subject.link =
      dropsLink || ends == (link.from, link.to)
      ? link.id.number
      : layered.graph.links(from: ends.from).first { $0.to == ends.to }?.id.number
    subject.chain = layered.chain(chain)
    add(
      message, at: link.location, as: rule, severity: severity,
      notes: layered.originNotes(link) + notes, help: help, fix: fix, subject: subject,
      causes: causes)
  }

  private func isExcepted(_ link: Link, from constraint: RuleID?) -> Bool {
    constraint.map { layered.isExcepted(link, from: $0) } ?? false
      || layered.isExcepted(link, from: rule)
  }
}

extension Link {
  var verb: String { isImport ? "imports" : "links" }
}

extension Sequence {
  /// Merges elements with equal keys into the first of them; keeps the order of the first ones.
  func merged<Key: Hashable>(
    by key: (Element) -> Key, merging merge: (inout Element, Element) -> Void
  ) -> [Element] {
    var merged: [Element] = []
    var places: [Key: Int] = [:]
    for element in self {
      let key = key(element)
      if let place = places[key] {
        merge(&merged[place], element)
      } else {
        places[key] = merged.count
        merged.append(element)
      }
    }
    return merged
  }
}
