import Architecture
import ArgumentParser
import Diagnostics
import Files
import Graph
import Loading
import Paths
import Report
import Rules
import Text
import Workspace

struct BriefCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "brief",
    abstract: "Write what a person or an agent has to know before changing a module, as Markdown.",
    discussion: """
      Without modules: the layers from the top down, interfaces, constraints, and how to check. With \
      modules or paths: what each links, what links it, what it may link and must not, and its \
      open findings.

      Exit status: 0 written or up to date, 1 --check found the file stale, 2 could not tell.
      """)

  @Argument(
    help: ArgumentHelp("Modules, or files and folders of modules.", valueName: "module or path"))
  var items: [String] = []

  @OptionGroup var place: PathOption

  @Option(
    help: ArgumentHelp(
      "Describe the modules with changes since the merge base of this revision and HEAD.",
      valueName: "rev"),
    completion: .revision)
  var since: String?

  @Option(
    help: ArgumentHelp(
      "Replace the text between '\(MarkedPart.begin)' and '\(MarkedPart.end)' in this file.",
      valueName: "file"),
    completion: .file())
  var write: String?

  @Flag(help: "Write nothing, and fail if the file of --write (default: AGENTS.md) is stale.")
  var check = false

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions

  func validate() throws {
    try RevisionOption.validate(since)
    if since != nil, !items.isEmpty {
      throw ValidationError("give modules and paths, or --since")
    }
  }

  func run() throws {
    var loaded = try LoadedWorkspace(
      place.paths, options.loading, needsRules: false, isWhole: true)
    let outcome = try loaded.check(on: .today)
    let brief = Brief(of: loaded, outcome)
    let text: String
    if let since {
      text = brief.text(of: try changed(since: since, loaded, outcome.graph))
    } else {
      text = items.isEmpty ? brief.text() : brief.text(of: try named(in: loaded, outcome.graph))
    }
    guard write != nil || check else { return Terminal.write(text) }
    if !check, let write { try loaded.place.requireOwnPlace(of: write) }
    try update(write ?? "AGENTS.md", with: text)
  }

  private func named(
    in loaded: LoadedWorkspace, _ layered: LayeredGraph
  ) throws -> [ModuleID] {
    let names = ModuleNames(layered: layered)
    return try items.flatMap { item in
      var found: [ModuleID]
      do throws(ModuleNames.LookupError) {
        found = try names.modules(item)
      } catch {
        found = loaded.modules(at: item)
        if found.isEmpty { throw Failure(error.message, isUsage: true) }
      }
      // Describe tests only if the item matches nothing else.
      let products = found.filter { !layered.isTest($0) }
      return products.isEmpty ? found : products
    }
  }

  private func changed(
    since revision: String, _ loaded: LoadedWorkspace, _ layered: LayeredGraph
  ) throws -> [ModuleID] {
    let touched = try AffectedModules(loaded, since: revision).rows.filter { !$0.files.isEmpty }
    let (names, graph) = (Set(touched.map(\.name)), layered.graph)
    return graph.builtModules.filter { module in
      names.contains(graph.shownName(module)) && !layered.isTest(module)
    }
  }

  private func update(_ file: String, with text: String) throws {
    let old: [UInt8]?
    do throws(FileError) {
      old = try WorkingDirectory.machine.content(of: file)
    } catch .notFound {
      old = nil
    } catch {
      throw Failure(file, error)
    }
    let new = old.map { MarkedPart(of: $0)?.file(with: text) } ?? MarkedPart.newFile(text)
    guard let new else {
      throw Failure(
        "\(file): it needs one line '\(MarkedPart.begin)' and below it one line "
          + "'\(MarkedPart.end)', between which the text goes")
    }
    guard new != old else { return Terminal.write("\(file.escapedForTerminal) is up to date\n") }
    if check {
      Terminal.printError("\(file) is stale; 'modlint brief --write \(file)' writes it")
      throw ExitCode.failure
    }
    try writeFile(new, to: file, insteadOf: old)
    Terminal.write("wrote \(file.escapedForTerminal)\n")
  }
}

extension LoadedWorkspace {
  /// Returns the modules below a folder, or else those of the innermost folder that contains the
  /// path.
  fileprivate func modules(at path: String) -> [ModuleID] {
    guard let inner = WorkspacePlace.path(of: path, below: place.root) else { return [] }
    let graph = workspace.graph
    let folders = graph.builtModules.filter { !graph[$0].roles.contains(.test) }.map { module in
      (module: module, folder: graph.folder(of: module)?.path ?? "")
    }
    let below = folders.filter { module, folder in
      Path.lies(folder, in: inner) || graph.spec(of: module)?.path == inner
    }
    if !below.isEmpty { return below.map(\.module) }
    let around = folders.filter { Path.lies(inner, in: $0.folder) }
    let longest = around.map(\.folder.utf8.count).max()
    return around.filter { $0.folder.utf8.count == longest }.map(\.module)
  }
}

/// The generated part of a text file, between two markers.
struct MarkedPart {
  static let begin = "<!-- modlint:begin -->"
  static let end = "<!-- modlint:end -->"

  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  private let lineEnd: String

  /// Fails unless the file has each marker once, in order.
  init?(of text: [UInt8]) {
    let (begins, ends) = (text.ranges(of: Self.begin.utf8), text.ranges(of: Self.end.utf8))
    guard let begin = begins.first, let end = ends.first, begins.count == 1, ends.count == 1,
      begin.upperBound <= end.lowerBound
    else { return nil }
    before = text[..<begin.upperBound]
    after = text[end.lowerBound...]
    lineEnd = text[begin.upperBound...].starts(with: "\r\n".utf8) ? "\r\n" : "\n"
  }

  func file(with content: String) -> [UInt8] {
    let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
    return before + Array((lineEnd + lines.joined(separator: lineEnd)).utf8) + after
  }

  static func newFile(_ content: String) -> [UInt8] {
    Array("\(begin)\n\(content)\(end)\n".utf8)
  }
}
