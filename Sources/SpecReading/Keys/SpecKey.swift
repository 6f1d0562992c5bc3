internal import Diagnostics
public import Graph
public import Projects
public import YAML

/// The keys that this module reads, by number; the table of keys also contains those that it only
/// checks.
///
/// Comparing numbers is faster than comparing texts in every mapping of every file. The case of a
/// key is its spelling, through `CodingKey`.
public enum SpecKey: Int, CaseIterable, CodingKey {
  case name = 1, include, path, relativePaths, enable, options, configs, configFiles, settings
  case settingGroups, settingPresets, targets, targetTemplates, aggregateTargets, packages
  case localPackages, projectReferences, schemes, carthageBuildPath, findCarthageFrameworks
  case transitivelyLinkDependencies, defaultConfig, type, platform, platformSuffix, platformPrefix
  case supportedDestinations, productName, deploymentTarget, templates, templateAttributes
  case dependencies, buildToolPlugins, legacy, directlyEmbedCarthageDependencies
  case isMultiPlatformTarget, sources, info, entitlements, preBuildScripts, prebuildScripts
  case postCompileScripts, postBuildScripts, postbuildScripts, buildScripts, scheme, target
  case framework, carthage, sdk, package, bundle, link, embed, codeSign, weak, implicit
  case removeHeaders, platformFilter, destinationFilters, platforms, copy, destination, subpath
  case findFrameworks, linkType, root, product, products, toolPath, plugin, url, github
  case exactVersion, version, revision, branch, minVersion, maxVersion, minorVersion, majorVersion
  case from, base, groups, presets, fileTypes, preGenCommand, defaultSourceDirectoryType, buildRules
  case group, properties, excludes, includes, optional, buildPhase, script, outputFiles
  case outputFileLists, fileType, build, test, preActions, environmentVariables, coverageTargets
  case testPlans, testTargets, configVariants, local, project, location, skipped, shared, variable
  case value, defaultPlan, copyFiles, iOS, macOS, watchOS, schemeTemplates, file, bundleIdPrefix
  case inputFiles, inputFileLists

  /// The spelling of the key in a file.
  public var spelling: String { stringValue }

  public var id: KeyID { KeyID(number: UInt16(rawValue)) }
}

extension Tree {
  /// Returns the number of a key, or `nil` for a key that this module does not read.
  public func key(_ id: NodeID) -> SpecKey? { SpecKey(rawValue: Int(keyID(of: id).number)) }

  /// Whether `key` may occur in the tree.
  public func has(_ key: SpecKey) -> Bool { keys.contains(key.id) }

  public func value(of id: NodeID, for key: SpecKey) -> NodeID? { value(of: id, for: key.id) }

  public func textNode(of id: NodeID, for key: SpecKey) -> NodeID? {
    guard let value = value(of: id, for: key), isText(value) else { return nil }
    return value
  }

  public func text(of id: NodeID, for key: SpecKey) -> String? {
    textNode(of: id, for: key).map { string($0) }
  }

  public func bool(of id: NodeID, for key: SpecKey) -> Bool? {
    value(of: id, for: key).flatMap { boolValue($0) }
  }

  public func elements(of id: NodeID, for key: SpecKey) -> [NodeID] {
    elements(of: value(of: id, for: key))
  }

  public func entries(of id: NodeID, for key: SpecKey) -> [(key: NodeID, value: NodeID)] {
    entries(of: value(of: id, for: key))
  }

  /// Returns the platform with the name of a text.
  public func platform(_ text: NodeID) -> Platform? {
    Platform.spellings.value(self.text.span.extracting(textRange(of: text)))
  }

  /// Returns the product type with a short name or Xcode's identifier, in exact case.
  public func productType(_ text: NodeID) -> ProductType? {
    let name = self.text.span.extracting(textRange(of: text))
    if let type = ProductType.spellings.value(name) { return type }
    let prefix = ProductType.identifierPrefix
    guard name.count > prefix.count, name.extracting(first: prefix.count).isEqual(to: prefix.span)
    else { return nil }
    return ProductType.spellings.value(name.extracting(droppingFirst: prefix.count))
  }

  /// Returns the settings groups of the spec with root `root`; `settingPresets` is the old key,
  /// which XcodeGen also uses if `settingGroups` is not a mapping.
  public func settingGroups(of root: NodeID) -> NodeID? {
    let presets = value(of: root, for: .settingPresets)
    guard let groups = value(of: root, for: .settingGroups), isMapping(groups) else {
      return presets
    }
    var entries = startOfEntries(of: groups)
    while let (_, group) = nextEntry(&entries) {
      if !isMapping(group) { return presets }
    }
    return groups
  }
}

