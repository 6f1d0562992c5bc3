// swift-tools-version: 6.2
import PackageDescription

/// A library module of modlint and the modules of this package it links.
struct Module {
  var name: String
  var links: [String]
}

/// The modules by layer, from the top down, as `docs/architecture.md` draws them.
let layers: [(name: String, modules: [Module])] = [
  (
    "application",
    [
      Module(
        name: "modlint",
        links: [
          "Loading", "Workspace", "SourceReading", "WorkspaceReading", "Inference", "Rules",
          "Fixes", "Report", "Architecture", "Editing", "SpecDecoding", "SpecReading", "Owners",
          "Packages", "Git", "Files", "Text", "Graph", "Paths", "Diagnostics",
        ])
    ]
  ),
  (
    "loading",
    [
      Module(
        name: "Loading",
        links: [
          "Workspace", "SourceReading", "WorkspaceReading", "Rules", "Fixes", "Report",
          "Architecture", "Packages", "Git", "Files", "Text", "Graph", "Paths", "Diagnostics",
        ])
    ]
  ),
  (
    "domain",
    [
      Module(
        name: "Rules",
        links: [
          "Workspace", "SourceReading", "Architecture", "Imports", "Text", "Graph", "Paths",
          "Diagnostics",
        ]),
      Module(name: "Inference", links: ["Architecture", "Files", "Graph", "Paths", "Diagnostics"]),
      Module(
        name: "Fixes",
        links: ["Editing", "Files", "Text", "Paths", "Diagnostics"]),
      Module(
        name: "Report", links: ["Layout", "Text", "Graph", "CResources", "Paths", "Diagnostics"]),
    ]
  ),
  (
    "workspace",
    [
      Module(
        name: "Workspace",
        links: [
          "SourceReading", "WorkspaceReading", "SpecDecoding", "SpecReading", "LockFiles",
          "Binaries", "Packages", "Architecture", "Projects", "Files", "Imports", "Text", "Graph",
          "Paths", "Diagnostics",
        ])
    ]
  ),
  (
    "sources",
    [
      Module(
        name: "SourceReading",
        links: [
          "WorkspaceReading", "SpecDecoding", "SpecReading", "LockFiles", "XcodeProjects",
          "Packages", "Architecture", "Projects", "Files", "Imports", "Text", "Graph", "Paths",
          "Diagnostics",
        ])
    ]
  ),
  (
    "reading",
    [
      Module(
        name: "WorkspaceReading",
        links: [
          "SpecDecoding", "SpecChecks", "SpecReading", "LockFiles", "XcodeProjects", "Packages",
          "Architecture", "Projects", "Files", "Imports", "Text", "YAML", "Graph", "Paths",
          "Diagnostics",
        ])
    ]
  ),
  (
    "decoding",
    [
      Module(
        name: "SpecDecoding",
        links: [
          "SpecChecks", "SpecReading", "LockFiles", "Projects", "Files", "Text", "YAML", "Graph",
          "Paths", "Diagnostics",
        ])
    ]
  ),
  (
    "checks",
    [
      Module(
        name: "SpecChecks",
        links: [
          "SpecReading", "Projects", "Files", "Text", "YAML", "Graph", "Paths", "Diagnostics",
        ])
    ]
  ),
  (
    "service",
    [
      Module(
        name: "SpecReading",
        links: ["Projects", "Files", "Text", "YAML", "Graph", "Paths", "Diagnostics"]),
      Module(
        name: "LockFiles",
        links: ["Projects", "Files", "Text", "YAML", "Graph", "Paths", "Diagnostics"]),
      Module(
        name: "XcodeProjects",
        links: ["Projects", "Files", "Text", "Graph", "Paths", "Diagnostics"]),
      Module(name: "Binaries", links: ["Files", "Text", "Graph", "Paths", "Diagnostics"]),
      Module(name: "Git", links: ["Files", "Paths", "Diagnostics"]),
      Module(
        name: "Packages", links: ["Files", "Imports", "YAML", "Paths", "Diagnostics"]),
      Module(name: "Owners", links: ["Files", "Text", "Graph", "Paths", "Diagnostics"]),
      Module(name: "Architecture", links: ["Text", "YAML", "Graph", "Paths", "Diagnostics"]),
      Module(name: "Editing", links: ["Text", "YAML", "Diagnostics"]),
      Module(name: "Layout", links: ["Graph"]),
    ]
  ),
  (
    "model",
    [Module(name: "Projects", links: ["Text", "Graph", "Paths", "Diagnostics"])]
  ),
  (
    "core",
    [
      Module(name: "Files", links: ["CPlatform", "Paths", "Diagnostics"]),
      Module(name: "Imports", links: ["Diagnostics"]),
      Module(name: "Text", links: ["Diagnostics"]),
      Module(name: "YAML", links: ["CLibYAML", "Diagnostics"]),
      Module(name: "Graph", links: ["Paths", "Diagnostics"]),
    ]
  ),
  (
    "shared",
    [
      Module(name: "Diagnostics", links: []),
      Module(name: "Paths", links: []),
      Module(name: "CPlatform", links: []),
      Module(name: "CResources", links: []),
      Module(name: "CLibYAML", links: []),
    ]
  ),
]

// modlint keeps its own ground rules: a module links only modules of lower layers.
var lower: Set<String> = []
for (layer, modules) in layers.reversed() {
  for module in modules where !lower.isSuperset(of: module.links) {
    let wrong = Set(module.links).subtracting(lower).sorted()
    fatalError("'\(module.name)' (\(layer)) links \(wrong), but may link only \(lower.sorted())")
  }
  lower.formUnion(modules.map(\.name))
}

