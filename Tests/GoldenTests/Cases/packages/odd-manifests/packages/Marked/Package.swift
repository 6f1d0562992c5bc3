// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Marked",
  products: [.library(name: "Marked", targets: ["Marked"])],
  targets: [.target(name: "Marked")]
)
