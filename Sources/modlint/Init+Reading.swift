import Architecture
import ArgumentParser
import Diagnostics
import Files
import Graph
import Inference
import Loading
import Packages
import Paths
import Report
import Rules
import Text
import Workspace
import WorkspaceReading

extension Init {
  /// Reads the workspace without templates and archives, and returns the patterns that exclude
  /// them.
  func readWithoutInactiveFolders() throws -> (
    Workspace, specs: [RulesFile.Specs], exclude: [String]
  ) {
    let (workspace, specs) = try read()
    let exclude = LayerInference.inactiveFolders(
      of: workspace.graph,
      duplicates: LayeredGraph(workspace.graph).findings(of: .duplicateModule),
      templates: workspace.templates)
    guard !exclude.isEmpty else { return (workspace, specs, []) }
    let rest = try naming(path) { () throws(FileError) in
      try read(
        try WorkingDirectory(workspace: path), RulesFile(exclude: exclude, specs: specs))
    }
    // Never excludes all modules.
    return !rest.graph.builtModules.isEmpty ? (rest, specs, exclude) : (workspace, specs, [])
  }

  /// Enables the import rules if there are sources, and adds the imports to `workspace`.
  func withRulesOnImports(
    _ rules: RulesFile, _ workspace: inout Workspace
  ) -> RulesFile {
    var rules = rules
    rules.readsImports = true
    // Xcode warns about these in packages, and SwiftPM does not.
    rules.severityOfTransitiveImports =
      workspace.graph.specs.allSatisfy(\.isPackage) ? .warning : nil
    let read = workspace.judgingImports(
      by: Configuration(rules, catalog: ruleCatalog), jobs: reading.jobs ?? Walk.defaultJobs)
    rules.readsImports = read.reading.imports?.hasSources ?? false
    if rules.readsImports { workspace = read }
    return rules
  }

  private func read() throws -> (Workspace, specs: [RulesFile.Specs]) {
    let (workspace, specs) = try naming(path) { () throws(FileError) in try readSpecs() }
    if !workspace.graph.builtModules.isEmpty { return (workspace, specs) }
    throw Failure(
      workspace.firstError.map {
        [$0, "\(path): no spec can be read; fix it and run 'modlint init' again"]
      } ?? [missingSpecs(in: workspace)])
  }

  private func readSpecs() throws(FileError) -> (Workspace, specs: [RulesFile.Specs]) {
    let tree = try WorkingDirectory(workspace: path)
    let usual = try read(tree, RulesFile())
    let survey = Self.survey(usual)
    let specs = try survey.unusualSpecs(in: tree, jobs: reading.jobs ?? Walk.defaultJobs)
    if !specs.isEmpty {
      let other = try read(tree, RulesFile(specs: specs))
      if Self.survey(other).isBetter(than: survey) { return (other, specs) }
    }
    return try readFromRoots(usual, tree) ?? (usual, [])
  }

  /// Reads the specs whose sources exist relative to another folder from there, with the specs of
  /// other names beside them that add modules; `nil` if that is no better.
  private func readFromRoots(
    _ usual: Workspace, _ tree: WorkingDirectory
  ) throws(FileError) -> (Workspace, specs: [RulesFile.Specs])? {
    guard !usual.misrootedSpecs.isEmpty else { return nil }
    var specs = usual.specsWithRoots
    var best = try read(tree, RulesFile(specs: specs))
    for sibling in usual.siblingsOfMisrooted.prefix(8) {
      let other = try read(tree, RulesFile(specs: [sibling] + specs))
      guard other.misrootedSpecs.isEmpty, Self.survey(other).adds(to: Self.survey(best)) else {
        continue
      }
      (best, specs) = (other, [sibling] + specs)
    }
    guard best.misrootedSpecs.isEmpty, !Self.survey(usual).isBetter(than: Self.survey(best)) else {
      return nil
    }
    usual.noteRootedSpecs(specs)
    return (best, specs)
  }

