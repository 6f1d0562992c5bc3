/// The number of a known key: its index in the list of known keys, counted from 1.
public struct KeyID: Hashable, Sendable {
  public var number: UInt16

  public init(number: UInt16) { self.number = number }

  /// The number of unknown keys.
  public static var none: KeyID { KeyID(number: 0) }

  /// One of 32 bits, as in a Bloom filter of the keys of a mapping; 0 for `none`.
  var bit: UInt32 { self == .none ? 0 : 1 &<< UInt32(number) }
}

/// A set of known keys, without `KeyID.none`.
public struct KeySet: Sendable {
  private var bits: [UInt64] = []

  init() {}

  public func contains(_ key: KeyID) -> Bool { has(key) }

  @inline(__always)
  private func has(_ key: KeyID) -> Bool {
    let place = Int(key.number / 64)
    return place < bits.count && bits[place] &>> UInt64(key.number) & 1 == 1
  }

  /// Inserts a key; checks first for membership, since most keys of a tree repeat.
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

/// The known keys of a reader, each with a number.
///
/// A known key that ends in `[` matches all keys that begin with it and end in `]`, such as
/// conditional build settings. A hash table with linear probing, at most half full.
public struct KnownKeys: Sendable {
  private var slots = Array(repeating: Slot(), count: 16)
  private var count = 0
  private var text: [UInt8] = []

  private struct Slot {
    var fingerprint = Fingerprint(Span())
    var start = 0
    var keyID = KeyID.none
  }

  /// Numbers `keys` from 1 on.
  public init(_ keys: [String]) {
    for key in keys { insert(key) }
  }

  /// Returns the number of `key`, after adding it if it is not known.
  @discardableResult
  public mutating func insert(_ key: String) -> KeyID {
    let start = text.count
    text += key.utf8
    let fingerprint = Fingerprint(text.span.extracting(start...))
    var slot = slot(of: fingerprint)
    while slots[slot].keyID != .none {
      let known = slots[slot]
      if known.fingerprint == fingerprint,
        fingerprint.isExact || isSpelled(text.span.extracting(start...), known)
      {
        text.removeSubrange(start...)
        return known.keyID
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    count += 1
    slots[slot] = Slot(
      fingerprint: fingerprint, start: start, keyID: KeyID(number: UInt16(count)))
    if count * 2 > slots.count { grow() }
    return KeyID(number: UInt16(count))
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for entry in old where entry.keyID != .none {
      var slot = slot(of: entry.fingerprint)
      while slots[slot].keyID != .none { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  private func slot(of fingerprint: Fingerprint) -> Int {
    Int(fingerprint.hash) & (slots.count &- 1)
  }

  /// Returns the number of the key with these bytes.
  public func id(of bytes: Span<UInt8>) -> KeyID { id(of: bytes, Fingerprint(bytes)) }

  func id(of bytes: Span<UInt8>, _ fingerprint: Fingerprint) -> KeyID {
    var slot = slot(of: fingerprint)
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

  /// Returns the known key with `[` that matches `bytes`.
  @inline(never)
  private func family(of bytes: Span<UInt8>) -> KeyID {
    for place in bytes.indices where bytes[place] == UInt8(ascii: "[") {
      let beginning = bytes.extracting(...place)
      return id(of: beginning, Fingerprint(beginning))
    }
    return .none
  }
}
