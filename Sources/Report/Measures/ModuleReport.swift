public import Diagnostics
internal import Text

/// All facts about a module.
public struct ModuleReport: Sendable {
  /// The number of its node in the graph.
  public var node: Int
  /// The facts, in reading order.
  public var facts: [Fact]
  /// The sorted names of the binaries that contain a static module.
  public var absorbedBy: [String]
  /// The owners of its spec by CODEOWNERS.
  public var codeOwners: [String]
  /// The findings that name the module, in report order.
  public var findings: [Diagnostic]

  public init(
    node: Int, facts: [Fact], absorbedBy: [String], codeOwners: [String] = [],
    findings: [Diagnostic]
  ) {
    self.node = node
    self.facts = facts
    self.absorbedBy = absorbedBy
    self.codeOwners = codeOwners
    self.findings = findings
  }

  /// A fact with its reason.
  public struct Fact: Hashable, Sendable {
    /// The subject, such as `layer`.
    public var name: String
    public var value: String
    public var reason: String?
    /// The file that contains the reason.
    public var file: String?
    public var line: Int?

    public init(
      _ name: String, _ value: String, because reason: String? = nil, file: String? = nil,
      line: Int? = nil
    ) {
      self.name = name
      self.value = value
      self.reason = reason
      self.file = file
      self.line = line
    }
  }
}

// The format for people.
extension ModuleReport {
  public func text(of graph: GraphView, sources: SourceMap, style: Style) -> String {
    let node = graph.nodes[node]
    var output = style.painted(node.name.escapedForTerminal, .bold) + "\n"
    appendFacts(style, to: &output)
    let links = graph.edges.filter { $0.from == self.node }
    append("links", links, of: graph, \.to, style, to: &output)
    let linkedBy = graph.edges.filter { $0.to == self.node }
    append("linked by", linkedBy, of: graph, \.from, style, to: &output)
    if !absorbedBy.isEmpty {
      output += "\n" + style.painted("copied into \(absorbedBy.count)", .bold) + "\n"
      for name in absorbedBy { output += "  '\(name)'".escapedForTerminal + "\n" }
    }
    appendFindings(sources, style, to: &output)
    return output
  }

  private func appendFacts(_ style: Style, to output: inout String) {
    var facts = facts
    if !codeOwners.isEmpty {
      facts.append(Fact("code owners", codeOwners.joined(separator: ", ")))
    }
    let width = facts.map(\.name.count).max() ?? 0
    var columns = Columns()
    for fact in facts {
      var text = fact.name + String(repeating: " ", count: width - fact.name.count + 2) + fact.value
      if let reason = fact.reason { text += ", \(reason)" }
      let place = fact.file.map { "\($0):\(fact.line ?? 1)" } ?? ""
      columns.add(text.escapedForTerminal, place.escapedForTerminal)
    }
    output += columns.text(indent: 2, style)
  }

  private func append(
    _ title: String, _ edges: [GraphView.Edge], of graph: GraphView,
    _ end: KeyPath<GraphView.Edge, Int>, _ style: Style, to output: inout String
  ) {
    output +=
      "\n" + style.painted("\(title) \(edges.isEmpty ? "nothing" : "\(edges.count)")", .bold)
    output += "\n"
    var columns = Columns()
    for edge in edges {
      let other = graph.nodes[edge[keyPath: end]]
      var text = "'\(other.name)'"
      if let layer = other.layer { text += " of '\(layer)'" }
      switch edge.verb {
      case .links: break
      case .imports: text += ", only imported"
      case .embeds: text += ", embedded only"
      case .dependsOn: text += ", not linked"
      }
      columns.add(text.escapedForTerminal, edge.placeAndRules)
    }
    output += columns.text(indent: 2, style)
  }

  private func appendFindings(_ sources: SourceMap, _ style: Style, to output: inout String) {
    guard !findings.isEmpty else { return }
    output += "\n" + style.painted("findings \(findings.count)", .bold) + "\n"
    for finding in findings {
      let state = finding.state == .known ? "known " : ""
      let (place, word) = (finding.place(in: sources), finding.severity.rawValue)
      let line = "\(place)\(state)\(word): \(finding.message.text) [\(finding.rule.name)]"
      output += "  \(line.escapedForTerminal)\n"
    }
  }
}

// The format for programs.
extension ModuleReport {
  public func json(of graph: GraphView, sources: SourceMap) -> String {
    let nodes = graph.nodes
    return JSON.object([
      "version": .number(JSONSchema.why.version),
      "module": nodes[node].json,
      "facts": .array(facts.map(\.json)),
      "links": .array(graph.edges.filter { $0.from == node }.map { $0.json(nodes) }),
      "linkedBy": .array(graph.edges.filter { $0.to == node }.map { $0.json(nodes) }),
      "absorbedBy": .texts(absorbedBy),
      "codeOwners": .texts(codeOwners),
      "findings": .array(findings.map { $0.json(sources) }),
    ]).printed()
  }
}

extension ModuleReport.Fact {
  fileprivate var json: JSON {
    .inline([
      "fact": .text(name), "value": .text(value), "because": reason.map(JSON.text),
      "file": file.map(JSON.text), "line": line.map(JSON.number),
    ])
  }
}
