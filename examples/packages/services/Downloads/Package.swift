// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Downloads",
  platforms: [.iOS(.v16)],
  products: [
    .library(name: "Downloads", targets: ["Downloads"])
  ],
  dependencies: [
    .package(path: "../../core/Network")
  ],
  targets: [
    .target(name: "Downloads", dependencies: ["Network"]),
    .testTarget(name: "DownloadsTests", dependencies: ["Downloads"]),
  ]
)
