import Diagnostics
import Foundation
import Imports
import TestSupport
import Testing

/// Holds the scanner against a slow lexer and against the compiler, on generated sources.
@Suite struct GeneratedSourceTests {
  /// Each takes the compiler some time, so that runs only where `MODLINT_IMPORTS` says how many.
  private static let count =
    ProcessInfo.processInfo.environment["MODLINT_IMPORTS"].flatMap { Int($0) } ?? 0

  @Test(arguments: 0..<8)
  func findsWhatTheSlowLexerFinds(_ part: Int) {
    var total = 0
    for seed in (part * 200)..<(part + 1) * 200 {
      var generator = SwiftSourceGenerator(seed: UInt64(seed))
      let source = seed % 4 == 0 ? Array(generator.source().utf8) : generator.soup()
      let found = SourceLanguage.swift.imports(in: source).map { found in
        NaiveImports.Import(
          module: Array(found.module.utf8), line: Int(found.position.line),
          column: Int(found.position.column), isReexported: found.isReexported
        ).description
      }
      let expected = NaiveImports(source).imports().map(\.description)
      #expect(found == expected, "seed \(seed):\n\(String(decoding: source, as: UTF8.self))")
      total += found.count
    }
    #expect(total > 200)
  }

  @Test func everyPrefixOfASourceCanBeRead() {
    for seed in 0..<6 {
      var generator = SwiftSourceGenerator(seed: UInt64(seed))
      let source = Array(generator.source().utf8)
      for length in 0...source.count {
        let prefix = Array(source.prefix(length))
        for language in [SourceLanguage.swift, .cFamily] {
          let places = language.imports(in: prefix).map(\.position)
          #expect(places == places.sorted())
        }
        #expect(
          SourceLanguage.swift.imports(in: prefix).count == NaiveImports(prefix).imports().count)
        #expect(mentions(of: ["importer1"], in: prefix, .swift).count <= 1)
        #expect(mentions(of: ["importer1"], in: prefix, .cFamily).count <= 1)
      }
    }
  }

  @Test(.enabled(if: count > 0))
  func findsWhatTheCompilerFinds() throws {
    var total = 0
    for seed in 0..<Self.count {
      var generator = SwiftSourceGenerator(seed: UInt64(seed))
      let source = generator.source()
      let answer = try Prescan.answer(to: source)
      let expected = Set(answer.imports).subtracting(Prescan.implicit)
      let found = SourceLanguage.swift.imports(in: Array(source.utf8))
        .filter { $0.condition.holdsOnLinux }.map(\.module)
      #expect(Set(found) == expected, "seed \(seed):\n\(source)")
      total += found.count
    }
    print("\(Self.count) sources: \(total) imports")
    #expect(total > Self.count)
  }

  private struct Prescan: Decodable {
    var imports: [String]

    /// What each source imports without a word.
    static let implicit: Set = [
      "Swift", "SwiftOnoneSupport", "_Concurrency", "_SwiftConcurrencyShims", "_StringProcessing",
    ]

    /// Runs the compiler on a source.
    static func answer(to source: String) throws -> Prescan {
      let folder = try TemporaryFolder(["Source.swift": source])
      let output = Pipe()
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "swiftc", "-frontend", "-scan-dependencies", "-import-prescan",
        "\(folder.path)/Source.swift",
      ]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let json = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return try JSONDecoder().decode(Prescan.self, from: json)
    }
  }
}

extension ImportCondition {
  /// Whether it holds for a compiler on Linux that knows no flags.
  fileprivate var holdsOnLinux: Bool {
    switch self {
    case .always: true
    case .os(let name): name == "Linux"
    case .flag, .targetEnvironment, .canImport, .unknown: false
    case .not(let inner): !inner.holdsOnLinux
    case .all(let parts): parts.allSatisfy(\.holdsOnLinux)
    case .any(let parts): parts.contains { $0.holdsOnLinux }
    }
  }
}
