// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Library",
  platforms: [.iOS(.v16)],
  products: [
    .library(name: "Library", targets: ["Library"])
  ],
  dependencies: [
    .package(path: "../Player"),
    .package(path: "../../services/Feeds"),
    .package(path: "../../core/Network"),
    .package(path: "../../core/DesignSystem"),
  ],
  targets: [
    .target(
      name: "Library",
      dependencies: [
        "Player",
        "Feeds",
        "FeedsMock",
        "Network",
        "DesignSystem",
      ])
  ]
)
