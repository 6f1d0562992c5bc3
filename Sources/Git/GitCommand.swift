internal import Files

/// Runs git for reading only, without the programs that a repository's configuration names.
///
/// Older versions of git ignore unknown options; SECURITY.md lists all options.
enum GitCommand {
  private static let options = [
    "--no-pager",
    // Reject folders that look like a repository without `.git`.
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

  /// The variables that are equal for all repositories; messages are in English, dates in UTC.
  static let environment: [String: String?] = [
    "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none",
    "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "LANGUAGE": nil, "TZ": "UTC0",
  ]

  /// The variables that select a repository, which hooks set (`git rev-parse --local-env-vars`).
  static let localVariables = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_CEILING_DIRECTORIES",
    "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE",
  ]

  /// Other variables that are passed on; the rest write traces, name programs or change comparisons.
  private static let otherVariables = [
    "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT", "GIT_EXEC_PATH", "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
  ]

  @Sendable static func inherits(_ name: Substring) -> Bool {
    guard name.hasPrefix("GIT_") else { return true }
    return localVariables.contains(String(name)) || otherVariables.contains(String(name))
      || name.hasPrefix("GIT_CONFIG_KEY_") || name.hasPrefix("GIT_CONFIG_VALUE_")
  }

  /// Returns git with a command; `isolation` contains options such as those of `filterOptions`.
  static func program(
    _ arguments: [String], in folder: String?, _ environment: [String: String?],
    isolation: [String] = [], outputLimit: Int = 1 << 30
  ) -> Program {
    Program(
      "git", options + isolation + arguments, in: folder,
      environment: Self.environment.merging(environment) { $1 }, inherits: inherits,
      timeLimit: timeLimit, outputLimit: outputLimit)
  }

  /// The time limit of a command: a file system or remote may hang.
  private static let timeLimit = 60_000
}

extension Repository {
  /// Returns options that disable the filters of the configuration.
  ///
  /// git runs filters to compare a file of which only the time has changed. git lists their names,
  /// so included and conditional configuration counts.
  func filterOptions() throws(GitError) -> [String] {
    let result = try result(of: ["config", "-z", "--name-only", "--get-regexp", "^filter\\."])
    // Status 1 means no filter.
    if result.status == 1 { return [] }
    if result.status != 0 { throw .failed("config", result) }
    var names: [String] = []
    for key in result.output.split(separator: 0) {
      let parts = String(decoding: key, as: UTF8.self).dropFirst("filter.".count)
      guard let end = parts.lastIndex(of: ".") else { continue }
      let name = String(parts[..<end])
      // No option sets such a key.
      guard !name.contains("=") else { throw .filterStays(name) }
      if names.last != name { names.append(name) }
    }
    let settings = ["clean=", "smudge=", "process=", "required=false"]
    return names.flatMap { name in settings.flatMap { ["-c", "filter.\(name).\($0)"] } }
  }
}

extension GitError {
  fileprivate static func filterStays(_ name: String) -> Self {
    Self(message: "the filter '\(name)' of git cannot be switched off; rename it without '='")
  }
}
