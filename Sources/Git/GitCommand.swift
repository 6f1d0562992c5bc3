internal import Files

/// How git is run: so that it reads, and nothing else, whatever a repository's configuration names.
///
/// What git knows nothing of in an older version it ignores; SECURITY.md has the list.
enum GitCommand {
  /// What stands before every command.
  private static let options = [
    "--no-pager",
    // A repository is what has `.git`, no folder that merely looks like one.
    "-c", "safe.bareRepository=explicit",
    "-c", "core.fsmonitor=false",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.untrackedCache=false",
    "-c", "core.pager=",
    "-c", "core.sshCommand=false",
    "-c", "core.askPass=",
    "-c", "credential.helper=",
    "-c", "protocol.allow=never",
  ]

  /// What is the same whichever repository is asked; messages are in English.
  static let environment: [String: String?] = [
    "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "LANGUAGE": nil,
    Repository.emptyVariable: "", Repository.noVariable: "false",
  ]

  /// The variables that lead git to a repository, as hooks have them set (`git rev-parse
  /// --local-env-vars`).
  static let localVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_CEILING_DIRECTORIES",
    "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
  ]

  /// The other variables of git's own that it may have: where its configuration and its parts are.
  ///
  /// All others trace to files, name programs or change what is compared.
  private static let otherVariables = [
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT", "GIT_EXEC_PATH", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
  ]

  /// Whether a variable of this process is one for git.
  @Sendable static func inherits(_ name: Substring) -> Bool {
    guard name.hasPrefix("GIT_") else { return true }
    return localVariables.contains(String(name)) || otherVariables.contains(String(name))
      || name.hasPrefix("GIT_CONFIG_KEY_") || name.hasPrefix("GIT_CONFIG_VALUE_")
  }

  /// git with a command and its arguments, run in a folder or where this process was started.
  ///
  /// `environment` has the variables that name the repository, `isolation` further options as
  /// `filterOptions` gives them.
  static func program(
    _ arguments: [String], in folder: String?, _ environment: [String: String?],
    isolation: [String] = [], outputLimit: Int = 1 << 30
  ) -> Program {
    Program(
      "git", options + isolation + arguments, in: folder,
      environment: Self.environment.merging(environment) { $1 }, inherits: inherits,
      timeLimit: timeLimit, outputLimit: outputLimit)
  }

  /// What is asked of git takes no longer than this, whatever hangs: a file system, a remote.
  private static let timeLimit = 60_000
}

extension Repository {
  /// Options that keep the filters of the configuration from being run.
  ///
  /// git runs them to tell whether a file has changed, if only its time has. Their names are taken from
  /// git itself, so that nothing is overlooked that is included or depends on a branch.
  func filterOptions() throws(GitError) -> [String] {
    let result = try result(of: ["config", "-z", "--name-only", "--get-regexp", "^filter\\."])
    // 1 says that there is none.
    if result.status == 1 { return [] }
    if result.status != 0 { throw GitError(.failed("config", result)) }
    var names: [String] = []
    for key in result.output.split(separator: 0) {
      let parts = String(decoding: key, as: UTF8.self).dropFirst("filter.".count)
      guard let end = parts.lastIndex(of: ".") else { continue }
      let name = String(parts[..<end])
      if names.last != name { names.append(name) }
    }
    return names.flatMap { name in
      ["clean=", "smudge=", "process=", "required=false"].flatMap { setting in
        Self.option("filter.\(name).\(setting)")
      }
    }
  }

  /// An option that sets a key, whose name may have a `=` itself.
  private static func option(_ setting: String) -> [String] {
    guard let end = setting.lastIndex(of: "="), setting.firstIndex(of: "=") != end else {
      return ["-c", setting]
    }
    let variable = setting.hasSuffix("=false") ? noVariable : emptyVariable
    return ["--config-env=\(setting[..<end])=\(variable)"]
  }

  /// Variables for values that no option can have.
  static let emptyVariable = "MODLINT_EMPTY"
  static let noVariable = "MODLINT_FALSE"
}
