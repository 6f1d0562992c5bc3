/// The type of a scalar as resolved by Yams 5.0.1.
public enum ScalarType: Equatable, Sendable {
  case text
  case bool(Bool)
  case int(Int)
  case float(Double)
  case timestamp
  case null
}

// The types of scalars: the default resolver of Yams 5.0.1 without its null rule; the patterns are
// those of YAML 1.1 (yaml.org/type).
extension Tree {
  /// Returns the type of a scalar, or `nil` for a collection.
  public func type(of id: NodeID) -> ScalarType? {
    let node = self[id]
    guard node.kind == .scalar else { return nil }
    switch node.form {
    case .text: return .text
    case .plain: return plainType(of: bytes(id))
    case .jsonNull: return .null
    case .jsonNumber:
      let digits = string(id)
      return Int(digits).map { .int($0) } ?? .float(Double(digits) ?? 0)
    }
  }

  /// Returns whether a value is a number of a JSON file, which has every numeric type that it fits.
  public func isJSONNumber(_ id: NodeID) -> Bool { self[id].form == .jsonNumber }

  /// Returns whether a value is a scalar of type text, as required for names.
  public func isText(_ id: NodeID) -> Bool {
    let node = self[id]
    guard node.kind == .scalar else { return false }
    guard node.form == .plain else { return node.form == .text }
    if node.count == 0 { return true }
    let first = text[Int(node.first)]
    // Plain scalars that start with a letter are text, except booleans, which have at most five
    // letters.
    if first >= UInt8(ascii: "A"), node.count > 5 { return true }
    return !mayStartOtherType(first) || type(of: id) == .text
  }

  /// Returns the text of a scalar of type text.
  public func textValue(_ id: NodeID) -> String? { isText(id) ? string(id) : nil }

  /// Returns the value of a boolean; in JSON 0 and 1 are booleans as well.
  public func boolValue(_ id: NodeID) -> Bool? {
    if self[id].form == .plain {
      // Tries the common spellings before all patterns.
      if text(of: id, is: "true") { return true }
      if text(of: id, is: "false") { return false }
    }
    switch type(of: id) {
    case .bool(let value): return value
    case .int(let value) where self[id].form == .jsonNumber && (0...1).contains(value):
      return value == 1
    case .float(let value) where self[id].form == .jsonNumber && (value == 0 || value == 1):
      return value == 1
    default: return nil
    }
  }
}

/// Returns whether plain scalars with this first byte may not be text.
private func mayStartOtherType(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, "+", "-", ".", "y", "Y", "n", "N", "t", "T", "f", "F", "o", "O": true
  default: false
  }
}

private func plainType(of bytes: ArraySlice<UInt8>) -> ScalarType {
  guard let first = bytes.first, mayStartOtherType(first) else { return .text }
  // After a dot a scalar can be a number, `._`, `.inf` or `.nan`, but is usually a path.
  if first == 0x2e {
    switch bytes.dropFirst().first ?? first {
    case 0x30...0x39, 0x5f, 0x49, 0x69, 0x4e, 0x6e: break
    default: return .text
    }
  }
  // After a letter a scalar can be a boolean, but is usually a name.
  if first >= 0x41 { return boolean(bytes).map { .bool($0) } ?? .text }
  if matchesInteger(bytes) { return integer(bytes).map { .int($0) } ?? .text }
  if matchesFloat(bytes) { return float(bytes).map { .float($0) } ?? .text }
  return isTimestamp(bytes) ? .timestamp : .text
}

private let booleans: [(word: String, value: Bool)] =
  [("yes", true), ("no", false), ("true", true), ("false", false), ("on", true), ("off", false)]
  .flatMap { word, value in
    [word, word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()].map { ($0, value) }
  }

private func boolean(_ bytes: some Collection<UInt8>) -> Bool? {
  guard 2...5 ~= bytes.count else { return nil }
  return booleans.first { bytes.elementsEqual($0.word.utf8) }?.value
}

// Patterns at the start of some bytes.
extension ArraySlice<UInt8> {
  fileprivate mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let first, first == character else { return false }
    removeFirst()
    return true
  }

  @discardableResult
  fileprivate mutating func takeAll(_ set: (UInt8) -> Bool) -> Int {
    let start = startIndex
    while let first, set(first) { removeFirst() }
    return startIndex - start
  }
}

private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
private func isDigitOrLine(_ byte: UInt8) -> Bool { isDigit(byte) || byte == 0x5f }

// `(:[0-5]?[0-9])+`
private func takeSexagesimal(_ rest: inout ArraySlice<UInt8>) -> Bool {
  var count = 0
  while rest.take(":") {
    let digits = Array(rest.prefix { isDigit($0) })
    guard 1...2 ~= digits.count, digits.count == 1 || digits[0] <= 0x35 else { return false }
    rest.removeFirst(digits.count)
    count += 1
  }
  return count > 0
}

