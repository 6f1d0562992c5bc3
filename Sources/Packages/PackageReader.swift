public import Diagnostics
internal import Files
internal import Paths

/// Evaluates the computed manifests of a workspace with `swift`.
///
/// `swift package dump-package` runs only the manifest, so the files of targets may be missing.
public struct PackageReader: Sendable {
  /// The root of the workspace, absolute and without links.
  private let root: String
  private let swift: String?
  private let searchPath: String?
  private let timeLimit: Int

  /// The number of concurrent processes; the compiler dominates the running time.
  private static let jobs = 4
  private static let outputLimit = 16 << 20

  /// The manifests and failures of a query.
  public struct Answers: Sendable {
    /// The packages by path from the root of the workspace.
    public var packages: [String: PackageManifest] = [:]
    /// The packages that could not be read, with the reasons, in order of path.
    public var failures: [(path: String, reason: String)] = []

    public init() {}
  }

  /// - Parameters:
  ///   - root: The root of the workspace.
  ///   - swift: The path of the program to run; `nil` if there is none.
  ///   - searchPath: The `PATH` for it; `nil` for that of this process.
  ///   - timeLimit: The time limit for one package, in milliseconds.
  public init(
    root: String, swift: String?, searchPath: String? = nil, timeLimit: Int = 60_000
  ) {
    self.root = realPath(root) ?? root
    self.swift = swift
    self.searchPath = searchPath
    self.timeLimit = timeLimit
  }

  /// A computed manifest, and the path of its package from the root.
  public struct Question: Sendable {
    public var path: String
    /// The name and the content of the manifest.
    public var file: String
    public var manifest: [UInt8]
    /// The location of all declarations in the answer.
    public var location: SourceRange

    public init(
      path: String, file: String = ManifestFiles.usual, manifest: [UInt8], location: SourceRange
    ) {
      self.path = path
      self.file = file
      self.manifest = manifest
      self.location = location
    }
  }

  /// Describes packages whose manifests are unchanged on disk.
  ///
  /// - Complexity: One run of `swift` for each package; SwiftPM caches compiled manifests.
  public func describe(_ questions: [Question]) -> Answers {
    var answers = Answers()
    let found = inParallel(questions.count, jobs: Self.jobs) { self.answer(to: questions[$0]) }
    for (question, answer) in zip(questions, found) {
      switch answer {
      case .success(let package): answers.packages[question.path] = package
      case .failure(let failure): answers.failures.append((question.path, failure.reason))
      }
    }
    answers.failures.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return answers
  }

  private struct Failure: Error {
    var reason: String
  }

  private func answer(to question: Question) -> Result<PackageManifest, Failure> {
    Result { () throws(Failure) in
      guard let folder = realPath(Path.join(root, entry: question.path)) else {
        throw Failure(reason: "no such folder")
      }
      try requireManifest(question, in: folder)
      let json = try ask(about: folder)
      guard var package = PackageManifest(dump: json, location: question.location) else {
        throw Failure(reason: "'swift package dump-package' did not print JSON")
      }
      for index in package.dependencies.indices {
        guard case .path(let absolute) = package.dependencies[index].source else { continue }
        package.dependencies[index].source = .path(
          Path.relative(realPath(absolute) ?? absolute, to: folder))
      }
      return package
    }
  }

  /// Requires that the manifest on disk is the one in question.
  ///
  /// The compiler reads the files on disk, not those of the index or of another revision.
  private func requireManifest(_ question: Question, in folder: String) throws(Failure) {
    var text: [UInt8] = []
    do throws(FileError) {
      try WorkingDirectory(folder).read(question.file, limit: Limits.fileSize, into: &text)
    } catch {
      throw Failure(reason: error.reason)
    }
    guard text == question.manifest else {
      throw Failure(reason: "its manifest on disk is a different one")
    }
  }

  private func ask(about folder: String) throws(Failure) -> [UInt8] {
    guard let swift else {
      throw Failure(reason: "'swift' was not found on the PATH outside of the repository")
    }
    // SwiftPM runs git, which would use the repository in the variables of a hook.
    let variables = ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"]
    var environment: [String: String?] = Dictionary(
      uniqueKeysWithValues: variables.map { ($0, nil) })
    if let searchPath { environment.updateValue(searchPath, forKey: "PATH") }
    let program = Program(
      swift, ["package", "--package-path", folder, "dump-package"],
      in: folder, environment: environment, timeLimit: timeLimit, outputLimit: Self.outputLimit)
    let result: Program.Result
    do throws(ProgramError) { result = try program.run() } catch {
      throw Failure(reason: error.message)
    }
    if result.status == 0 { return result.output }
    let lines = result.standardError.split(whereSeparator: \.isNewline)
    let line = lines.first { $0.contains("error:") } ?? lines.last
    throw Failure(
      reason: "'swift package dump-package' failed" + (line.map { ": \($0)" } ?? ""))
  }
}
