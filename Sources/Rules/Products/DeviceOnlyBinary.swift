public import Architecture
public import Diagnostics
import Graph

/// Reports vendored iOS libraries without code for simulators.
///
/// Devices and simulators on Apple silicon share an architecture, so the linker finds code for the
/// wrong platform. An XCFramework has one library for each.
public struct DeviceOnlyBinary: Rule {
  public static let id: RuleID = "device-only-binary"
  public static let summary = "a vendored library has code for devices and none for simulators"
  public static let defaultSeverity: Severity? = .warning

  public init(options: RuleOptions) {}

  public func check(_ layered: LayeredGraph, _ findings: inout Findings) {
    let graph = layered.graph
    for library in graph.externals where !layered.isIgnored(library) {
      let fact = graph[library].facts.first { $0.platforms.contains(.iOS) }
      guard let fact, let slices = fact.phoneSlices, slices.contains(.device),
        !slices.contains(.simulatorARM)
      else { continue }
      for link in graph.links(to: library) {
        guard link.flags.contains(.linked), !link.flags.contains(.derived),
          link.platforms.intersection(graph[link.from].platforms).contains(.iOS),
          !layered.isIgnored(link.from)
        else { continue }
        let names = (graph.shownName(link.from), graph.shownName(library))
        findings.add(
          .lacksSimulator(names.0, names.1, hasIntel: slices.contains(.simulatorIntel)), link: link,
          help: [.useXCFramework(names.1)])
      }
    }
  }
}

extension Diagnostic.Message {
  fileprivate static func lacksSimulator(
    _ module: String, _ library: String, hasIntel: Bool
  ) -> Self {
    hasIntel
      ? "'\(module)' links '\(library)', which is built for devices and for simulators on Intel alone"
      : "'\(module)' links '\(library)', which is built for devices alone and fails in simulators"
  }

  fileprivate static func useXCFramework(_ library: String) -> Self {
    "replace it with '\(library).xcframework', which has a library for each of them"
  }
}
