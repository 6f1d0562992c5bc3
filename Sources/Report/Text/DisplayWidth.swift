internal import Text

extension String {
  /// The width in terminal cells, after escaping.
  var displayCells: Int {
    if utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayCells }
  }
}

extension Character {
  /// The width of a character in terminal cells: the sum of its scalars, but two for an emoji of
  /// any number of scalars.
  ///
  /// Terminals disagree on these: old ones show the parts of joined emoji (families, flags, skin
  /// tones) side by side, and some use another width for Indic clusters. An underline is then
  /// misaligned by some cells.
  var displayCells: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first, scalars.count > 1 else {
      return scalars.first?.displayCells ?? 0
    }
    let isEmoji =
      first.properties.isEmojiPresentation
      || first.properties.isEmoji && scalars.contains { $0.value == 0xFE0F }
    return isEmoji ? 2 : scalars.reduce(0) { $0 + $1.displayCells }
  }
}

extension Unicode.Scalar {
  /// The width of the scalar in terminal cells: 0 for marks and invisible format characters, 2 for
  /// wide ones.
  ///
  /// The standard library lacks East Asian Width (Unicode, annex 11), so the wide blocks are
  /// listed; narrow scalars in them count as wide. Ambiguous scalars are narrow, as outside of CJK
  /// locales.
  var displayCells: Int {
    guard value >= 0x300 else { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if (0x1160...0x11FF).contains(value) { return 0 }  // vowels and finals of Hangul syllables
    return isInWideBlock || properties.isEmojiPresentation ? 2 : 1
  }

  private var isInWideBlock: Bool {
    switch value {
    case 0x1100...0x115F,  // initials of Hangul syllables
      0x2E80...0x303E, 0x3041...0xA4CF,  // radicals, kana, ideographs, Yi
      0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,  // compatibility forms
      0xFF01...0xFF60, 0xFFE0...0xFFE6,  // fullwidth forms
      0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Nushu, kana supplements
      0x1F200...0x1F2FF, 0x20000...0x3FFFD:  // enclosed and further ideographs
      true
    default: false
    }
  }
}

extension String {
  /// Returns the greatest width of the text, in pixels, set in `size` pixels of a common sans-serif
  /// face.
  ///
  /// No font is available: the widths are those of DejaVu Sans and Verdana, the widest of the usual
  /// fallbacks, in classes of letters. Text in Helvetica leaves a little room.
  func labelWidth(size: Double) -> Double {
    size * reduce(0) { $0 + $1.widthInEms }
  }
}

extension Character {
  fileprivate var widthInEms: Double {
    switch self {
    case "i", "j", "l", "I", "'", "|": 0.36
    case " ", ".", ",", ":", ";", "!", "(", ")", "[", "]", "/", "\\", "-", "f", "r", "t", "\"": 0.46
    case "m", "M", "W", "w", "@", "%", "…": 1.02
    case "+", "<", ">", "=", "~", "#", "&": 0.86
    case "A"..."Z": 0.8
    case "a"..."z", "0"..."9", "_", "$", "?", "*": 0.65
    default: displayCells == 2 ? 1.3 : Double(displayCells) * 0.9
    }
  }
}
