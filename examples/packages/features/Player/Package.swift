// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Player",
  platforms: [.iOS(.v16)],
  products: [
    .library(name: "Player", targets: ["Player"]),
    .library(name: "PlayerInterface", targets: ["PlayerInterface"]),
  ],
  dependencies: [
    .package(path: "../../services/Downloads"),
    .package(path: "../../core/DesignSystem"),
  ],
  targets: [
    // What other features know.
    .target(name: "PlayerInterface"),
    .target(name: "Player", dependencies: ["PlayerInterface", "PlayerEngine", "DesignSystem"]),
    // No product: only targets of this package can link it.
    .target(name: "PlayerEngine", dependencies: ["Downloads"]),
    .testTarget(name: "PlayerEngineTests", dependencies: ["PlayerEngine"]),
  ]
)
