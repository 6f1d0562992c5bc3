import Foundation
import ProgramRuns
import TestSupport
import Testing

/// Nothing outside of the repository is opened or listed, whatever paths in files and links say.
///
/// strace is the witness: a line of it has the path of each descriptor, at the end of all links.
@Suite struct BoundaryTests {
  private static let strace = "/usr/bin/strace"

  static let commands: [[String]] = [
    ["lint"], ["lint", "--format", "json"], ["lint", "App/main.swift"], ["stats"], ["brief"],
    ["list", "--externals"], ["graph", "--format", "json", "--tests", "--externals"],
    ["why", "App", "Kit"], ["init", "--print"], ["fix", "--diff"], ["dump", "project.yml"],
  ]

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)), arguments: commands)
  func nothingElsewhereIsOpened(_ command: [String]) throws {
    let folder = try TemporaryFolder(Self.files.merging(Self.elsewhere) { $1 })
    for (link, target) in Self.links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.full(link), withDestinationPath: target)
    }
    for repository in ["specs", "packages"] {
      let trace = folder.full("trace")
      let process = GoldenCase.process([], in: URL(filePath: folder.full(repository)))
      process.arguments =
        ["-f", "-y", "-e", "trace=open,openat,openat2,getdents64", "-o", trace]
        + [try #require(process.executableURL).path] + command
      process.executableURL = URL(filePath: Self.strace)
      _ = try process.finish()
      let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      #expect(calls.contains { $0.contains("/\(repository)/") || $0.contains("/\(repository)>") })
      let opened = calls.filter { call in
        let place = call.contains("getdents64(") ? call[...] : call.split(separator: " = ").last
        return place?.contains("/elsewhere") ?? false
      }
      #expect(opened == [], "\(repository): \(command)")
    }
  }

  private static let links = [
    ("specs/link", "../elsewhere"), ("specs/App/sources", "../../elsewhere/Code"),
    ("specs/main.swift", "../elsewhere/Code/a.swift"),
    ("specs/CODEOWNERS", "../elsewhere/rules.yml"),
    ("specs/Podfile.lock", "../elsewhere/Podfile.lock"), ("packages/link", "../elsewhere"),
    ("packages/Two/Sources/Two/more", "../../../../elsewhere/Code"),
    ("packages/Two/Sources/Two/a.swift", "../../../../elsewhere/Code/a.swift"),
  ]

  private static let elsewhere = [
    "elsewhere/Code/a.swift": "import Kit\n", "elsewhere/Code/b.h": "#import <Kit/Kit.h>\n",
    "elsewhere/Out/Package.swift": manifest("Out"), "elsewhere/Out/Sources/Out/a.swift": "",
    "elsewhere/a.xcconfig": "OTHER_LDFLAGS = -framework Kit\n", "elsewhere/b.xcconfig": "A = b\n",
    "elsewhere/Info.plist": "<plist><dict/></plist>", "elsewhere/run.sh": "swiftgen Kit\n",
    "elsewhere/App.entitlements": "<plist><dict/></plist>", "elsewhere/list.xcfilelist": "a\n",
    "elsewhere/Other/project.yml": "name: Other\ntargets: {Other: {type: framework}}\n",
    "elsewhere/Ref.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{ objects = {}; }\n",
    "elsewhere/Lib.framework/Lib": "x", "elsewhere/module.modulemap": "module X {}\n",
    "elsewhere/rules.yml": "version: 1\n", "elsewhere/Podfile.lock": "PODS:\n",
  ]

  private static func manifest(
    _ name: String, dependencies: String = "", target: String = ""
  ) -> String {
    """
    // swift-tools-version: 5.9
    import PackageDescription
    let package = Package(
      name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(dependencies)], targets: [.target(name: "\(name)"\(target))])
    """
  }

  private static let rules = """
    version: 1
    layers: [{name: all, modules: ["**"], within: "*"}]
    rules: {undeclared-import: error, unused-link: warning, orphan: warning, static-resources: error}

    """

  private static let files = [
    "specs/.git/HEAD": "ref: refs/heads/main\n", "packages/.git/HEAD": "ref: refs/heads/main\n",
    "specs/rules.yml": rules, "packages/rules.yml": rules,
    "specs/App/main.swift": "import Kit\n", "specs/Lib/a.swift": "import Kit\n",
    "specs/here.xcconfig": "#include \"../elsewhere/b.xcconfig\"\n#include? \"link/b.xcconfig\"\n",
    "specs/Kit/Package.swift": manifest(
      "Kit",
      dependencies: ".package(path: \"../../elsewhere/Out\"), .package(path: \"../link/Out\")",
      target: """
        , dependencies: ["Out"], path: "../../elsewhere/Code", publicHeadersPath: "../../elsewhere"
        """),
    "packages/Kit/Package.swift": manifest(
      "Kit", dependencies: ".package(path: \"../../elsewhere/Out\")",
      target: ", dependencies: [\"Out\"], path: \"../../elsewhere/Code\""),
    "packages/Two/Package.swift": manifest(
      "Two", dependencies: ".package(path: \"../Kit\"), .package(path: \"../link/Out\")",
      target: ", dependencies: [\"Kit\"]"),
    "packages/Two/Sources/Two/main.swift": "import Kit\n",
    "specs/project.yml": """
    name: App
    packages:
      Out: {path: ../elsewhere/Out}
      Kit: {path: Kit}
      Linked: {path: link/Out}
      Climbing: {path: ../../../../../../../elsewhere/Out}
    projectReferences:
      Ref: {path: ../elsewhere/Ref.xcodeproj}
      LinkedRef: {path: link/Ref.xcodeproj}
      Other: {path: ../elsewhere/Other/Other.xcodeproj}
    configFiles: {Debug: ../elsewhere/a.xcconfig, Release: link/a.xcconfig}
    fileGroups: [../elsewhere/Code]
    targets:
      App:
        type: application
        platform: iOS
        sources: [App, ../elsewhere/Code, link/Code, main.swift, {path: ../../.., optional: true}]
        configFiles: {Debug: ../elsewhere/a.xcconfig, Release: here.xcconfig}
        info: {path: ../elsewhere/Info.plist}
        entitlements: {path: ../elsewhere/App.entitlements}
        settings:
          INFOPLIST_FILE: link/Info.plist
          CODE_SIGN_ENTITLEMENTS: link/App.entitlements
          SWIFT_OBJC_BRIDGING_HEADER: ../elsewhere/Code/b.h
          HEADER_SEARCH_PATHS: ../elsewhere/Code
          FRAMEWORK_SEARCH_PATHS: ../elsewhere
          MODULEMAP_FILE: ../elsewhere/module.modulemap
        preBuildScripts:
          - {name: a, path: ../elsewhere/run.sh, inputFileLists: [../elsewhere/list.xcfilelist]}
          - {name: b, path: link/run.sh}
        postCompileScripts: [{name: c, script: sh ../elsewhere/run.sh}]
        dependencies:
          - {package: Kit}
          - {package: Out}
          - {package: Linked, product: Out}
          - {framework: ../elsewhere/Lib.framework}
          - {framework: link/Lib.framework}
          - {bundle: ../elsewhere/Lib.framework}
          - {target: Ref/Thing}
          - {target: Other/Other}
          - {target: Lib}
      Lib:
        type: framework
        platform: iOS
        sources: [{path: ../elsewhere/Code}, Lib]

    """,
  ]
}