/// What `name` links according to the table.
func links(of name: String) -> [Target.Dependency] {
  guard let module = layers.lazy.flatMap(\.modules).first(where: { $0.name == name }) else {
    fatalError("'\(name)' is in no layer")
  }
  return module.links.map { .init(stringLiteral: $0) }
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The targets of the modules that are Swift sources and nothing else.
let libraries = layers.flatMap(\.modules).map(\.name)
  .filter { !["modlint", "Report", "CPlatform", "CResources", "CLibYAML"].contains($0) }
  .map { Target.target(name: $0, dependencies: links(of: $0), swiftSettings: strict) }

// `.ci/run` tests a release. To optimize the tests as well would take longer than to run them.
func tests(_ name: String, of modules: [String], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: modules.map { .init(stringLiteral: $0) }, exclude: exclude,
    swiftSettings: strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))])
}

let package = Package(
  name: "modlint",
  products: [.executable(name: "modlint", targets: ["modlint"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: libraries + [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(name: "CPlatform"),
    .target(name: "CResources"),
    .target(
      name: "Report", dependencies: links(of: "Report"),
      exclude: ["Page", "Schemas"],
      swiftSettings: strict),
    .executableTarget(
      name: "modlint",
      dependencies: links(of: "modlint") + [
        .product(name: "ArgumentParser", package: "swift-argument-parser")
      ],
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["Files", "YAML", "Paths", "Diagnostics"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .target(name: "ProgramRuns", path: "Tests/ProgramRuns", swiftSettings: strict),
    .target(
      name: "LinkingSimulation", path: "Tests/LinkingSimulation", swiftSettings: strict),
    tests("DiagnosticsTests", of: ["Diagnostics"]),
    tests("PathsTests", of: ["Paths"]),
    tests("FilesTests", of: ["Files", "Diagnostics", "TestSupport"]),
    tests("ImportsTests", of: ["Imports", "Diagnostics", "TestSupport"]),
    tests("TextTests", of: ["Text", "Diagnostics", "TestSupport"]),
    tests("YAMLTests", of: ["YAML", "Diagnostics", "TestSupport"]),
    tests("ProjectsTests", of: ["Projects"]),
    tests("GraphTests", of: ["Graph", "Diagnostics", "TestSupport"]),
    tests(
      "SpecsTests",
      of: [
        "SpecReading", "SpecChecks", "SpecDecoding", "LockFiles", "Projects", "Report", "YAML",
        "Files", "Graph", "Paths", "Diagnostics", "TestSupport",
      ]),
    tests(
      "XcodeProjectsTests",
      of: ["XcodeProjects", "Projects", "Files", "Text", "Graph", "Diagnostics", "TestSupport"]),
    tests("BinariesTests", of: ["Binaries", "Files", "Graph", "Diagnostics", "TestSupport"]),
    tests("GitTests", of: ["Git", "Files", "Paths", "Diagnostics", "TestSupport"]),
    tests("PackagesTests", of: ["Packages", "Files", "Graph", "Diagnostics", "TestSupport"]),
    tests("OwnersTests", of: ["Owners", "Files", "Diagnostics", "TestSupport"]),
    tests("ArchitectureTests", of: ["Architecture", "Graph", "Paths", "Diagnostics"]),
    tests(
      "RulesTests", of: ["Rules", "Architecture", "YAML", "Graph", "Diagnostics", "TestSupport"]),
    tests(
      "WorkspaceTests",
      of: [
        "Workspace", "SourceReading", "WorkspaceReading", "SpecDecoding", "SpecReading", "Projects",
        "Architecture", "Files", "Graph",
        "Diagnostics",
        "TestSupport",
      ]),
    tests(
      "PipelineTests",
      of: [
        "Workspace", "WorkspaceReading", "Rules", "Inference", "Architecture", "Files", "Graph",
        "Paths", "Diagnostics",
        "TestSupport", "LinkingSimulation",
      ]),
    tests("EditingTests", of: ["Editing", "YAML", "Diagnostics", "TestSupport"]),
    tests("LayoutTests", of: ["Layout", "Graph", "TestSupport"]),
    tests("ReportTests", of: ["Report", "Text", "Graph", "Diagnostics", "Layout", "TestSupport"]),
    tests(
      "GoldenTests", of: ["modlint", "Rules", "Architecture", "Diagnostics", "ProgramRuns"],
      exclude: ["Cases"]),
    tests(
      "SystemTests",
      of: [
        "modlint", "Rules", "Report", "Architecture", "Diagnostics", "TestSupport",
        "LinkingSimulation", "ProgramRuns",
      ], exclude: ["Stories"]),
  ]
)

// Only libFuzzer gives this program its `main`, so that scripts/fuzz.sh alone asks for it.
if Context.environment["MODLINT_FUZZING"] != nil {
  let modules = [
    "Workspace", "WorkspaceReading", "Report", "SpecDecoding", "SpecReading", "Projects",
    "Binaries", "Packages",
    "Owners", "Rules",
    "Architecture",
    "Editing", "Files",
    "Imports", "Text", "YAML", "Graph", "Diagnostics", "TestSupport", "LinkingSimulation",
  ]
  package.targets.append(
    .executableTarget(
      name: "Fuzzing", dependencies: modules.map { .init(stringLiteral: $0) },
      path: "Tests/Fuzzing", swiftSettings: strict))
}
