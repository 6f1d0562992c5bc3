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

  @inline(__always)
  public func contains(_ key: KeyID) -> Bool {
    let place = Int(key.number / 64)
    return place < bits.count && bits[place] &>> UInt64(key.number) & 1 == 1
  }

  /// Inserts a key; checks first for membership, since most keys of a tree repeat.
  @inline(__always)
  mutating func insert(_ key: KeyID) {
    if key == .none || contains(key) { return }
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
    let slot = slot(of: text.span.extracting(start...), fingerprint)
    if slots[slot].keyID != .none {
      text.removeSubrange(start...)
      return slots[slot].keyID
    }
    count += 1
    let keyID = KeyID(number: UInt16(count))
    slots[slot] = Slot(fingerprint: fingerprint, start: start, keyID: keyID)
    if count * 2 > slots.count { grow() }
    return keyID
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for entry in old where entry.keyID != .none {
      let key = entry.start..<entry.start + entry.fingerprint.count
      let slot = slot(of: text.span.extracting(key), entry.fingerprint)
      slots[slot] = entry
    }
  }

  /// Returns the slot of a key, or the empty one where it belongs.
  private func slot(of key: Span<UInt8>, _ fingerprint: Fingerprint) -> Int {
    var slot = Int(fingerprint.hash) & (slots.count &- 1)
    while slots[slot].keyID != .none {
      if slots[slot].fingerprint == fingerprint {
        if fingerprint.isExact { break }
        let start = slots[slot].start
        if text.span.extracting(start..<start + key.count).isEqual(to: key) { break }
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return slot
  }

  /// Returns the number of the key with these bytes.
  public func id(of bytes: Span<UInt8>, _ fingerprint: Fingerprint) -> KeyID {
    let keyID = slots[slot(of: bytes, fingerprint)].keyID
    let isFamily = keyID == .none && !bytes.isEmpty && bytes[bytes.count &- 1] == "]"
    return isFamily ? family(of: bytes) : keyID
  }

  /// Returns the known key with `[` that matches `bytes`.
  @inline(never)
  private func family(of bytes: Span<UInt8>) -> KeyID {
    for place in bytes.indices where bytes[place] == "[" {
      let beginning = bytes.extracting(...place)
      return id(of: beginning, Fingerprint(beginning))
    }
    return .none
  }
}
