internal import Graph
internal import Text

/// Chains of links between two sets of modules, which explain why one depends on the other.
public struct Chains: Sendable {
  /// The queried modules, as given on the command line.
  public var from: String
  public var to: String
  /// Chains as edge numbers in walking order, shortest chains first.
  public var paths: [[Int]]
  /// Whether `paths` contains all chains.
  public var isComplete: Bool

  public init(from: String, to: String, paths: [[Int]], isComplete: Bool) {
    self.from = from
    self.to = to
    self.paths = paths
    self.isComplete = isComplete
  }
}

// The format for people.
extension Chains {
  public func text(of graph: GraphView, style: Style) -> String {
    guard let shortest = paths.first else {
      return "'\(from)' does not lead to '\(to)'".escapedForTerminal + "\n"
    }
    var heading = "'\(from)' leads to '\(to)' by \(counted(shortest.count, "link"))"
    if paths.count > 1 {
      let number = isComplete ? "" : "first "
      heading = "the \(number)\(counted(paths.count, "chain")) from '\(from)' to '\(to)'"
    }
    let chains = paths.map { path in
      var columns = Columns()
      for edge in path.map({ graph.edges[$0] }) {
        columns.add(edge.sentence(in: graph), edge.placeAndRules)
      }
      return columns.text(indent: 2, style)
    }
    return heading.escapedForTerminal + "\n" + chains.joined(separator: "\n")
  }
}

// The format for programs.
extension Chains {
  public func json(of graph: GraphView) -> String {
    JSON.object([
      "version": .number(JSONSchema.why.version),
      "from": .text(from),
      "to": .text(to),
      "chains": .array(
        paths.map { .array($0.map { graph.edges[$0].json(graph.nodes) }) }),
      "complete": .flag(isComplete),
    ]).printed()
  }
}

extension GraphView.Edge {
  /// The relation of one module to the other.
  ///
  /// Links to system libraries count as links; `isLinked` applies only to code that is copied or
  /// loaded at launch.
  var verb: Verb {
    if isImport { return .imports }
    return isLinked || kind == Link.Kind.sdk.rawValue
      ? .links : isEmbedded ? .embeds : .dependsOn
  }

  enum Verb: String {
    case links
    case imports
    case embeds
    case dependsOn = "depends on"
  }

  /// Returns the link in words, such as `'A' links 'B'`, escaped.
  func sentence(in graph: GraphView) -> String {
    "'\(graph.nodes[from].name)' \(verb.rawValue) '\(graph.nodes[to].name)'".escapedForTerminal
  }

  /// The location and the rules of findings, escaped.
  var placeAndRules: String {
    let place = "\(file.escapedForTerminal):\(line)"
    return rules.isEmpty ? place : place + "  [\(rules.joined(separator: ", ").escapedForTerminal)]"
  }
}
