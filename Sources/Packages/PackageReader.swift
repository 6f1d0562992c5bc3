public import Diagnostics
internal import Files
internal import Paths

/// Asks `swift` about the packages of a workspace whose manifests are computed.
///
/// `swift package dump-package` runs the manifest and nothing else: no target needs its files.
public struct PackageReader: Sendable {
  /// The root of the workspace, absolute and without links.
  private let root: String
  private let cache: PackageCache?
  private let swift: String
  private let timeLimit: Int

  /// So many packages are asked about at the same time; the compiler is what takes long.
  private static let jobs = 4
  private static let outputLimit = 16 << 20

  /// All that was found out.
  public struct Answers: Sendable {
    /// The packages by path from the root of the workspace.
    public var packages: [String: PackageManifest] = [:]
    /// The packages that could not be read, in order of path, and why.
    public var failures: [(path: String, reason: String)] = []

    public init() {}
  }

  /// - Parameters:
  ///   - root: The root of the workspace.
  ///   - cache: The cache for answers; nil for none.
  ///   - swift: The program to run, by its path where it is known.
  ///   - timeLimit: How many milliseconds the answer about one package may take.
  public init(
    root: String, cache: PackageCache?, swift: String, timeLimit: Int = 60_000
  ) {
    self.root = realPath(root) ?? root
    self.cache = cache
    self.swift = swift
    self.timeLimit = timeLimit
  }

  /// A computed manifest, and its package's path from the root.
  public struct Question: Sendable {
    public var path: String
    /// The name and the content of the manifest.
    public var file: String
    public var manifest: [UInt8]
    /// The location of everything in the answer.
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

  /// Describes packages whose manifests are the ones on the disk.
  ///
  /// - Complexity: A run of the compiler for each that the cache does not know.
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
      let key = try key(of: folder)
      let known = cache?.answer(to: key)
      let json: [UInt8]
      if let known { json = known } else { json = try ask(about: folder) }
      guard var package = PackageManifest(dump: json, location: question.location) else {
        throw Failure(reason: "'swift package dump-package' did not print JSON")
      }
      if known == nil { cache?.store(json, for: key) }
      for index in package.dependencies.indices {
        guard case .path(let absolute) = package.dependencies[index].source else { continue }
        package.dependencies[index].source = .path(relativePath(of: absolute, from: folder))
      }
      return package
    }
  }

  /// The compiler sees the files on the disk, and not those of the index or of another revision.
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
    // A hook's variables lead git, which SwiftPM runs, to another repository.
    let variables = ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"]
    let program = Program(
      swift, ["package", "--package-path", folder, "dump-package"],
      in: folder, environment: Dictionary(uniqueKeysWithValues: variables.map { ($0, nil) }),
      timeLimit: timeLimit, outputLimit: Self.outputLimit)
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

  /// All that the answer about a package follows from: which `swift` is asked, where the package
  /// is, its manifests and what they resolve to.
  private func key(of folder: String) throws(Failure) -> [UInt8] {
    // A link may lead to another toolchain tomorrow.
    var key = Array("\(swift)\n\(realPath(swift) ?? "")\n\(folder)\n".utf8)
    do throws(FileError) {
      let tree = try WorkingDirectory(folder)
      let manifests = try tree.entries(of: "").map(\.name).filter {
        $0 == ManifestFiles.usual || ManifestFiles.isVersioned($0)
      }
      guard manifests.contains("Package.swift") else {
        throw FileError.notReadable("it has no Package.swift")
      }
      for file in manifests + ["Package.resolved"] where tree.kind(of: file) != nil {
        var text: [UInt8] = []
        try tree.read(file, limit: Limits.fileSize, into: &text)
        key += Array("\(file) \(text.count)\n".utf8) + text
      }
    } catch {
      throw Failure(reason: error.reason)
    }
    return key
  }

  /// An absolute path as a manifest in `folder` could have it.
  private func relativePath(of path: String, from folder: String) -> String {
    Path.relative(realPath(path) ?? path, to: folder)
  }
}
