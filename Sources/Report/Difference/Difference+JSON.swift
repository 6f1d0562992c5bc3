internal import Diagnostics
internal import Text

extension Difference {
  public func json() -> String {
    JSON.object([
      "version": .number(JSONSchema.diff.version),
      "notCompared": .array(unread.map(Self.json)),
      "modules": .object([
        "added": .array(addedModules.map(Self.json)),
        "removed": .array(removedModules.map(Self.json)),
        "changed": .array(
          changedModules.map { pair in
            .inline([
              "name": .text(pair.newer.name), "older": Self.json(pair.older),
              "newer": Self.json(pair.newer),
            ])
          }),
      ]),
      "links": .object([
        "added": .array(addedLinks.map(\.json)), "removed": .array(removedLinks.map(\.json)),
      ]),
      "rules": .object([
        "looser": .array(findings.weakening.findings.map { Self.fact($0, findings.sources) }),
        "stricter": .array(findings.weakening.stricter.map { Self.fact($0, findings.sources) }),
      ]),
      "weakened": .array(
        findings.weakening.isOff
          ? [] : findings.weakening.findings.map { Self.json($0, findings.sources) }),
      "findings": .object([
        "gained": .array(findings.gained.map { Self.json($0, findings.sources) }),
        "lost": .array(findings.lost.map { Self.json($0, findings.olderSources) }),
      ]),
    ]).printed()
  }

  private static func json(_ file: UnreadFile) -> JSON {
    .inline([
      "file": .text(file.path), "line": file.start.map { .number(Int($0.line)) },
      "column": file.start.map { .number(Int($0.column)) },
      "state": .text(file.isOlder ? "older" : "newer"),
    ])
  }

  private static func json(_ node: GraphView.Node) -> JSON {
    .inline([
      "name": .text(node.name), "layer": node.layer.map(JSON.text), "type": .text(node.type),
      "linkage": .text(node.linkage), "spec": node.spec.map(JSON.text),
    ])
  }

  private static func fact(_ finding: Diagnostic, _ sources: SourceMap) -> JSON {
    Diagnostic.Note(finding.message, at: finding.location).json(sources)
  }

  private static func json(_ finding: Diagnostic, _ sources: SourceMap) -> JSON {
    JSON.inline([
      "rule": .text(finding.rule.name), "severity": .text(finding.severity.rawValue),
    ])
    .appending(fact(finding, sources))
    .appending(
      .inline([
        "from": finding.subject.from.map(JSON.text), "to": finding.subject.to.map(JSON.text),
        "fingerprint": .text(finding.fingerprint(in: sources)),
      ]))
  }
}

extension Difference.Link {
  fileprivate var json: JSON {
    .inline([
      "from": .text(from.name), "to": .text(to.name), "fromLayer": from.layer.map(JSON.text),
      "toLayer": to.layer.map(JSON.text), "kind": .text(edge.kind), "file": .text(edge.file),
      "line": .number(edge.line),
    ])
  }
}
