internal import Diagnostics
internal import YAML

/// A kind of mapping in a spec, by the keys that XcodeGen reads in it.
///
/// Build settings, attributes, property lists, configurations and the lists of variables and arguments
/// are no sections: their keys are free.
enum SpecSection: Int, CaseIterable {
  case project, include, options, target, aggregate, legacy, dependency, copy, plugin, package
  case projectReference, source, buildScript, buildRule, plist, buildPhase, fileType
  case groupOrdering, deploymentTarget, scheme, build, run, test, profile, analyze, archive
  case targetScheme, schemeScript, testTarget, testableReference, testPlan, environmentVariable
  case simulatedLocation, management, breakpoint, breakpointAction
}

/// A row of the table of keys: a section, a key of the section above it, or rows that sections share.
enum KeyRow: Sendable {
  case section(SectionEntry)
  case key(KeyEntry)
  /// A key that XcodeGen 2.45.4 never reads, although manuals or newer versions have it.
  case unread(String, since: Diagnostic.Message? = nil)
  case rows([KeyRow])
}

struct SectionEntry: Sendable {
  var section: SpecSection
  /// The noun for the mapping, after "of".
  var noun: String
  /// The section around it, if there is only one.
  var outer: SpecSection?
  /// The types of JSON of which a value may be in its place; `nil` where XcodeGen passes over any.
  var otherTypes: [String]?
  /// Groups of keys; under one of each a mapping in a list must have a text.
  var requiredKeys: [[String]]
  /// Keys that XcodeGen never reads, and since when it does.
  var unreadKeys: [(name: String, since: Diagnostic.Message?)] = []
  /// The places of its keys in the table.
  var keys = 0..<0
}

struct KeyEntry: Sendable {
  var name: String
  var shape: KeyShape
  var otherwise: Otherwise
  /// The default value, if it is always the same.
  var standard: Standard?
  /// One sentence for editors.
  var summary: String

  /// The effect of a value of another shape.
  enum Otherwise: Sendable {
    /// XcodeGen drops it, which is an `ignored-value`.
    case ignored
    /// XcodeGen does not load the spec; the decoder of the key reports it.
    case refused
    /// The shape is for editors only.
    case unchecked
  }

  enum Standard: Sendable, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
    case flag(Bool)
    case text(String)

    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(stringLiteral value: String) { self = .text(value) }
  }
}

extension KeyRow {
  static func section(
    _ section: SpecSection, _ noun: String, in outer: SpecSection? = nil,
    orTypes: [String]? = ["null"], needs: [[String]] = []
  ) -> KeyRow {
    .section(
      SectionEntry(
        section: section, noun: noun, outer: outer, otherTypes: orTypes, requiredKeys: needs))
  }

  static func key(
    _ name: String, _ shape: KeyShape, else otherwise: KeyEntry.Otherwise = .ignored,
    default standard: KeyEntry.Standard? = nil, _ summary: String
  ) -> KeyRow {
    .key(
      KeyEntry(
        name: name, shape: shape, otherwise: otherwise, standard: standard, summary: summary))
  }
}

/// The table of keys, with the numbers by which readers tell keys apart.
struct KeyTable: Sendable {
  static let shared = KeyTable(rows: projectRows + schemeRows)

  private(set) var knownKeys = KnownKeys([])
  private(set) var sections: [SectionEntry] = []
  private(set) var keys: [KeyEntry] = []
  /// For each number of a key and each section the place of the key in `keys`, counted from 1.
  private var places: [UInt16] = []

  private init(rows: [KeyRow]) {
    sections.reserveCapacity(SpecSection.allCases.count)
    for spelling in SpecKey.spellings { _ = knownKeys.insert(spelling) }
    add(rows)
  }

  private mutating func add(_ rows: [KeyRow]) {
    for row in rows {
      switch row {
      case .section(var entry):
        entry.keys = keys.endIndex..<keys.endIndex
        sections.append(entry)
      case .key(let entry): add(entry)
      case .unread(let name, let since):
        sections[sections.endIndex - 1].unreadKeys.append((name, since))
      case .rows(let rows): add(rows)
      }
    }
  }

  private mutating func add(_ entry: KeyEntry) {
    keys.append(entry)
    let last = sections.endIndex - 1
    sections[last].keys = sections[last].keys.lowerBound..<keys.endIndex
    let place = self.place(of: knownKeys.insert(entry.name), in: sections[last].section)
    if place >= places.count {
      places += repeatElement(0, count: place + 1 - places.count)
    }
    places[place] = UInt16(keys.count)
  }

  private func place(of key: KeyID, in section: SpecSection) -> Int {
    Int(key.number) &* SpecSection.allCases.count &+ section.rawValue
  }

  /// The place in `keys` of a key of `section`, or `nil` if XcodeGen does not know the key there.
  func index(of key: KeyID, in section: SpecSection) -> Int? {
    let place = place(of: key, in: section)
    guard place < places.count, places[place] > 0 else { return nil }
    return Int(places[place]) &- 1
  }
}

extension SpecSection {
  private var entry: SectionEntry { KeyTable.shared.sections[rawValue] }

  var noun: String { entry.noun }
  var outer: SpecSection? { entry.outer }
  var otherTypes: [String]? { entry.otherTypes }
  var requiredKeys: [[String]] { entry.requiredKeys }
  var unreadKeys: [(name: String, since: Diagnostic.Message?)] { entry.unreadKeys }
  var keys: ArraySlice<KeyEntry> { KeyTable.shared.keys[entry.keys] }
  var keyNames: [String] { keys.map(\.name) }
}