// Keys that end in `:REPLACE`.
extension Tree {
  /// Whether a mapping has the key that a key with `:REPLACE` replaces.
  func hasKey(replacedBy key: NodeID, in mapping: NodeID) -> Bool {
    let name = bytes(key).dropLast(8)
    return entries(of: mapping).contains { bytes($0.key).elementsEqual(name) }
  }

  func isReplacingKey(_ key: NodeID) -> Bool {
    guard keyID(of: key) == .none, let last = textRange(of: key).last,
      text[last] == UInt8(ascii: "E")
    else { return false }
    return bytes(key).suffix(8).elementsEqual(":REPLACE".utf8)
  }

  func hasReplacingKeys(_ mapping: NodeID) -> Bool {
    var entries = startOfEntries(of: mapping)
    while let (key, _) = nextEntry(&entries) {
      if isReplacingKey(key) { return true }
    }
    return false
  }
}

/// The values of a type by spelling, as bytes: creating strings would double the work for a target.
struct Spellings<Value: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private let names: KnownKeys
  private let values: [Value]

  init() {
    values = Array(Value.allCases)
    names = KnownKeys(values.map(\.rawValue))
  }

  /// Returns the value with a spelling, in exact case.
  func value(_ spelling: Span<UInt8>) -> Value? {
    let number = Int(names.id(of: spelling, Fingerprint(spelling)).number)
    return number == 0 ? nil : values[number - 1]
  }
}

extension Platform {
  fileprivate static let spellings = Spellings<Platform>()
}

extension ProductType {
  fileprivate static let spellings = Spellings<ProductType>()
  fileprivate static let identifierPrefix = Array("com.apple.product-type.".utf8)
}

// Traits of texts, which are determined while a spec is parsed.
extension TextTraits {
  /// The text contains `${`.
  public static let variable = TextTraits(rawValue: 1)
  /// The text may change when it is joined as a path: it is empty, or has a component that is empty
  /// or starts with a dot.
  public static let unsettledPath = TextTraits(rawValue: 2)

  @Sendable
  static func ofSpec(_ text: Span<UInt8>) -> TextTraits {
    guard !text.isEmpty else { return .unsettledPath }
    var offset = 0
    while true {
      let bytes = text.eightBytes(from: offset)
      if places(of: UInt8(ascii: "$"), in: bytes) | places(of: UInt8(ascii: "/"), in: bytes) != 0 {
        return ofEachByte(text)
      }
      // The last eight bytes may be checked twice.
      guard offset &+ 8 < text.count else { break }
      offset = min(offset &+ 8, text.count &- 8)
    }
    // Most texts contain neither byte.
    return text[0] == UInt8(ascii: ".") ? .unsettledPath : []
  }

  private static func ofEachByte(_ text: Span<UInt8>) -> TextTraits {
    var traits: TextTraits = []
    var previous = UInt8(ascii: "/")
    for place in text.indices {
      let byte = text[place]
      if previous == UInt8(ascii: "/") {
        if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") { traits.insert(.unsettledPath) }
      } else if byte == UInt8(ascii: "{"), previous == UInt8(ascii: "$") {
        traits.insert(.variable)
      }
      previous = byte
    }
    if previous == UInt8(ascii: "/") { traits.insert(.unsettledPath) }
    return traits
  }
}

extension Tree {
  /// An empty tree for specs.
  public static var spec: Tree { Tree(classifier: TextTraits.ofSpec) }

  /// Whether a value, or one below it, contains `${`.
  public func hasVariables(_ id: NodeID) -> Bool { traits(of: id).contains(.variable) }
}

// The numbers of build settings follow those of keys, and those of their conditional forms, such as
// `MACH_O_TYPE[sdk=iphoneos*]`, follow those of build settings.
extension SettingKey {
  /// Creates the key with a number, if it is that of a build setting.
  public init?(_ id: KeyID) {
    guard Self.numbers.contains(id.number) else { return nil }
    self = Self.all[Int(id.number - Self.numbers.lowerBound) % Self.all.count]
  }

  private static let numbers: Range<UInt16> = {
    let first = SpecKey.allCases.count + 1
    return UInt16(first)..<UInt16(first + 2 * all.count)
  }()

  /// Whether a number is that of a build setting.
  public static func isKey(_ id: KeyID) -> Bool { numbers.contains(id.number) }

  /// Whether a number is that of the conditional forms of a build setting.
  public static func isConditional(_ id: KeyID) -> Bool {
    Int(id.number) >= Int(numbers.lowerBound) + all.count
  }

  /// The number of the key without conditions.
  public var id: KeyID {
    KeyID(number: Self.numbers.lowerBound + UInt16(Self.all.firstIndex(of: self) ?? 0))
  }

  public static let machOTypeID = SettingKey.machOType.id
}
