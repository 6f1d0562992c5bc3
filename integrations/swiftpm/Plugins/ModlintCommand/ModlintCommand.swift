import Foundation
import PackagePlugin

/// Runs modlint with the arguments after `swift package modlint`, and ends as it ends.
@main
struct ModlintCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let modlint = Process()
    modlint.executableURL = URL(fileURLWithPath: try context.tool(named: "modlint").path.string)
    modlint.arguments = arguments
    try modlint.run()
    modlint.waitUntilExit()
    guard modlint.terminationReason == .exit else {
      Diagnostics.error("modlint ended by signal \(modlint.terminationStatus)")
      exit(1)
    }
    exit(modlint.terminationStatus)
  }
}
