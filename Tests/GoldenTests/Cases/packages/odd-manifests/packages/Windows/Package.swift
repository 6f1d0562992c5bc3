// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Windows",
  products: [.library(name: "Windows", targets: ["Windows"])],
  targets: [.target(name: "Windows")]
)
