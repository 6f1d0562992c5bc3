import Architecture
import ArgumentParser
import Diagnostics
import Graph
import Loading
import Rules
import Workspace

extension CompletionKind {
  /// A file or folder.
  static var path: Self { .file() }

  static var rulesFile: Self { .file(extensions: ["yml", "yaml"]) }

  /// A branch or tag.
  ///
  /// The command must not contain a colon, which ends it in zsh's script.
  static var revision: Self {
    .shellCommand("git rev-parse --symbolic --branches --tags --remotes 2>/dev/null")
  }

  static var fixableRule: Self { .list(ruleCatalog.filter { $0.fix != nil }.map { $0.id.name }) }

  /// A module of the current workspace.
  static var module: Self {
    .ofWorkspace { loaded in
      let graph = loaded.workspace.graph
      return Set(graph.builtModules.map { graph.shownName($0) }).sorted { $0.precedes($1) }
    }
  }

  /// A layer of the current workspace, in the order of rules.yml.
  static var layer: Self { .ofWorkspace { $0.configuration.layers.map(\.name) } }

  private static func ofWorkspace(
    _ words: @escaping @Sendable (LoadedWorkspace) -> [String]
  ) -> Self {
    .custom { _, _, _ in
      // Messages would corrupt the command line.
      Terminal.muteStandardError()
      guard let options = try? WorkspaceOptions.parse([]),
        let loaded = try? LoadedWorkspace([], options.loading, needsRules: false)
      else { return [] }
      return words(loaded)
    }
  }
}
