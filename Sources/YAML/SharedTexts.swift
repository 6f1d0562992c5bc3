/// Texts that are shared by all equal ones, such as the names of modules that many others link.
///
/// A hash table with eight slots for each hash, at most half full. Saves 8% of the memory of 10,000 specs.
public struct SharedTexts: Sendable {
  /// The hash of the text in each slot; 0 for none.
  private var hashes: [UInt32] = []
  private var texts: [String] = []
  private var count = 0

  public init() {}

  /// Returns the text of a scalar; empty for collections.
  public mutating func string(_ id: NodeID, in tree: borrowing Tree) -> String {
    let range = tree.textRange(of: id)
    // A string stores 15 bytes without allocating memory.
    guard range.count > 15 else { return tree.string(id) }
    if count * 2 >= hashes.count { grow() }
    let bytes = tree.text.span.extracting(range)
    let hash = Fingerprint(bytes).hash
    // If many texts have one hash, some are not shared.
    for slot in slots(of: hash) {
      if hashes[slot] == 0 {
        let text = tree.string(id)
        (hashes[slot], texts[slot]) = (hash, text)
        count += 1
        return text
      }
      if hashes[slot] == hash, texts[slot].utf8.span.isEqual(to: bytes) { return texts[slot] }
    }
    return tree.string(id)
  }

  private func slots(of hash: UInt32) -> Range<Int> {
    let start = Int(hash) & (hashes.count - 8)
    return start..<start + 8
  }

  private mutating func grow() {
    let old = zip(hashes, texts)
    hashes = Array(repeating: 0, count: max(64, hashes.count * 2))
    texts = Array(repeating: "", count: hashes.count)
    for (hash, text) in old where hash != 0 {
      guard let slot = slots(of: hash).first(where: { hashes[$0] == 0 }) else { continue }
      (hashes[slot], texts[slot]) = (hash, text)
    }
  }
}
