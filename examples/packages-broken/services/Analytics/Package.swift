// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Analytics",
  platforms: [.iOS(.v16)],
  products: [
    .library(name: "Analytics", type: .static, targets: ["Analytics"])
  ],
  dependencies: [
    .package(url: "https://github.com/nmdias/FeedKit.git", from: "8.0.0")
  ],
  targets: [
    .target(name: "Analytics", dependencies: ["FeedKit"])
  ]
)
