// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "Lending",
  products: [
    .executable(name: "lending", targets: ["lending"]),
    .library(name: "Loans", targets: ["Loans"]),
  ],
  targets: [
    .executableTarget(
      name: "lending", dependencies: ["Catalogue", "Loans", "Reminders"],
      path: "Sources/App/lending"),

    .target(name: "Catalogue", dependencies: ["Storage"], path: "Sources/Features/Catalogue"),
    .target(
      name: "Loans", dependencies: ["Accounts", "Storage", "Models"], path: "Sources/Features/Loans"
    ),
    .target(
      name: "Reminders", dependencies: ["Mail", "Clock"], path: "Sources/Features/Reminders"),

    .target(name: "Accounts", dependencies: ["Models"], path: "Sources/Services/Accounts"),
    .target(name: "Mail", dependencies: ["Models"], path: "Sources/Services/Mail"),
    .target(name: "Storage", dependencies: ["Models"], path: "Sources/Services/Storage"),

    .target(name: "Clock", path: "Sources/Core/Clock"),
    .target(name: "Models", path: "Sources/Core/Models"),

    .testTarget(
      name: "LoansTests", dependencies: ["Loans", "Models"], path: "Tests/Features/LoansTests"),
    .testTarget(
      name: "RemindersTests", dependencies: ["Reminders"], path: "Tests/Features/RemindersTests"),
    .testTarget(
      name: "StorageTests", dependencies: ["Storage"], path: "Tests/Services/StorageTests"),
  ]
)
