internal import Diagnostics
internal import Graph
internal import YAML

/// Names an entry of one `NameTable`.
public struct NameID: Hashable, Sendable {
  public var index: Int32

  public init(index: Int32) { self.index = index }
}

/// Every name once: of targets, products, packages, and what dependencies refer to.
///
/// Names are written many times and compared more often; as numbers they cost neither memory nor
/// time. A hash table with linear probing over texts that lie in one array. With thousands of specs it
/// lies in no cache, so that a slot has all that is known of a name: another name is told apart by the slot
/// alone, and the same one by its text alone.
///
/// Unicode can write one name in several ways: `é` is one scalar, or an `e` and an accent. Each spelling
/// is a name of its own here, shown as it was written; `form` and `isSame` say which are one.
public struct NameTable: Sendable {
  private struct Slot {
    var hash: UInt32
    /// The number of the name, or -1.
    var index: Int32
    /// Where its text is.
    var start: UInt32 = 0
    var count: UInt32 = 0

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
  public mutating func intern(_ name: Span<UInt8>) -> NameID {
    let hash = Fingerprint(name).hash
    let slot = slot(of: name, hash: hash)
    let index = slots[slot].index
    return index >= 0 ? NameID(index: index) : add(name, hash: hash, at: slot)
  }

  /// The number of the name that a scalar of a tree is.
  mutating func intern(_ scalar: NodeID, of tree: borrowing Tree) -> NameID {
    intern(tree.text.span.extracting(tree.textRange(of: scalar)))
  }

  /// The numbers of all names of another table, by their numbers there.
  mutating func intern(allOf other: NameTable) -> [NameID] {
    var numbers: [NameID] = []
    numbers.reserveCapacity(other.count)
    for index in 0..<other.count {
      numbers.append(intern(other.text.span.extracting(other.place(index))))
    }
    return numbers
  }

  public mutating func intern(_ name: String) -> NameID { intern(Array(name.utf8).span) }

  /// The number of a name that is there already, maybe in another spelling.
  public func find(_ name: Span<UInt8>) -> NameID? {
    let index = slots[slot(of: name, hash: Fingerprint(name).hash)].index
    if index >= 0 { return NameID(index: index) }
    return forms.isEmpty ? nil : forms[Self.string(name)]
  }

  public func find(_ name: ArraySlice<UInt8>) -> NameID? { find(name.span) }

  public func find(_ name: some StringProtocol) -> NameID? { find(Array(name.utf8).span) }

  /// Where a name is, or where it would be put.
  private func slot(of name: Span<UInt8>, hash: UInt32) -> Int {
    let slots = slots.span
    var place = Int(hash) & (slots.count &- 1)
    while true {
      let slot = slots[place]
      if slot.index < 0 || slot.hash == hash && isText(of: slot, name) { return place }
      place = (place &+ 1) & (slots.count &- 1)
    }
  }

  private func isText(of slot: Slot, _ name: Span<UInt8>) -> Bool {
    guard Int(slot.count) == name.count else { return false }
    let start = Int(slot.start)
    return text.span.extracting(start..<start + name.count).isEqual(to: name)
  }

  public func bytes(of name: NameID) -> ArraySlice<UInt8> { text[place(Int(name.index))] }

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

  private static func string(_ name: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for place in name.indices { bytes.append(name[place]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func place(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

  private mutating func add(_ name: Span<UInt8>, hash: UInt32, at slot: Int) -> NameID {
    let index = Int32(truncatingIfNeeded: count)
    slots[slot] = Slot(
      hash: hash, index: index, start: UInt32(truncatingIfNeeded: text.count),
      count: UInt32(truncatingIfNeeded: name.count))
    var isASCII = true
    text.append(addingCapacity: name.count) { text in
      for place in name.indices {
        let byte = name[place]
        if byte >= 0x80 { isASCII = false }
        text.append(byte)
      }
    }
    starts.append(UInt32(truncatingIfNeeded: text.count))
    if count * 4 > slots.count * 3 { grow() }
    if !isASCII { noteSpelling(NameID(index: index)) }
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
  func value(_ spelling: Span<UInt8>) -> Value? {
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
  init?(spec name: Span<UInt8>) {
    var type = Self.spellings.value(name)
    if type == nil, name.count > Self.identifier.count,
      name.extracting(first: Self.identifier.count).isEqual(to: Self.identifier.span)
    {
      type = Self.spellings.value(name.extracting(droppingFirst: Self.identifier.count))
    }
    guard let type else { return nil }
    self = type
  }
}
