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
enum KeyEntry: Sendable {
  /// XcodeGen drops a value of another shape, which is an `ignored-value`.
  case key(KeyShape, [String])
  /// XcodeGen rejects a value of another shape, as the decoder of the key reports.
  case strict(KeyShape, [String])
  /// Only the parts of values are checked.
  case loose(KeyShape, [String])
  /// XcodeGen 2.45.4 never reads the key, although manuals or newer versions define it.
  case unread(String, _ help: String?)

  /// The names of keys that XcodeGen reads.
  var names: [String] {
    switch self {
    case .key(_, let names), .strict(_, let names), .loose(_, let names): names
    case .unread: []
    }
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
  typealias Key = (name: String, shape: KeyShape, otherwise: Otherwise)

  /// The effect of a value of another shape; see `KeyEntry`.
  enum Otherwise: Sendable { case ignored, refused, unchecked }

  private init() {
    for key in SpecKey.allCases { knownKeys.insert(key.spelling) }
    for key in SettingKey.all { knownKeys.insert(key.rawValue) }
    // The start of the conditional forms.
    for key in SettingKey.all { knownKeys.insert(key.rawValue + "[") }
    for section in projectSections {
      for entry in section.keys {
        switch entry {
        case .key(let shape, let names): add(names, shape, .ignored, to: section.section)
        case .strict(let shape, let names): add(names, shape, .refused, to: section.section)
        case .loose(let shape, let names): add(names, shape, .unchecked, to: section.section)
        case .unread: break
        }
      }
    }
  }

  private mutating func add(
    _ names: [String], _ shape: KeyShape, _ otherwise: Otherwise, to section: SpecSection
  ) {
    for name in names {
      keys.append((name, shape, otherwise))
      let place = self.place(of: knownKeys.insert(name), in: section)
      if place >= places.count {
        places += repeatElement(0, count: place + 1 - places.count)
      }
      places[place] = UInt16(keys.count)
    }
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
  var keyNames: [String] { entry.keys.flatMap(\.names) }

  /// The keys that XcodeGen never reads.
  var unreadKeys: [(name: String, help: String?)] {
    entry.keys.compactMap { if case .unread(let name, let help) = $0 { (name, help) } else { nil } }
  }
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
