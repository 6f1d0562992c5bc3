public import Diagnostics
internal import Text

/// A summary of a module to read before changing it.
public struct ModuleBrief: Sendable {
  public var name: String
  public var layer: Brief.Layer?
  /// The path of its spec or manifest.
  public var spec: String
  /// The sorted names of the modules that it links, that link it, and of the interfaces of its
  /// layer.
  public var links: [String] = []
  public var linkedBy: [String] = []
  /// The sorted names of the modules that its sources import and that it does not link.
  public var imports: [String] = []
  public var interfaces: [String] = []
  /// The layers below and above that of the module, from top to bottom.
  public var lower: [String] = []
  public var higher: [String] = []
  /// The constraints that forbid some of its links.
  public var constraints: [Brief.Constraint] = []
  public var findings: [Diagnostic] = []

  public init(name: String, layer: Brief.Layer?, spec: String) {
    self.name = name
    self.layer = layer
    self.spec = spec
  }
}

extension ModuleBrief {
  private static let mostNames = 20
  private static let mostFindings = 10

  public func text(sources: SourceMap) -> String {
    let place = spec.isEmpty ? "" : " \(spec.markdownCode)"
    var text = "## \(name.markdownCode)\n\n"
    text += "Layer: \(layer?.name.markdownCode ?? "none").\(place)\n\n"
    text += "- Links: \(links.markdownList(limit: Self.mostNames))\n"
    if !imports.isEmpty {
      text += "- Imports without linking: \(imports.markdownList(limit: Self.mostNames))\n"
    }
    text += "- Linked by: \(linkedBy.markdownList(limit: Self.mostNames))\n"
    if let layer {
      text += "- May link: \(permissions(in: layer))\n"
      text += "- Must not link: \(prohibitions(in: layer))\n"
    }
    for constraint in constraints {
      let verb = constraint.isTransitive ? " also through others" : ""
      let others = constraint.isOnly ? ", which only \(constraint.from.markdownCode) may" : ""
      text += "- Must not link \(constraint.to.markdownCode)\(verb)\(others)"
      text += "\(constraint.reason) (\(constraint.id.markdownCode))\n"
    }
    guard !findings.isEmpty else { return text + "- Open findings: none\n" }
    text += "- Open findings: \(findings.count)\n"
    for finding in findings.prefix(Self.mostFindings) {
      text += "  - \(finding.briefLine(in: sources))\n"
    }
    if findings.count > Self.mostFindings {
      text += "  - and \(findings.count - Self.mostFindings) more\n"
    }
    return text
  }

  private func permissions(in layer: Brief.Layer) -> String {
    var parts: [String] = []
    let reached: [String] =
      switch layer.reach {
      case .below: lower
      case .next: Array(lower.prefix(1))
      case .layers(let names): names
      }
    if !reached.isEmpty { parts.append("modules of \(reached.markdownList(limit: .max))") }
    switch layer.peers {
    case .interfaces: break
    case .all: parts.append("all of its own layer")
    case .within(let pattern): parts.append("those of its own \(pattern.markdownCode)")
    }
    if !interfaces.isEmpty {
      parts.append("the interfaces \(interfaces.markdownList(limit: Self.mostNames))")
    }
    return parts.isEmpty ? "no module" : parts.joined(separator: "; ")
  }

  private func prohibitions(in layer: Brief.Layer) -> String {
    var parts: [String] = []
    if !higher.isEmpty { parts.append("modules of \(higher.markdownList(limit: .max))") }
    switch layer.reach {
    case .below: break
    case .next: if lower.count > 1 { parts.append(lower.dropFirst().described) }
    case .layers(let names):
      let others = lower.filter { !names.contains($0) }
      if !others.isEmpty { parts.append(others[...].described) }
    }
    switch layer.peers {
    case .interfaces: parts.append("others of its own layer")
    case .all: break
    case .within(let pattern):
      parts.append("others of its layer outside of its \(pattern.markdownCode)")
    }
    return parts.isEmpty ? "none by layer" : parts.joined(separator: "; ")
  }
}

extension ArraySlice<String> {
  fileprivate var described: String { "modules of \(Array(self).markdownList(limit: .max))" }
}

extension Diagnostic {
  /// Returns the rule, severity, location and message, escaped.
  fileprivate func briefLine(in sources: SourceMap) -> String {
    let place = location.map { "\(sources[$0.file]):\($0.start.line)".markdownCode + " " } ?? ""
    let known = state == .known ? ", known" : ""
    return
      "\(rule.name.markdownCode) (\(severity.rawValue)\(known)) \(place)\(message.text.markdownQuote)"
  }
}
