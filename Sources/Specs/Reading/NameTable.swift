internal import Diagnostics
internal import Graph

/// Names an entry of one `NameTable`.
public struct NameID: Hashable, Sendable {
  public var index: Int32

  public init(index: Int32) { self.index = index }
}

/// Every name once: of targets, products, packages, and what dependencies refer to.
///
/// Names are written many times and compared more often; as numbers they cost neither memory nor
/// time. A hash table with linear probing over texts that lie in one array. With thousands of specs it
/// lies in no cache, so that a slot has the hash beside the number, and another name is distinguished by it alone.
///
/// Unicode can write one name in several ways: `é` is one scalar, or an `e` and an accent. Each spelling
/// is a name of its own here, shown as it was written; `form` and `isSame` say which are one.
public struct NameTable: Sendable {
  private struct Slot {
    var hash: UInt32
    /// The number of the name, or -1.
    var index: Int32

    static let empty = Slot(hash: 0, index: -1)
  }

  private var slots: [Slot]
  /// Where the text of each name starts; one more entry for where the last one ends.
  private var starts: [UInt32] = [0]
  private var text: [UInt8] = []
  /// The first spelling of each name that is not all ASCII; texts are equal in any form.
  private var forms: [String: NameID] = [:]
  /// The spellings of a name that has several, by the first of them.
  private var spellings: [NameID: [NameID]] = [:]
  /// The first spelling of the name, for each further one.
  private var firstSpellings: [NameID: NameID] = [:]

  public init() { slots = Array(repeating: .empty, count: 256) }

  public var count: Int { starts.count - 1 }

  /// The number of a name, which is added if it is not there yet.
  ///
  /// - Complexity: O(*l*) expected for a name of *l* bytes.
  public mutating func intern(_ name: ArraySlice<UInt8>) -> NameID {
    let hash = Self.hash(name)
    let slot = slot(of: name, hash: hash)
    let index = slots[slot].index
    return index >= 0 ? NameID(index: index) : add(name, hash: hash, at: slot)
  }

  /// The numbers of all names of another table, by their numbers there.
  mutating func intern(allOf other: NameTable) -> [NameID] {
    (0..<other.count).map { intern(other.bytes($0)) }
  }

  public mutating func intern(_ name: String) -> NameID { intern(Array(name.utf8)[...]) }

  /// The number of a name that is there already, maybe in another spelling.
  public func find(_ name: ArraySlice<UInt8>) -> NameID? {
    let index = slots[slot(of: name, hash: Self.hash(name))].index
    if index >= 0 { return NameID(index: index) }
    return forms.isEmpty ? nil : forms[String(decoding: name, as: UTF8.self)]
  }

  public func find(_ name: some StringProtocol) -> NameID? { find(Array(name.utf8)[...]) }

  /// Where a name is, or where it would be put.
  private func slot(of name: ArraySlice<UInt8>, hash: UInt32) -> Int {
    var place = Int(hash) & (slots.count - 1)
    while true {
      let slot = slots[place]
      if slot.index < 0 || (slot.hash == hash && isText(of: Int(slot.index), name)) { return place }
      place = (place + 1) & (slots.count - 1)
    }
  }

  /// Whether a name is `other`; the slice of its text would cost as much as the comparing.
  private func isText(of index: Int, _ other: ArraySlice<UInt8>) -> Bool {
    var place = Int(starts[index])
    guard Int(starts[index + 1]) - place == other.count else { return false }
    for byte in other {
      guard text[place] == byte else { return false }
      place += 1
    }
    return true
  }

  public func bytes(of name: NameID) -> ArraySlice<UInt8> { bytes(Int(name.index)) }

  /// Whether a name comes before another one, byte for byte.
  ///
  /// Slices of the texts would be counted references to them, which takes longer than most comparing.
  public func precedes(_ a: NameID, _ b: NameID) -> Bool {
    var (i, j) = (Int(starts[Int(a.index)]), Int(starts[Int(b.index)]))
    let (endOfA, endOfB) = (Int(starts[Int(a.index) + 1]), Int(starts[Int(b.index) + 1]))
    while i < endOfA, j < endOfB {
      if text[i] != text[j] { return text[i] < text[j] }
      (i, j) = (i + 1, j + 1)
    }
    return i == endOfA && j < endOfB
  }

  public func string(_ name: NameID) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  private func bytes(_ index: Int) -> ArraySlice<UInt8> {
    text[Int(starts[index])..<Int(starts[index + 1])]
  }

  private mutating func add(_ name: ArraySlice<UInt8>, hash: UInt32, at slot: Int) -> NameID {
    let index = Int32(truncatingIfNeeded: count)
    text.append(contentsOf: name)
    starts.append(UInt32(truncatingIfNeeded: text.count))
    slots[slot] = Slot(hash: hash, index: index)
    if count * 4 > slots.count * 3 { grow() }
    if name.contains(where: { $0 >= 0x80 }) { noteSpelling(NameID(index: index)) }
    return NameID(index: index)
  }

  private mutating func grow() {
    let old = slots
    let last = old.count * 2 - 1
    slots = Array(repeating: .empty, count: last + 1)
    for slot in old where slot.index >= 0 {
      var place = Int(slot.hash) & last
      while slots[place].index >= 0 { place = (place + 1) & last }
      slots[place] = slot
    }
  }

  /// The hash with its upper half folded in for the power-of-two table.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var hash = ByteHash()
    for byte in bytes { hash.combine(byte) }
    return UInt32(truncatingIfNeeded: hash.value ^ (hash.value >> 32))
  }
}

// Spellings of one name.
extension NameTable {
  /// Whether some name is there in more than one spelling.
  public var hasSpellings: Bool { !firstSpellings.isEmpty }

  /// A number that all spellings of a name share.
  public func form(of name: NameID) -> NameID {
    firstSpellings.isEmpty ? name : firstSpellings[name] ?? name
  }

  /// Whether two names are equal, however they are spelled.
  public func isSame(_ a: NameID, _ b: NameID) -> Bool { a == b || form(of: a) == form(of: b) }

  /// All spellings of a name that has several.
  func spellings(of name: NameID) -> [NameID] {
    spellings.isEmpty ? [] : spellings[form(of: name)] ?? []
  }

  private mutating func noteSpelling(_ name: NameID) {
    let text = string(name)
    guard let first = forms[text] else {
      forms[text] = name
      return
    }
    firstSpellings[name] = first
    spellings[first, default: [first]].append(name)
  }
}

/// The values of a type by their spelling, compared by bytes: each target asks for two of them, and
/// making a string of each would cost more than all else that is read of a target.
struct Spellings<Value: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private var names = NameTable()
  private let values: [Value]

  init() {
    values = Array(Value.allCases)
    for value in values { _ = names.intern(value.rawValue) }
  }

  /// The value that is spelled like this, in exact case.
  func value(_ spelling: ArraySlice<UInt8>) -> Value? {
    names.find(spelling).map { values[Int($0.index)] }
  }
}

extension Platform {
  static let spellings = Spellings<Platform>()
}

extension ProductType {
  private static let spellings = Spellings<ProductType>()
  private static let identifier = Array("com.apple.product-type.".utf8)

  /// The type that `name` means in a spec: the short name or Xcode's identifier, in exact case.
  init?(spec name: ArraySlice<UInt8>) {
    let isLong = name.starts(with: Self.identifier)
    let short = isLong ? name.dropFirst(Self.identifier.count) : name
    guard let type = Self.spellings.value(short) else { return nil }
    self = type
  }
}
