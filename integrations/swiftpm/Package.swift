// swift-tools-version: 5.9
import PackageDescription

// A package for `swift package modlint`, to be copied; docs/install.md says how.
let package = Package(
  name: "ModlintPlugin",
  products: [.plugin(name: "ModlintCommand", targets: ["ModlintCommand"])],
  targets: [
    .binaryTarget(name: "modlint", path: "modlint.artifactbundle"),
    .plugin(
      name: "ModlintCommand",
      capability: .command(
        intent: .custom(verb: "modlint", description: "Check the module graph")),
      dependencies: ["modlint"]),
  ]
)
