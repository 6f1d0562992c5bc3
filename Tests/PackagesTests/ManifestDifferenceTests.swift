import Diagnostics
import Files
import Foundation
import Packages
import TestSupport
import Testing

/// Holds the reader of manifests against `swift package dump-package` on generated manifests: it must
/// say the same, or that the manifest is computed.
///
/// Each takes the compiler a second, so this runs only where `MODLINT_MANIFESTS` says how many.
@Suite struct ManifestDifferenceTests {
  private static let count =
    ProcessInfo.processInfo.environment["MODLINT_MANIFESTS"].flatMap { Int($0) } ?? 0

  @Test(.enabled(if: count > 0))
  func agreesWithTheCompiler() throws {
    let swift = try #require(
      Program.path(of: "swift", in: ProcessInfo.processInfo.environment["PATH"] ?? ""))
    var (literal, refused) = (0, 0)
    for seed in 0..<Self.count {
      var generator = ManifestGenerator(seed: UInt64(seed))
      let text = generator.manifest()
      let folder = try TemporaryFolder(["Package.swift": text])
      let start = Position(line: 1, column: 1)
      let place = SourceRange(file: FileID(index: 0), start: start, end: start)
      let result = try Program(
        swift, ["package", "--package-path", folder.path, "dump-package"], in: folder.path,
        timeLimit: 120_000, outputLimit: 16 << 20
      ).run()
      let contents = ManifestReader.read(Array(text.utf8), file: FileID(index: 0))
      guard result.status == 0, let dumped = PackageManifest(dump: result.output, location: place)
      else {
        refused += 1
        if !generator.isBroken { print("seed \(seed): \(result.standardError.suffix(200))") }
        if generator.isBroken, case .literal = contents {
          Issue.record("seed \(seed) is refused by the compiler and was read:\n\(text)")
        }
        continue
      }
      guard case .literal(let manifest) = contents else { continue }
      literal += 1
      let read = manifest.comparable(in: folder.path, at: place)
      var said = dumped.comparable(in: "", at: place)
      for (index, dependency) in read.dependencies.enumerated()
      where dependency.requirement == nil && said.dependencies.indices.contains(index) {
        said.dependencies[index].requirement = nil
      }
      #expect(read == said, "seed \(seed):\n\(text)")
    }
    print("\(Self.count) manifests: \(literal) literal and equal, \(refused) refused")
    #expect(literal > Self.count / 4)
  }
}

extension PackageManifest {
  /// The same without what `dump-package` does not say, or says in other words.
  fileprivate func comparable(in folder: String, at place: SourceRange) -> PackageManifest {
    var copy = self
    copy.move(to: place)
    copy.dependsOnHost = false
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
