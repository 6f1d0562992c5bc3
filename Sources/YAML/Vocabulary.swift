/// The number of a known key: its place in the list its vocabulary was made from, counted from 1.
public struct Word: Hashable, Sendable {
  public var number: UInt16

  public init(number: UInt16) { self.number = number }

  /// A key that is not in the vocabulary.
  public static let none = Word(number: 0)
}

/// A set of words, empty of `Word.none`.
public struct WordSet: Sendable {
  private var bits: [UInt64] = []

  init() {}

  /// - Complexity: O(1).
  public func contains(_ word: Word) -> Bool {
    let place = Int(word.number / 64)
    return place < bits.count && bits[place] >> UInt64(word.number % 64) & 1 == 1
  }

  mutating func insert(_ word: Word) {
    guard word != .none else { return }
    let place = Int(word.number / 64)
    while place >= bits.count { bits.append(0) }
    bits[place] |= 1 << UInt64(word.number % 64)
  }

  mutating func formUnion(_ other: WordSet) {
    for (place, others) in other.bits.enumerated() {
      if place >= bits.count { bits.append(0) }
      bits[place] |= others
    }
  }

  mutating func removeAll() { bits.removeAll(keepingCapacity: true) }
}

/// The keys a reader knows, so that it can tell them apart by number.
///
/// A hash table with linear probing, at most half full.
public struct Vocabulary: Sendable {
  private var slots: [Slot]
  private var text: [UInt8] = []

  private struct Slot {
    var hash: UInt32 = 0
    var start: UInt32 = 0
    var length: UInt16 = 0
    var word = Word.none
  }

  /// Numbers `words` from 1 on.
  public init(_ words: [String]) {
    var size = 16
    while size < words.count * 2 { size *= 2 }
    slots = Array(repeating: Slot(), count: size)
    for (index, word) in words.enumerated() {
      let bytes = Array(word.utf8)
      let hash = keyHash(bytes)
      var slot = Int(hash) & (size - 1)
      while slots[slot].word != .none { slot = (slot + 1) & (size - 1) }
      slots[slot] = Slot(
        hash: hash, start: UInt32(text.count), length: UInt16(bytes.count),
        word: Word(number: UInt16(index + 1)))
      text += bytes
    }
  }

  /// The number of the word that `bytes` spells; `hash` is theirs.
  ///
  /// - Complexity: O(1) expected.
  func word(_ bytes: some Collection<UInt8>, hash: UInt32) -> Word {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot].word != .none {
      let candidate = slots[slot]
      if candidate.hash == hash, Int(candidate.length) == bytes.count {
        if isText(bytes, at: Int(candidate.start)) { return candidate.word }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return .none
  }

  /// Whether `bytes` stand in the text from `start` on, where there is room for them.
  private func isText(_ bytes: some Collection<UInt8>, at start: Int) -> Bool {
    var place = start
    for byte in bytes {
      guard text[place] == byte else { return false }
      place += 1
    }
    return true
  }
}

/// FNV-1a, 32 bit (Fowler, Noll and Vo): short keys, no need to resist collisions, since texts are
/// compared as well.
func keyHash(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var hash: UInt32 = 0x811c_9dc5
  for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
  return hash
}
