import Diagnostics
import Files
import Foundation
import Packages
import TestSupport
import Testing

/// Holds the reader of manifests against `swift package dump-package` on generated manifests: it must
/// say the same, or that the manifest is computed.
///
/// Each takes the compiler a second, so this runs only where `MODLINT_MANIFESTS` says how many. The folder
/// `MODLINT_MANIFEST_DUMPS` keeps what the compiler said for the next run.
@Suite struct ManifestDifferenceTests {
  private static let count =
    ProcessInfo.processInfo.environment["MODLINT_MANIFESTS"].flatMap { Int($0) } ?? 0

  /// What `dump-package` says of a manifest; nil if it refuses it.
  private static func dump(seed: Int, of text: String) throws -> [UInt8]? {
    let cache = ProcessInfo.processInfo.environment["MODLINT_MANIFEST_DUMPS"]
      .map { URL(fileURLWithPath: "\($0)/\(seed).json") }
    if let cache, let kept = try? Data(contentsOf: cache) {
      return kept.isEmpty ? nil : [UInt8](kept)
    }
    let swift = try #require(
      Program.path(of: "swift", in: ProcessInfo.processInfo.environment["PATH"] ?? ""))
    let folder = try TemporaryFolder(["Package.swift": text])
    let result = try Program(
      swift, ["package", "--package-path", folder.path, "dump-package"], in: folder.path,
      timeLimit: 120_000, outputLimit: 16 << 20
    ).run()
    let output = result.status == 0 ? result.output : []
    // The folder is part of absolute paths, and the one above it, too.
    let parent = URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
    let text = String(decoding: output, as: UTF8.self)
      .replacing("\(folder.path)/", with: "\(folderOfDumps)/")
      .replacing("\(parent)/", with: "/manifests/of/the/")
    try cache.map { try Data(text.utf8).write(to: $0) }
    return result.status == 0 ? [UInt8](text.utf8) : nil
  }

  private static let folderOfDumps = "/manifests/of/the/test"

  @Test(.enabled(if: count > 0))
  func agreesWithTheCompiler() throws {
    var (literal, refused) = (0, 0)
    for seed in 0..<Self.count {
      var generator = ManifestGenerator(seed: UInt64(seed))
      let text = generator.manifest()
      let start = Position(line: 1, column: 1)
      let place = SourceRange(file: FileID(index: 0), start: start, end: start)
      let output = try Self.dump(seed: seed, of: text)
      let contents = ManifestReader.read(Array(text.utf8), file: FileID(index: 0))
      guard let dumped = output.flatMap({ PackageManifest(dump: $0, location: place) })
      else {
        refused += 1
        if !generator.isBroken { print("seed \(seed) is refused") }
        if generator.isBroken, !generator.mayBreakUnusedCode, case .literal = contents {
          Issue.record("seed \(seed) is refused by the compiler and was read:\n\(text)")
        }
        continue
      }
      guard case .literal(let manifest) = contents else { continue }
      literal += 1
      let read = manifest.comparable(in: Self.folderOfDumps, at: place)
      var said = dumped.comparable(in: "", at: place)
      for (index, dependency) in read.dependencies.enumerated()
      where dependency.requirement == nil && said.dependencies.indices.contains(index) {
        said.dependencies[index].requirement = nil
      }
      // Platforms of one's own are not read.
      if read.minimums.isEmpty { said.minimums = [] }
      #expect(read == said, "seed \(seed):\n\(text)")
    }
    print("\(Self.count) manifests: \(literal) literal and equal, \(refused) refused")
    #expect(literal > Self.count / 4)
  }
}

extension PackageManifest {
  /// Gives everything one place.
  fileprivate mutating func move(to place: SourceRange) {
    for index in products.indices {
      products[index].location = place
      for target in products[index].targets.indices {
        products[index].targets[target].location = place
      }
    }
    for index in targets.indices {
      targets[index].location = place
      for other in targets[index].dependencies.indices {
        targets[index].dependencies[other].location = place
      }
      for other in targets[index].plugins.indices {
        targets[index].plugins[other].location = place
      }
    }
    for index in dependencies.indices { dependencies[index].location = place }
    for index in minimums.indices { minimums[index].location = place }
  }

  /// The same without what `dump-package` does not say, or says in other words.
  fileprivate func comparable(in folder: String, at place: SourceRange) -> PackageManifest {
    var copy = self
    copy.move(to: place)
    copy.dependsOnHost = false
    for index in copy.minimums.indices where copy.minimums[index].version.hasSuffix(".0") {
      copy.minimums[index].version.removeLast(2)
    }
    for index in copy.dependencies.indices {
      copy.dependencies[index].name = nil
      if copy.dependencies[index].requirement?.contains(" through ") ?? false {
        copy.dependencies[index].requirement = nil
      }
      if case .path(let path) = copy.dependencies[index].source {
        let full = URL(fileURLWithPath: folder.isEmpty ? path : folder + "/" + path)
        copy.dependencies[index].source = .path(full.standardizedFileURL.path)
      }
    }
    return copy
  }
}
