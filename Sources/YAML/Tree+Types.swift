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
    return !mayStartOtherType[Int(first)] || type(of: id) == .text
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

/// The first bytes of plain scalars that may not be text.
private let mayStartOtherType: [Bool] = {
  var table = [Bool](repeating: false, count: 256)
  for byte in "0123456789+-.yYnNtTfFoO".utf8 { table[Int(byte)] = true }
  return table
}()

private func plainType(of bytes: ArraySlice<UInt8>) -> ScalarType {
  guard let first = bytes.first, mayStartOtherType[Int(first)] else { return .text }
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

/// Matches patterns at the start of some bytes.
private struct Scanner {
  var rest: ArraySlice<UInt8>

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ byte: Character) -> Bool {
    guard let wanted = byte.asciiValue, rest.first == wanted else { return false }
    rest.removeFirst()
    return true
  }

  mutating func takeSign() { _ = take("-") || take("+") }

  @discardableResult
  mutating func takeAll(_ set: (UInt8) -> Bool, most: Int = .max) -> Int {
    var count = 0
    while count < most, let byte = rest.first, set(byte) {
      rest.removeFirst()
      count += 1
    }
    return count
  }
}

private func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
private func isDigitOrLine(_ byte: UInt8) -> Bool { isDigit(byte) || byte == 0x5f }

// `(:[0-5]?[0-9])+`
private func takeSexagesimal(_ scanner: inout Scanner) -> Bool {
  var count = 0
  while scanner.take(":") {
    let digits = Array(scanner.rest.prefix { isDigit($0) })
    guard 1...2 ~= digits.count, digits.count == 1 || digits[0] <= 0x35 else { return false }
    scanner.rest.removeFirst(digits.count)
    count += 1
  }
  return count > 0
}

private func matchesInteger(_ bytes: ArraySlice<UInt8>) -> Bool {
  var scanner = Scanner(rest: bytes)
  scanner.takeSign()
  let start = scanner
  if scanner.take("0") {
    if scanner.isAtEnd { return true }
    if scanner.take("x") {
      return scanner.takeAll { isDigitOrLine($0) || 0x61...0x66 ~= $0 | 0x20 } > 0
        && scanner.isAtEnd
    }
    if scanner.take("b") {
      return scanner.takeAll { 0x30...0x31 ~= $0 || $0 == 0x5f } > 0 && scanner.isAtEnd
    }
    _ = scanner.take("o")
    return scanner.takeAll { 0x30...0x37 ~= $0 || $0 == 0x5f } > 0 && scanner.isAtEnd
  }
  scanner = start
  guard let first = scanner.rest.first, 0x31...0x39 ~= first else { return false }
  scanner.takeAll(isDigitOrLine)
  return scanner.isAtEnd || takeSexagesimal(&scanner) && scanner.isAtEnd
}

private func matchesFloat(_ bytes: ArraySlice<UInt8>) -> Bool {
  if [".nan", ".NaN", ".NAN"].contains(where: { bytes.elementsEqual($0.utf8) }) { return true }
  var scanner = Scanner(rest: bytes)
  scanner.takeSign()
  if [".inf", ".Inf", ".INF"].contains(where: { scanner.rest.elementsEqual($0.utf8) }) {
    return true
  }
  if scanner.take(".") {
    // `.5` may have no sign, and its exponent must have one.
    guard bytes.first == 0x2e, scanner.takeAll(isDigitOrLine) > 0 else { return false }
    return scanner.isAtEnd || takeExponent(&scanner, needsSign: true) && scanner.isAtEnd
  }
  guard let first = scanner.rest.first, isDigit(first) else { return false }
  scanner.takeAll(isDigitOrLine)
  if scanner.rest.first == 0x3a {
    guard takeSexagesimal(&scanner), scanner.take(".") else { return false }
    scanner.takeAll(isDigitOrLine)
    return scanner.isAtEnd
  }
  if scanner.take(".") { scanner.takeAll(isDigitOrLine) }
  return scanner.isAtEnd || takeExponent(&scanner, needsSign: false) && scanner.isAtEnd
}

private func takeExponent(_ scanner: inout Scanner, needsSign: Bool) -> Bool {
  guard scanner.take("e") || scanner.take("E") else { return false }
  let signed = scanner.take("-") || scanner.take("+")
  return (signed || !needsSign) && scanner.takeAll(isDigit) > 0
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
  var scanner = Scanner(rest: bytes)
  guard scanner.takeAll(isDigit) == 4, scanner.take("-") else { return false }
  let month = scanner.takeAll(isDigit)
  guard 1...2 ~= month, scanner.take("-") else { return false }
  let day = scanner.takeAll(isDigit)
  guard 1...2 ~= day else { return false }
  if scanner.isAtEnd { return month == 2 && day == 2 }
  let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
  guard scanner.take("T") || scanner.take("t") || scanner.takeAll(isBlank) > 0 else { return false }
  guard 1...2 ~= scanner.takeAll(isDigit), scanner.take(":"), scanner.takeAll(isDigit) == 2,
    scanner.take(":"), scanner.takeAll(isDigit) == 2
  else { return false }
  if scanner.take(".") { scanner.takeAll(isDigit) }
  scanner.takeAll(isBlank)
  if scanner.isAtEnd || scanner.take("Z") { return scanner.isAtEnd }
  guard scanner.take("+") || scanner.take("-"), 1...2 ~= scanner.takeAll(isDigit) else {
    return false
  }
  if scanner.take(":") { guard scanner.takeAll(isDigit) == 2 else { return false } }
  return scanner.isAtEnd
}
