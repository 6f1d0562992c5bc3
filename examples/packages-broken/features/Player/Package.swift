// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Player",
  platforms: [.iOS(.v16)],
  products: [
    .library(name: "Player", targets: ["Player", "PlayerSkins"]),
    .library(name: "PlayerInterface", targets: ["PlayerInterface"]),
  ],
  dependencies: [
    .package(path: "../../core/DesignSystem")
  ],
  targets: [
    .target(name: "PlayerInterface"),
    .target(name: "Player", dependencies: ["PlayerInterface", "DesignSystem"]),
  ]
)
