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
    for phase in Self.scripts + [.buildRules]
    where mayWriteSwift(inList: tree.value(of: target, for: phase), &scripts) {
      return true
    }
    if let scheme = tree.value(of: target, for: .scheme),
      mayWriteSwift(inList: tree.value(of: scheme, for: .preActions), &scripts)
    {
      return true
    }
    if mayWriteSwift(inSchemesOf: known.target, &scripts)
      || mayWriteSwift(inAggregatesOf: target, &scripts)
    {
      return true
    }
    return tree.elements(of: target, for: .buildToolPlugins).contains { plugin in
      !GeneratorWords.checksOnly(tree.text(of: plugin, for: .plugin) ?? "")
    }
  }

  private func mayWriteSwift(inList list: NodeID?, _ scripts: inout BuildScripts) -> Bool {
    for script in tree.elements(of: list) where mayWriteSwift(script, &scripts) { return true }
    return false
  }

  private func mayWriteSwift(_ script: NodeID, _ scripts: inout BuildScripts) -> Bool {
    let outputs: [SpecKey] = [.outputFiles, .outputFileLists]
    let named = outputs.flatMap { tree.elements(of: script, for: $0) }
      .compactMap { tree.textValue($0) }
    if named.contains(where: { GeneratorWords.namesSource($0) }) { return true }
    if let text = tree.text(of: script, for: .script) { return scripts.mayWriteSwift(shell: text) }
    return tree.text(of: script, for: .path).map { scripts.mayWriteSwift(path: $0) } ?? false
  }

  /// Whether schemes run a script that may write Swift before they build a target.
  private func mayWriteSwift(
    inSchemesOf name: String, _ scripts: inout BuildScripts
  ) -> Bool {
    guard tree.has(.preActions) else { return false }
    for (_, scheme) in tree.entries(of: spec.root, for: .schemes) {
      guard let build = tree.value(of: scheme, for: .build),
        let targets = tree.value(of: build, for: .targets),
        tree.entry(of: targets, named: name) != nil
      else { continue }
      if mayWriteSwift(inList: tree.value(of: build, for: .preActions), &scripts) { return true }
    }
    return false
  }

  /// Whether aggregate targets that a target depends on run a script that may write Swift.
  private func mayWriteSwift(
    inAggregatesOf target: NodeID, _ scripts: inout BuildScripts
  ) -> Bool {
    guard let aggregates = tree.value(of: spec.root, for: .aggregateTargets) else { return false }
    var seen: Set<NodeID> = []
    var open = tree.elements(of: target, for: .dependencies)
      .compactMap { tree.textNode(of: $0, for: .target) }
    while let name = open.popLast() {
      guard let aggregate = tree.entry(of: aggregates, named: name)?.value,
        seen.insert(aggregate).inserted
      else { continue }
      if mayWriteSwift(inList: tree.value(of: aggregate, for: .buildScripts), &scripts) {
        return true
      }
      open += tree.elements(of: aggregate, for: .targets).filter { tree.isText($0) }
    }
    return false
  }
}
