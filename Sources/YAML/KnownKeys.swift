/// The number of a known key: its place in the list the known keys were made from, counted from 1.
public struct KeyID: Hashable, Sendable {
  public var number: UInt16

  public init(number: UInt16) { self.number = number }

  /// A key that is not known.
  public static var none: KeyID { KeyID(number: 0) }

  /// One of 32 bits, by which a mapping tells of most keys that it does not have them; none of `none`.
  var bit: UInt32 { self == .none ? 0 : 1 &<< UInt32(number) }
}

/// Some keys, of which most mappings that have none tell so at once.
public struct KeyBits: Sendable {
  let bits: UInt32

  public init(_ keys: some Sequence<KeyID>) { bits = keys.reduce(0) { $0 | $1.bit } }
}

/// A set of known keys, without `KeyID.none`.
public struct KeySet: Sendable {
  private var bits: [UInt64] = []

  init() {}

  /// - Complexity: O(1).
  public func contains(_ key: KeyID) -> Bool { has(key) }

  @inline(__always)
  private func has(_ key: KeyID) -> Bool {
    let place = Int(key.number / 64)
    return place < bits.count && bits[place] &>> UInt64(key.number) & 1 == 1
  }

  /// Most keys of a tree are there already, so that is asked first.
  @inline(__always)
  mutating func insert(_ key: KeyID) {
    if key != .none, !has(key) { add(key) }
  }

  private mutating func add(_ key: KeyID) {
    let place = Int(key.number / 64)
    while place >= bits.count { bits.append(0) }
    bits[place] |= 1 &<< UInt64(key.number)
  }

  mutating func formUnion(_ other: KeySet) {
    for (place, others) in other.bits.enumerated() {
      if place >= bits.count { bits.append(0) }
      bits[place] |= others
    }
  }

  mutating func removeAll() { bits.removeAll(keepingCapacity: true) }
}

/// The keys a reader knows, so that it can tell them apart by number.
///
/// A known key that ends in `[` stands for all keys that begin with it and end in `]`, as conditional build
/// settings do. A hash table with linear probing, at most half full.
public struct KnownKeys: Sendable {
  private var slots: [Slot]
  private var text: [UInt8] = []

  private struct Slot {
    var fingerprint = Fingerprint(Span())
    var start = 0
    var keyID = KeyID.none
  }

  /// Numbers `keys` from 1 on.
  public init(_ keys: [String]) {
    var size = 16
    while size < keys.count * 2 { size *= 2 }
    slots = Array(repeating: Slot(), count: size)
    for (index, key) in keys.enumerated() {
      let bytes = Array(key.utf8)
      let fingerprint = Fingerprint(bytes.span)
      var slot = Int(fingerprint.hash) & (size - 1)
      while slots[slot].keyID != .none { slot = (slot + 1) & (size - 1) }
      slots[slot] = Slot(
        fingerprint: fingerprint, start: text.count, keyID: KeyID(number: UInt16(index + 1)))
      text += bytes
    }
  }

  /// The number of the key that `bytes` spells; `fingerprint` is theirs.
  ///
  /// - Complexity: O(1) expected.
  func id(of bytes: Span<UInt8>, _ fingerprint: Fingerprint) -> KeyID {
    var slot = Int(fingerprint.hash) & (slots.count &- 1)
    while true {
      let keyID = slots[slot].keyID
      if keyID == .none {
        let isFamily = !bytes.isEmpty && bytes[bytes.count &- 1] == UInt8(ascii: "]")
        return isFamily ? family(of: bytes) : .none
      }
      let isSame = slots[slot].fingerprint == fingerprint
      if isSame, fingerprint.isExact || isSpelled(bytes, slots[slot]) { return keyID }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  private func isSpelled(_ bytes: Span<UInt8>, _ slot: Slot) -> Bool {
    let spelling = text.span.extracting(slot.start..<slot.start + bytes.count)
    return spelling.isEqual(to: bytes)
  }

  /// The key that stands for `bytes` and others that begin alike.
  @inline(never)
  private func family(of bytes: Span<UInt8>) -> KeyID {
    for place in bytes.indices where bytes[place] == UInt8(ascii: "[") {
      let beginning = bytes.extracting(...place)
      return id(of: beginning, Fingerprint(beginning))
    }
    return .none
  }
}
