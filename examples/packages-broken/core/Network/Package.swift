// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Network",
  platforms: [.iOS(.v16)],
  products: [
    .library(name: "Network", targets: ["Network"])
  ],
  dependencies: [
    .package(path: "../DesignSystem"),
    .package(path: "../../services/Feeds"),
    .package(path: "../../tools/Logging"),
  ],
  targets: [
    .target(
      name: "Network", dependencies: ["Feeds", .product(name: "Logging", package: "Logging")])
  ]
)
