extension String {
  /// The name as a C99 identifier, as Xcode and SwiftPM form module names: invalid characters become `_`.
  ///
  /// Marks that combine with a letter stay, since Xcode composes names first; strings compare alike either way.
  public var moduleIdentifier: String {
    // Most names are identifiers.
    if utf8.allSatisfy(\.isInIdentifiers), let first = utf8.first, !first.isDigit { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isPart =
        scalars.isEmpty ? scalar.isInIdentifiers && !scalar.isDigit : scalar.isInNames
      scalars.append(isPart ? scalar : "_")
    }
    return String(scalars)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isInIdentifiers: Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return letters.contains(self | 0x20) || isDigit || self == UInt8(ascii: "_")
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.numericType == .decimal }

  fileprivate var isInNames: Bool {
    isInIdentifiers || properties.canonicalCombiningClass != .notReordered
  }

  /// Whether it is in a C99 identifier: Annex D lists the letters and digits up to those of Hangul.
  fileprivate var isInIdentifiers: Bool {
    isASCII
      ? UInt8(ascii: self).isInIdentifiers : value <= 0xD7A3 && properties.isXIDContinue
  }
}
