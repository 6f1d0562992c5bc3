// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Feeds",
  platforms: [.iOS(.v16)],
  products: [
    .library(name: "Feeds", targets: ["Feeds"]),
    .library(name: "FeedsMock", targets: ["FeedsMock"]),
  ],
  dependencies: [
    .package(path: "../../core/Network"),
    .package(url: "https://github.com/nmdias/FeedKit.git", from: "9.1.2"),
  ],
  targets: [
    .target(name: "Feeds", dependencies: ["Network", "FeedKit"]),
    .target(name: "FeedsMock", dependencies: ["Feeds"]),
    .testTarget(name: "FeedsTests", dependencies: ["Feeds"]),
  ]
)