  private func read(
    _ tree: WorkingDirectory, _ rules: RulesFile
  ) throws(FileError) -> Workspace {
    let place = WorkspacePlace(root: realPath(path) ?? path)
    var options = reading.loading.reading(place, of: tree)
    options.looksAtAllFolders = true
    return try Workspace(
      reading: tree, configuration: Configuration(rules),
      known: SourceMap(paths: [WorkspacePlace.rulesFileName]),
      options: options)
  }

  private static func survey(_ workspace: Workspace) -> SpecSurvey {
    SpecSurvey(
      graph: workspace.graph, diagnostics: workspace.diagnostics, sources: workspace.sources)
  }

  private func missingSpecs(in workspace: Workspace) -> String {
    let text = "\(NothingToCheck.nothing) with targets below"
    guard let tree = try? WorkingDirectory(workspace: path) else { return "\(path): \(text)" }
    return workspace.missingSpecs(text, at: path, in: tree, asksSwift: reading.packages)
  }
}

extension Workspace {
  /// The patterns for specs whose sources exist relative to another folder than their own.
  fileprivate var specsWithRoots: [RulesFile.Specs] {
    let rooted = misrootedSpecs.map {
      RulesFile.Specs(pattern: RulesFile.pattern(file: $0.path), root: $0.root)
    }
    let paths = Set(misrootedSpecs.map(\.path))
    let hasOthers = graph.specs.contains {
      Path.lastComponent($0.path) == "project.yml" && !paths.contains($0.path)
    }
    return rooted + (hasOthers ? [RulesFile.Specs(pattern: "**/project.yml")] : [])
  }

  /// The specs of other names in the folders of these specs, which may be generated with them.
  fileprivate var siblingsOfMisrooted: [RulesFile.Specs] {
    neighbourSpecs.compactMap { path in
      misrootedSpecs.first { Path.folder(of: $0.path) == Path.folder(of: path) }.map {
        RulesFile.Specs(pattern: RulesFile.pattern(file: path), root: $0.root)
      }
    }
  }

  fileprivate var firstError: String? {
    let errors = diagnostics.filter { $0.severity == .error }
    let first = errors.min { a, b in
      guard let x = a.location, let y = b.location else { return a.location != nil }
      let (p, q) = (sources[x.file], sources[y.file])
      return p == q ? x.start < y.start : p.precedes(q)
    }
    return first?.line(in: sources)
  }
}

// Notes about unread files, on standard error.
extension Init {
  func note(_ reason: String, _ paths: [String]) {
    guard !paths.isEmpty else { return }
    Terminal.printError("\(reason): \(paths.shownPaths)")
  }

  func noteNeighbours(of workspace: Workspace) {
    note("not read, for they have a rules.yml of their own", workspace.nestedWorkspaces)
    note("not specs of their own, for others include them", workspace.reading.parts)
    workspace.noteUnreadSpecs()
    workspace.notesOfUnknownPackages.forEach(Terminal.printError)
    guard let rules = outerRules else { return }
    Terminal.printError(
      "this folder is part of the workspace of \(rules.escapedForTerminal), which stops reading it once it has a rules.yml of its own"
    )
  }

  /// The rules file of an enclosing workspace, unless `config` names another file.
  var outerRules: String? {
    guard config == nil, let root = realPath(path) else { return nil }
    let place = try? WorkspaceFinder.place(of: [path], config: nil)
    return place?.root == root ? nil : place?.rules
  }
}

extension Workspace {
  func noteRootedSpecs(_ specs: [RulesFile.Specs]) {
    let rooted = specs.filter { $0.root != nil }
    noteNeighbourSpecs(besides: Set(rooted.map(\.pattern)))
    guard let root = rooted.first?.root else { return }
    Terminal.printError(
      "no source of \(rooted.map(\.pattern).shownPaths) is there, but all are from '\(root)'; "
        + "'specs' in rules.yml says so")
  }
}
