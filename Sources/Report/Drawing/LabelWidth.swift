extension String {
  /// How wide the text is at most, in pixels, set in `size` pixels of any common sans-serif face.
  ///
  /// There is no font to ask: the widths are those of DejaVu Sans and Verdana, the widest of the
  /// usual fallbacks, in classes of letters. What is set in Helvetica leaves a little room.
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
