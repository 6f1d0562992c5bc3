internal import Diagnostics
public import Graph
internal import Paths
internal import SpecReading
public import YAML

// Destinations and SDKs that XcodeGen rejects.
extension SpecChecker {
  /// Reports destinations that contradict the platform of the target or each other.
  public mutating func checkDestinations(
    _ list: NodeID, of target: String, _ type: ProductType, _ platform: Platform
  ) {
    guard tree.isSequence(list), !tree.hasVariables(list) else { return }
    var places: [String: NodeID] = [:]
    for element in tree.elements(of: list) where tree.isText(element) {
      let name = tree.string(element)
      if places[name] == nil { places[name] = element }
    }
    if platform == .watchOS { return refuse(.watchWithDestinations(target), at: list) }
    if type.isApp, let place = places["watchOS"] {
      refuse(.watchAmongDestinations(target), at: place, help: [.makeWatchTarget])
    }
    if let catalyst = places["macCatalyst"] {
      if let mac = places["macOS"] {
        let later = tree.range(of: mac) < tree.range(of: catalyst) ? catalyst : mac
        refuse(.twoMacs(target), at: later)
      }
      if platform != .iOS, platform != .auto {
        refuse(.catalystNeedsIOS(target, platform.rawValue), at: catalyst)
      }
    }
    let name = platform.rawValue
    guard platform != .auto, !places.keys.contains(where: { $0.lowercased() == name.lowercased() })
    else { return }
    // Catalyst includes iOS.
    if platform == .iOS, places["macCatalyst"] != nil { return }
    refuse(.platformIsNoDestination(target, name), at: list, help: [.addDestination(name)])
  }

  /// Reports an SDK without folder whose extension is not that of a framework or library.
  public mutating func checkSDK(_ reference: NodeID) {
    let name = tree.string(reference)
    guard !name.utf8.contains(UInt8(ascii: "/")), !tree.hasVariables(reference) else { return }
    let (_, ending) = Path.splitExtension(name)
    guard !["framework", "tbd", "dylib"].contains(ending) else { return }
    let suggestion = name.hasPrefix("lib") ? "\(name).tbd" : "\(name).framework"
    refuse(
      .sdkWithoutExtension(name), at: reference,
      help: ending == nil && !name.isEmpty ? [.writeSDK(suggestion)] : [.sdkExtensions])
  }
}

extension Diagnostic.Message {
  fileprivate static let makeWatchTarget: Self =
    "give watchOS a target of its own, with 'platform: watchOS'"
  fileprivate static let sdkExtensions: Self =
    "SDKs end in .framework, .tbd or .dylib, unless they are given by their full path"

  fileprivate static func watchWithDestinations(_ target: String) -> Self {
    "target '\(target)' has the platform watchOS, which takes no 'supportedDestinations'"
  }
  fileprivate static func watchAmongDestinations(_ target: String) -> Self {
    "application '\(target)' cannot have watchOS among its destinations"
  }
  fileprivate static func twoMacs(_ target: String) -> Self {
    "target '\(target)' has both macOS and macCatalyst as destinations"
  }
  fileprivate static func catalystNeedsIOS(_ target: String, _ platform: String) -> Self {
    "target '\(target)' has the destination macCatalyst, which needs the platform iOS or auto, not \(platform)"
  }
  fileprivate static func platformIsNoDestination(_ target: String, _ platform: String) -> Self {
    "the platform \(platform) of target '\(target)' is missing in 'supportedDestinations'"
  }
  fileprivate static func addDestination(_ platform: String) -> Self {
    "add \(platform) to the list, or leave out 'platform'"
  }
  fileprivate static func sdkWithoutExtension(_ name: String) -> Self {
    "'\(name)' is not the name of an SDK framework or library"
  }
  fileprivate static func writeSDK(_ name: String) -> Self { "write 'sdk: \(name)'" }
}
