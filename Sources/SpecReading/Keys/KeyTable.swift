internal import Projects
public import YAML

struct SectionEntry: Sendable {
  var section: SpecSection
  /// The noun for the mapping, after "of".
  var noun: String
  /// The only section that contains it, if there is one.
  var outer: SpecSection?
  /// Groups of keys; a mapping in a list must have a text under one key of each group.
  var requiredKeys: [[String]]
  var keys: [KeyEntry]

  init(
    _ section: SpecSection, _ noun: String, in outer: SpecSection? = nil,
    needs requiredKeys: [[String]] = [], keys: [KeyEntry]
  ) {
    self.section = section
    self.noun = noun
    self.outer = outer
    self.requiredKeys = requiredKeys
    self.keys = keys
  }
}

/// Keys with values of one shape.
struct KeyEntry: Sendable {
  var names: [String]
  var shape: KeyShape
  var otherwise: Otherwise
  /// The help for a key that XcodeGen does not read.
  var help = ""

  /// The effect of a value of another shape; see the functions below.
  enum Otherwise: Sendable { case ignored, refused, unchecked, unread }

  /// Returns keys whose values XcodeGen drops if their shape is wrong, which is an `ignored-value`.
  static func key(_ shape: KeyShape, _ names: String...) -> Self {
    Self(names: names, shape: shape, otherwise: .ignored)
  }

  /// Returns keys for which XcodeGen rejects a value of another shape, as their decoder reports.
  static func strict(_ shape: KeyShape, _ names: String...) -> Self {
    Self(names: names, shape: shape, otherwise: .refused)
  }

  /// Returns keys of whose values only the parts are checked.
  static func loose(_ shape: KeyShape, _ names: String...) -> Self {
    Self(names: names, shape: shape, otherwise: .unchecked)
  }

  /// Returns a key that XcodeGen 2.45.4 never reads, although manuals or newer versions define it.
  static func unread(_ name: String, _ help: String = "") -> Self {
    Self(names: [name], shape: .any, otherwise: .unread, help: help)
  }
}

/// The table of keys, with the numbers that identify keys.
public struct KeyTable: Sendable {
  public static let shared = KeyTable()

  private(set) var knownKeys = KnownKeys([])
  private(set) var keys: [Key] = []
  /// The index in `keys` for each number of a key and each section, counted from 1.
  private var places: [UInt16] = []

  /// A key that XcodeGen reads in a section.
  struct Key: Sendable {
    var name: String
    var shape: KeyShape
    var otherwise: KeyEntry.Otherwise
  }

  private init() {
    for key in SpecKey.allCases { knownKeys.insert(key.spelling) }
    for key in SettingKey.all { knownKeys.insert(key.rawValue) }
    for key in SettingKey.all { knownKeys.insert(SettingKey.conditional(key)) }
    for section in projectSections {
      for entry in section.keys where entry.otherwise != .unread {
        for name in entry.names { add(name, entry, to: section.section) }
      }
    }
  }

  private mutating func add(_ name: String, _ entry: KeyEntry, to section: SpecSection) {
    keys.append(Key(name: name, shape: entry.shape, otherwise: entry.otherwise))
    let place = self.place(of: knownKeys.insert(name), in: section)
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
  private var entry: SectionEntry { projectSections[rawValue] }

  var noun: String { entry.noun }
  var outer: SpecSection? { entry.outer }
  var requiredKeys: [[String]] { entry.requiredKeys }
  var unreadKeys: [KeyEntry] { entry.keys.filter { $0.otherwise == .unread } }
  var keyNames: [String] { entry.keys.filter { $0.otherwise != .unread }.flatMap(\.names) }
}

/// A kind of mapping in a spec, with the keys that XcodeGen reads in it.
///
/// Build settings, attributes, property lists, configurations and the lists of variables and
/// arguments are not sections, since their keys are free. No target and no link depends on schemes
/// and breakpoints.
public enum SpecSection: Int, CaseIterable, Sendable {
  case project, include, options, target, aggregate, legacy, dependency, copy, plugin, package
  case projectReference, source, buildScript, buildRule, plist, buildPhase, fileType
  case groupOrdering, deploymentTarget, targetScheme
}
