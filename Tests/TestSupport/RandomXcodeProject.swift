/// Xcode projects whose objects refer to each other at random: ids without an object, objects of the wrong
/// kind, groups and settings that contain themselves, deep chains of groups.
package enum RandomXcodeProject {
  package static func text(using random: inout some RandomNumberGenerator) -> String {
    let count = Int.random(in: 1...40, using: &random)
    let objects = (1..<max(count, 2)).map { number in
      let kind = kinds.randomElement(using: &random) ?? ""
      return "O\(number) = { isa = \(kind); \(entries(count, using: &random)) };\n"
    }
    let targets = (1..<max(count, 2)).map { "O\($0)" }.joined(separator: ", ")
    let chain = chain(of: Int.random(in: 0...200, using: &random))
    return """
      // !$*UTF8*$!
      { objects = {
      O0 = { \(entries(count, using: &random)) isa = PBXProject; targets = (\(targets)); };
      \(objects.joined())\(chain)
      }; rootObject = O0; }

      """
  }

  private static func entries(
    _ count: Int, using random: inout some RandomNumberGenerator
  ) -> String {
    (0..<Int.random(in: 0...7, using: &random)).map { _ in entry(count, using: &random) }.joined()
  }

  private static func entry(_ count: Int, using random: inout some RandomNumberGenerator) -> String
  {
    func id() -> String { "O\(Int.random(in: 0...count, using: &random))" }
    func ids() -> String {
      (0..<Int.random(in: 0...5, using: &random)).map { _ in id() }.joined(separator: ", ")
    }
    let (key, shape) = keys.randomElement(using: &random) ?? ("name", .text)
    return switch shape {
    case .id: "\(key) = \(id()); "
    case .ids: "\(key) = (\(ids())); "
    case .text: "\(key) = \(texts.randomElement(using: &random) ?? "a"); "
    case .texts: "\(key) = (\(texts.randomElement(using: &random) ?? "a"), b.swift); "
    case .settings:
      "\(key) = { PRODUCT_NAME = \"$(A)$(A)\"; A = \(texts.randomElement(using: &random) ?? "a"); }; "
    }
  }

  private static func chain(of length: Int) -> String {
    (0..<length).map {
      "C\($0) = { isa = PBXGroup; path = folder; children = (C\($0 + 1), O1); };\n"
    }
    .joined()
  }

  private enum Shape {
    case id, ids, text, texts, settings
  }

  private static let kinds = [
    "PBXNativeTarget", "PBXNativeTarget", "PBXAggregateTarget", "PBXLegacyTarget", "PBXBuildFile",
    "PBXFileReference", "PBXReferenceProxy", "PBXContainerItemProxy", "PBXVariantGroup", "PBXGroup",
    "PBXFileSystemSynchronizedRootGroup", "PBXFileSystemSynchronizedBuildFileExceptionSet",
    "PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase",
    "PBXCopyFilesBuildPhase", "PBXShellScriptBuildPhase", "PBXTargetDependency",
    "XCConfigurationList", "XCBuildConfiguration", "XCLocalSwiftPackageReference",
    "XCRemoteSwiftPackageReference", "XCSwiftPackageProductDependency", "Unknown",
  ]

  private static let keys: [(String, Shape)] = [
    ("name", .text), ("path", .text), ("sourceTree", .text), ("productType", .text),
    ("productName", .text), ("dstSubfolderSpec", .text), ("dstPath", .text), ("shellScript", .text),
    ("remoteGlobalIDString", .id), ("containerPortal", .id), ("remoteRef", .id), ("target", .id),
    ("targetProxy", .id), ("productRef", .id), ("package", .id), ("fileRef", .id),
    ("productReference", .id), ("buildConfigurationList", .id), ("baseConfigurationReference", .id),
    ("children", .ids), ("files", .ids), ("buildPhases", .ids), ("dependencies", .ids),
    ("buildConfigurations", .ids), ("packageReferences", .ids), ("exceptions", .ids),
    ("packageProductDependencies", .ids), ("fileSystemSynchronizedGroups", .ids),
    ("membershipExceptions", .texts), ("inputPaths", .texts), ("platformFilters", .texts),
    ("buildSettings", .settings), ("objects", .id), ("isa", .id),
  ]

  private static let texts = [
    "a", "\"\"", "..", "\"../..\"", "/", "\"<group>\"", "BUILT_PRODUCTS_DIR", "SDKROOT",
    "Kit.framework",
    "\"com.apple.product-type.framework\"", "\"com.apple.product-type.application\"", "10",
    "\"$(A)\"", "\"$(PRODUCT_NAME)/$(inherited)\"", "\"carthage copy-frameworks\"", "\"a/b\"",
    "Other.xcodeproj", "App.xcodeproj", "ios", "\"\\U00e9\\351\"",
  ]
}
