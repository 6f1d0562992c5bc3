internal import Diagnostics
internal import Files

/// Asks `swift` about the Swift packages of a workspace.
///
/// Manifests are programs: nobody but the compiler knows what is in one, so none is read as text.
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
    /// The packages by their path from the root of the workspace.
    public var packages: [String: PackageDescription] = [:]
    /// The packages that stay unknown, in order of path, and why.
    public var failures: [(path: String, reason: String)] = []

    public init() {}
  }

  /// - Parameters:
  ///   - root: The root of the workspace.
  ///   - cache: Where answers are kept; nil to ask anew.
  ///   - swift: The program to ask, by its path where it is known.
  ///   - timeLimit: How many milliseconds the answer about one package may take.
  public init(
    root: String, cache: PackageCache?, swift: String, timeLimit: Int = 60_000
  ) {
    self.root = realPath(root) ?? root
    self.cache = cache
    self.swift = swift
    self.timeLimit = timeLimit
  }

  /// Describes the packages at `paths`, which start from the root, and all packages in folders that
  /// they depend on.
  public func describe(_ paths: some Sequence<String>) -> Answers {
    var answers = Answers()
    var seen = Set(paths)
    var pending = Array(seen)
    while !pending.isEmpty {
      let asked = pending.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      pending = []
      for (path, answer) in zip(
        asked, inParallel(asked.count, jobs: Self.jobs) { self.answer(about: asked[$0]) })
      {
        switch answer {
        case .success(let package):
          answers.packages[path] = package
          for case .local(let other) in package.dependencies where seen.insert(other).inserted {
            pending.append(other)
          }
        case .failure(let failure): answers.failures.append((path, failure.reason))
        }
      }
    }
    answers.failures.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return answers
  }

  private struct Failure: Error {
    var reason: String
  }

  private func answer(about path: String) -> Result<PackageDescription, Failure> {
    Result { () throws(Failure) in
      guard let folder = realPath(path.hasPrefix("/") ? path : join(root, path)) else {
        throw Failure(reason: "no such folder")
      }
      let key = try key(of: folder)
      let known = cache?.answer(to: key)
      let json: [UInt8]
      if let known { json = known } else { json = try ask(about: folder) }
      guard let package = PackageDescription(json: json) else {
        throw Failure(reason: "'swift package describe' did not print JSON")
      }
      if known == nil { cache?.store(json, for: key) }
      return package.relocated { relativePath(of: $0) }
    }
  }

  private func ask(about folder: String) throws(Failure) -> [UInt8] {
    // A hook's variables lead git, which SwiftPM runs, to another repository.
    let variables = ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_PREFIX"]
    let program = Program(
      swift, ["package", "--package-path", folder, "describe", "--type", "json"],
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
      reason: "'swift package describe' failed" + (line.map { ": \($0)" } ?? ""))
  }

  /// All that the answer about a package follows from: which `swift` is asked, where the package is,
  /// its manifests and what they resolve to.
  private func key(of folder: String) throws(Failure) -> [UInt8] {
    // A link may lead to another toolchain tomorrow.
    var key = Array("\(swift)\n\(realPath(swift) ?? "")\n\(folder)\n".utf8)
    do throws(FileError) {
      let tree = try WorkingDirectory(folder)
      let manifests = try tree.entries(of: "").map(\.name).filter {
        $0 == "Package.swift" || $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift")
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

  /// An absolute path as specifications in the workspace name it: from its root.
  private func relativePath(of path: String) -> String {
    guard let real = realPath(path) else { return path }
    return Path.relative(real, to: root)
  }
}

extension PackageDescription {
  /// The same with the paths of its dependencies written another way.
  fileprivate func relocated(_ path: (String) -> String) -> PackageDescription {
    var copy = self
    copy.dependencies = dependencies.map { dependency in
      guard case .local(let absolute) = dependency else { return dependency }
      return .local(path: path(absolute))
    }
    return copy
  }
}
