// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "yams-load",
  dependencies: [.package(url: "https://github.com/jpsim/Yams", from: "6.0.0")],
  targets: [.executableTarget(name: "yams-load", dependencies: ["Yams"])])
