internal import Graph
internal import Text

/// The chains of links that lead from some modules to others: why one depends on the other.
public struct Chains: Sendable {
  /// What was asked about, in the words of who asked.
  public var from: String
  public var to: String
  /// Numbers of edges of the graph, in walking order; shortest chains first.
  public var paths: [[Int]]
  /// Whether there are no others.
  public var isComplete: Bool
  /// Where there are none: how many links lead the other way, `nil` if none do.
  public var wayBack: Int?

  public init(
    from: String, to: String, paths: [[Int]], isComplete: Bool, wayBack: Int? = nil
  ) {
    self.from = from
    self.to = to
    self.paths = paths
    self.isComplete = isComplete
    self.wayBack = wayBack
  }
}

// For people.
extension Chains {
  public func text(of graph: GraphView, style: Style) -> String {
    guard let shortest = paths.first else {
      let back = wayBack.map { ", but '\(to)' leads to '\(from)' by \(counted($0, "link"))" } ?? ""
      return "'\(from)' does not lead to '\(to)'\(back)".escapedForTerminal + "\n"
    }
    var heading = "'\(from)' leads to '\(to)' by \(counted(shortest.count, "link"))"
    if paths.count > 1 {
      let number = isComplete ? "" : "first "
      heading = "the \(number)\(counted(paths.count, "chain")) from '\(from)' to '\(to)'"
    }
    return heading.escapedForTerminal + "\n"
      + paths.map { text($0, graph, style) }.joined(separator: "\n")
  }

  private func text(_ path: [Int], _ graph: GraphView, _ style: Style) -> String {
    var columns = Columns()
    for number in path {
      let edge = graph.edges[number]
      let (from, to) = (graph.nodes[edge.from].name, graph.nodes[edge.to].name)
      columns.add("'\(from)' \(edge.verb.rawValue) '\(to)'".escapedForTerminal, edge.placeAndRules)
    }
    var output = ""
    columns.append(to: &output, indent: 2, style)
    return output
  }
}

// For programs.
extension Chains {
  /// Goes up when a reader of the format has to change.
  public static var version: Int { 1 }

  public func json(of graph: GraphView) -> String {
    JSON.object([
      "version": .number(Self.version),
      "from": .text(from),
      "to": .text(to),
      "chains": .array(
        paths.map { .array($0.map { graph.edges[$0].json(graph.nodes) }) }),
      "complete": .flag(isComplete),
    ]).printed()
  }
}

extension GraphView.Edge {
  /// What the one module does to the other.
  ///
  /// `isLinked` tells whether code is copied or loaded at launch; parts of the system, of which
  /// nothing more is asked, are linked as well.
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

  /// Where it is written and what is wrong with it; safe to show.
  var placeAndRules: String {
    let place = "\(file.escapedForTerminal):\(line)"
    return rules.isEmpty ? place : place + "  [\(rules.joined(separator: ", ").escapedForTerminal)]"
  }
}
