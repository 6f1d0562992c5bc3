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
    .package(path: "../../services/Downloads"),
    .package(path: "../../core/DesignSystem"),
  ],
  targets: [
    .target(
      name: "Library",
      dependencies: [
        .product(name: "PlayerInterface", package: "Player"),
        "Feeds",
        "Downloads",
        "DesignSystem",
      ]),
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "Library",
        .product(name: "FeedsMock", package: "Feeds"),
      ]),
  ]
)
