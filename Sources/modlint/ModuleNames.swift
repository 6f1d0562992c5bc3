import Architecture
import ArgumentParser
import Diagnostics
import Graph
import Loading
import Paths
import Report
import Rules
import Text

struct ModuleNames {
  let layered: LayeredGraph

  private var graph: ModuleGraph { layered.graph }

  struct LookupError: Error {
    var message: String
    /// The name that names no module.
    var name: String?
  }

  func module(_ text: String) throws(LookupError) -> [ModuleID] {
    let modules = try modules(text)
    let names = distinctNames(of: modules)
    guard names.count == 1 else { throw .ambiguous(text, names) }
    return modules
  }

  /// Returns the sorted modules with the name `text`, or else those that match it as a selector.
  func modules(_ text: String) throws(LookupError) -> [ModuleID] {
    let named = graph.modules.filter { isName(text, of: $0) }
    let built = named.filter { graph[$0].external == nil }
    let modules = built.isEmpty ? named : built
    let names = distinctNames(of: modules)
    if names.count == 1 { return modules }
    if names.count > 1 {
      let exact = modules.filter { graph.shownName($0) == text }
      guard distinctNames(of: exact).count == 1 else { throw .ambiguous(text, names) }
      return exact
    }
    guard text.contains(where: { "*?[{|!:/".contains($0) }) else {
      if let members = try? layered.members(of: "package:\(text)"), !members.isEmpty {
        return Array(members)
      }
      throw .unknown(text, nearest: graph.modules.lazy.map { graph[$0].baseName }.nearest(to: text))
    }
    return try selected(by: text)
  }

  private func selected(by text: String) throws(LookupError) -> [ModuleID] {
    let members: ModuleSet
    do throws(Diagnostic) {
      members = try layered.members(of: text)
    } catch {
      throw LookupError(message: error.message.text)
    }
    guard !members.isEmpty else { throw .matchesNothing(text) }
    return Array(members)
  }

  /// Whether `text` is a name of `module` in reports, specs or baselines.
  private func isName(_ text: String, of module: ModuleID) -> Bool {
    graph[module].name == text || graph[module].baseName == text
      || graph[module].external != nil && graph.shownName(module) == text
      || text.contains(where: { "/#:".contains($0) }) && isLongName(text, of: module)
  }

  /// Whether `text` is the name with its project, the path of a binary, or the id in JSON formats.
  private func isLongName(_ text: String, of module: ModuleID) -> Bool {
    graph[module].external == .file(path: text)
      || graph[module].external == nil && graph.identity(module) == text
      || GraphView.id(of: module, in: graph) == text
  }

  /// Returns unambiguous names of modules; variants of a target share one.
  private func distinctNames(of modules: [ModuleID]) -> [String] {
    var seen: Set<String> = []
    return modules.map { graph.shownName($0) }.filter { seen.insert($0).inserted }
  }
}

extension LoadedWorkspace {
  /// Reports a name that names no module, and whether something of this name, or at this path, was
  /// not read.
  func unknownModule(_ error: ModuleNames.LookupError, _ outcome: LintResult) -> ExitCode {
    Terminal.printError(error.message)
    let name = error.name
    let gap = outcome.summary.gaps.first { gap in
      gap.kind.noun != "target"
        && (gap.name == name || Path.splitExtension(Path.lastComponent(gap.name)).stem == name)
    }
    if let gap { Terminal.printError("the \(gap.kind.noun) '\(gap.name)' is \(gap.why)") }
    noteBrokenSpecs()
    return .validationFailure
  }
}

extension ModuleNames.LookupError {
  private static let mostCandidates = 12

  static func unknown(_ name: String, nearest: String?) -> Self {
    let advice = nearest.map { "; did you mean '\($0)'?" } ?? "; 'modlint list' has all names"
    return Self(message: "unknown module '\(name)'" + advice, name: name)
  }

  static func ambiguous(_ name: String, _ candidates: [String]) -> Self {
    let shown = candidates.prefix(mostCandidates).map { "'\($0)'" }.joined(separator: ", ")
    let others = candidates.count - mostCandidates
    return Self(
      message: "'\(name)' is ambiguous: \(shown)" + (others > 0 ? " and \(others) more" : ""))
  }

  static func matchesNothing(_ selector: String) -> Self {
    Self(message: "no module matches '\(selector)'", name: selector)
  }
}
