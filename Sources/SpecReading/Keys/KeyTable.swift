internal import Projects
public import YAML

struct SectionEntry: Sendable {
  var section: SpecSection
  /// The noun for the mapping, after "of".
  var noun: String
  /// The only section that contains it, if there is one.
  var outer: SpecSection?
  /// The JSON types that a value may have instead; `nil` if XcodeGen ignores values of any other
  /// type.
  var otherTypes: [String]?
  /// Groups of keys; a mapping in a list must have a text under one key of each group.
  var requiredKeys: [[String]]
  var rows: [KeyEntry] = []

  init(
    _ section: SpecSection, _ noun: String, in outer: SpecSection? = nil,
    or otherTypes: [String]? = ["null"], needs requiredKeys: [[String]] = []
  ) {
    self.section = section
    self.noun = noun
    self.outer = outer
    self.otherTypes = otherTypes
    self.requiredKeys = requiredKeys
  }

  fileprivate func with(_ rows: [KeyEntry]) -> Self {
    var entry = self
    entry.rows = rows
    return entry
  }
}

struct KeyEntry: Sendable {
  public var name: String
  var shape: KeyShape
  var otherwise: Otherwise
  /// The default value, if it is always the same.
  var standard: Standard?
  /// One sentence for editors, or the help for a key that XcodeGen does not read.
  var summary: String

  /// The effect of a value of another shape; see the functions below.
  enum Otherwise: Sendable { case ignored, refused, unchecked, unjudged, unread }

  enum Standard: Sendable, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
    case flag(Bool)
    case text(String)

    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(stringLiteral value: String) { self = .text(value) }
  }

  /// Returns a key whose value XcodeGen drops if its shape is wrong, which is an `ignored-value`.
  static func key(
    _ name: String, _ shape: KeyShape, default standard: Standard? = nil, _ summary: String
  ) -> Self {
    Self(name: name, shape: shape, otherwise: .ignored, standard: standard, summary: summary)
  }

  static func flag(_ name: String, default standard: Standard? = nil, _ summary: String) -> Self {
    key(name, .boolean, default: standard, summary)
  }

  /// Returns a key for which XcodeGen rejects a spec with a value of another shape.
  ///
  /// The decoder of the key reports it.
  static func strict(_ name: String, _ shape: KeyShape, _ summary: String) -> Self {
    Self(name: name, shape: shape, otherwise: .refused, summary: summary)
  }

  /// Returns a key whose shape is only for editors.
  static func loose(
    _ name: String, _ shape: KeyShape, default standard: Standard? = nil, _ summary: String
  ) -> Self {
    Self(name: name, shape: shape, otherwise: .unchecked, standard: standard, summary: summary)
  }

  /// Returns a key whose value no target and no link depends on, so that XcodeGen alone judges it.
  ///
  /// The shape is only for editors.
  static func unjudged(_ name: String, _ shape: KeyShape, _ summary: String) -> Self {
    Self(name: name, shape: shape, otherwise: .unjudged, summary: summary)
  }

  /// Returns a key that XcodeGen 2.45.4 never reads, although manuals or newer versions define it.
  static func unread(_ name: String, _ help: String = "") -> Self {
    Self(name: name, shape: .any, otherwise: .unread, summary: help)
  }
}

/// The table of keys, with the numbers that identify keys.
public struct KeyTable: Sendable {
  public static let shared = KeyTable()

  private(set) var knownKeys = KnownKeys([])
  /// The sections but for those of schemes and breakpoints.
  private(set) var sections: [SectionEntry] = []
  /// The keys of these sections that XcodeGen reads.
  private(set) var keys: [KeyEntry] = []
  /// The index in `keys` for each number of a key and each section, counted from 1.
  private var places: [UInt16] = []

  private init() {
    for key in SpecKey.allCases { knownKeys.insert(key.spelling) }
    for key in SettingKey.all { knownKeys.insert(key.rawValue) }
    for key in SettingKey.all { knownKeys.insert(SettingKey.conditional(key)) }
    for (section, rows) in projectKeys {
      sections.append(section.with(rows))
      for row in rows where row.otherwise != .unread { add(row, to: section.section) }
    }
  }

  /// The sections of schemes and breakpoints, which only the schema for editors needs.
  fileprivate static let unjudgedSections = schemeKeys.map { $0.key.with($0.value) }

  private mutating func add(_ entry: KeyEntry, to section: SpecSection) {
    keys.append(entry)
    let place = self.place(of: knownKeys.insert(entry.name), in: section)
    if place >= places.count {
      places += repeatElement(0, count: place + 1 - places.count)
    }
    places[place] = UInt16(keys.count)
  }

  private func place(of key: KeyID, in section: SpecSection) -> Int {
    Int(key.number) &* SpecSection.allCases.count &+ section.rawValue
  }

  /// Returns the index in `keys` of a key of `section`, or `nil` if XcodeGen does not define it
  /// there.
  public func index(of key: KeyID, in section: SpecSection) -> Int? {
    let place = place(of: key, in: section)
    guard place < places.count, places[place] > 0 else { return nil }
    return Int(places[place]) &- 1
  }
}

extension SpecSection {
  private var entry: SectionEntry {
    let judged = KeyTable.shared.sections
    return rawValue < judged.count
      ? judged[rawValue] : KeyTable.unjudgedSections[rawValue - judged.count]
  }

  var noun: String { entry.noun }
  var outer: SpecSection? { entry.outer }
  var otherTypes: [String]? { entry.otherTypes }
  var requiredKeys: [[String]] { entry.requiredKeys }
  var keys: [KeyEntry] { entry.rows.filter { $0.otherwise != .unread } }
  var unreadKeys: [KeyEntry] { entry.rows.filter { $0.otherwise == .unread } }
  var keyNames: [String] { keys.map(\.name) }
}

/// A kind of mapping in a spec, with the keys that XcodeGen reads in it.
///
/// Build settings, attributes, property lists, configurations and the lists of variables and
/// arguments are not sections, since their keys are free.
public enum SpecSection: Int, CaseIterable, Sendable {
  case project, include, options, target, aggregate, legacy, dependency, copy, plugin, package
  case projectReference, source, buildScript, buildRule, plist, buildPhase, fileType
  case groupOrdering, deploymentTarget, targetScheme, scheme, build, run, test, profile, analyze
  case archive, schemeScript, testTarget, testableReference, testPlan, environmentVariable
  case simulatedLocation, management, breakpoint, breakpointAction
}
