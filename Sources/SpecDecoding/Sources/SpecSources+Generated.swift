internal import SpecReading
internal import YAML

// Code that is generated before or during the build of a target.
extension SpecSources {
  /// Whether a script, a build rule or a plug-in of a target may write Swift.
  ///
  /// The scripts include those of aggregate targets, of schemes and of the command before the
  /// project is generated.
  ///
  /// A script may write Swift if one of its outputs is a source, if it names a source, or if it
  /// runs a generator or another such script; an unreadable script may do anything. A plug-in may
  /// write Swift unless its name means that it only checks or formats. Templates among the sources
  /// are filled in by a tool.
  func mayGenerateSources(
    of known: TargetSources, _ target: NodeID, _ scripts: inout BuildScripts
  ) -> Bool {
    if known.files.contains(where: { $0.path.hasSuffix(".gyb") }) { return true }
    if let command = spec.option(.preGenCommand).flatMap({ tree.textValue($0) }),
      scripts.mayWriteSwift(shell: command)
    {
      return true
    }
    for script in self.scripts(before: target, named: known.target)
    where mayWriteSwift(script, &scripts) {
      return true
    }
    return tree.elements(of: target, for: .buildToolPlugins).contains { plugin in
      !GeneratorWords.checksOnly(tree.text(of: plugin, for: .plugin) ?? "")
    }
  }

  private func mayWriteSwift(_ script: NodeID, _ scripts: inout BuildScripts) -> Bool {
    let outputs: [SpecKey] = [.outputFiles, .outputFileLists]
    let named = outputs.flatMap { tree.elements(of: script, for: $0) }
      .compactMap { tree.textValue($0) }
    if named.contains(where: { GeneratorWords.namesSource($0) }) { return true }
    if let text = tree.text(of: script, for: .script) { return scripts.mayWriteSwift(shell: text) }
    return tree.text(of: script, for: .path).map { scripts.mayWriteSwift(path: $0) } ?? false
  }

  /// Returns the scripts and build rules of a target, of its schemes and of the aggregate targets
  /// that it depends on.
  private func scripts(before target: NodeID, named name: String) -> [NodeID] {
    var found = (Self.scripts + [.buildRules]).flatMap { tree.elements(of: target, for: $0) }
    if tree.has(.preActions) {
      let schemes = tree.entries(of: spec.root, for: .schemes)
        .compactMap { tree.value(of: $0.value, for: .build) }
        .filter { build in
          let targets = tree.value(of: build, for: .targets)
          return targets.map { tree.entry(of: $0, named: name) != nil } ?? false
        }
      for scheme in schemes + [tree.value(of: target, for: .scheme)].compactMap(\.self) {
        found += tree.elements(of: scheme, for: .preActions)
      }
    }
    guard let aggregates = tree.value(of: spec.root, for: .aggregateTargets) else { return found }
    var seen: Set<NodeID> = []
    var open = tree.elements(of: target, for: .dependencies)
      .compactMap { tree.textNode(of: $0, for: .target) }
    while let name = open.popLast() {
      guard let aggregate = tree.entry(of: aggregates, named: name)?.value,
        seen.insert(aggregate).inserted
      else { continue }
      found += tree.elements(of: aggregate, for: .buildScripts)
      open += tree.elements(of: aggregate, for: .targets).filter { tree.isText($0) }
    }
    return found
  }
}