private func matchesInteger(_ bytes: ArraySlice<UInt8>) -> Bool {
  var rest = bytes
  _ = rest.take("-") || rest.take("+")
  let start = rest
  if rest.take("0") {
    if rest.isEmpty { return true }
    if rest.take("x") {
      return rest.takeAll { isDigitOrLine($0) || 0x61...0x66 ~= $0 | 0x20 } > 0
        && rest.isEmpty
    }
    if rest.take("b") {
      return rest.takeAll { 0x30...0x31 ~= $0 || $0 == 0x5f } > 0 && rest.isEmpty
    }
    _ = rest.take("o")
    return rest.takeAll { 0x30...0x37 ~= $0 || $0 == 0x5f } > 0 && rest.isEmpty
  }
  rest = start
  guard let first = rest.first, 0x31...0x39 ~= first else { return false }
  rest.takeAll(isDigitOrLine)
  return rest.isEmpty || takeSexagesimal(&rest) && rest.isEmpty
}

private func matchesFloat(_ bytes: ArraySlice<UInt8>) -> Bool {
  if [".nan", ".NaN", ".NAN"].contains(where: { bytes.elementsEqual($0.utf8) }) { return true }
  var rest = bytes
  _ = rest.take("-") || rest.take("+")
  if [".inf", ".Inf", ".INF"].contains(where: { rest.elementsEqual($0.utf8) }) {
    return true
  }
  if rest.take(".") {
    // `.5` may have no sign, and its exponent must have one.
    guard bytes.first == 0x2e, rest.takeAll(isDigitOrLine) > 0 else { return false }
    return rest.isEmpty || takeExponent(&rest, needsSign: true) && rest.isEmpty
  }
  guard let first = rest.first, isDigit(first) else { return false }
  rest.takeAll(isDigitOrLine)
  if rest.first == 0x3a {
    guard takeSexagesimal(&rest), rest.take(".") else { return false }
    rest.takeAll(isDigitOrLine)
    return rest.isEmpty
  }
  if rest.take(".") { rest.takeAll(isDigitOrLine) }
  return rest.isEmpty || takeExponent(&rest, needsSign: false) && rest.isEmpty
}

private func takeExponent(_ rest: inout ArraySlice<UInt8>, needsSign: Bool) -> Bool {
  guard rest.take("e") || rest.take("E") else { return false }
  let signed = rest.take("-") || rest.take("+")
  return (signed || !needsSign) && rest.takeAll(isDigit) > 0
}

/// Returns the value of a text that matches the integer pattern; `nil` if it is too large.
private func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
  let digits = String(decoding: bytes.filter { $0 != 0x5f }, as: UTF8.self)
  let sign = digits.hasPrefix("-") ? "-" : ""
  let plain = digits.first == "-" || digits.first == "+" ? digits.dropFirst() : digits[...]
  // `-0` is no integer: octal numbers have digits after the zero.
  if digits == "0" { return 0 }
  for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8), ("0", 8)] where plain.hasPrefix(prefix)
  {
    return Int(sign + plain.dropFirst(prefix.count), radix: radix)
  }
  if digits.contains(":") {
    // Yams traps on numbers that are too large.
    return sexagesimalGroups(plain).reduce(0) { $0 &* 60 &+ $1 } &* (sign.isEmpty ? 1 : -1)
  }
  return Int(digits)
}

private func float(_ bytes: ArraySlice<UInt8>) -> Double? {
  switch String(decoding: bytes, as: UTF8.self) {
  case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
  case "-.inf", "-.Inf", "-.INF": return -.infinity
  case ".nan", ".NaN", ".NAN": return .nan
  default: break
  }
  let digits = String(decoding: bytes.filter { $0 != 0x5f }, as: UTF8.self)
  guard digits.contains(":") else { return Double(digits) }
  let sign: Double = digits.hasPrefix("-") ? -1 : 1
  let plain = digits.first == "-" || digits.first == "+" ? digits.dropFirst() : digits[...]
  return sign * sexagesimalGroups(plain).reduce(0) { $0 * 60 + $1 }
}

/// Returns the groups of `1:30`, a number to the base 60, that are numbers.
private func sexagesimalGroups<Number: LosslessStringConvertible>(
  _ digits: Substring
) -> [Number] {
  digits.split(separator: ":").compactMap { Number(String($0)) }
}

/// Returns whether a text is `2001-12-14`, or `2001-1-4` with a time after it.
private func isTimestamp(_ bytes: ArraySlice<UInt8>) -> Bool {
  guard bytes.count >= 8, bytes.dropFirst(4).first == 0x2d else { return false }
  var rest = bytes
  guard rest.takeAll(isDigit) == 4, rest.take("-") else { return false }
  let month = rest.takeAll(isDigit)
  guard 1...2 ~= month, rest.take("-") else { return false }
  let day = rest.takeAll(isDigit)
  guard 1...2 ~= day else { return false }
  if rest.isEmpty { return month == 2 && day == 2 }
  let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
  guard rest.take("T") || rest.take("t") || rest.takeAll(isBlank) > 0 else { return false }
  guard 1...2 ~= rest.takeAll(isDigit), rest.take(":"), rest.takeAll(isDigit) == 2,
    rest.take(":"), rest.takeAll(isDigit) == 2
  else { return false }
  if rest.take(".") { rest.takeAll(isDigit) }
  rest.takeAll(isBlank)
  if rest.isEmpty || rest.take("Z") { return rest.isEmpty }
  guard rest.take("+") || rest.take("-"), 1...2 ~= rest.takeAll(isDigit) else {
    return false
  }
  if rest.take(":") { guard rest.takeAll(isDigit) == 2 else { return false } }
  return rest.isEmpty
}
