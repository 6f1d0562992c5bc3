import Foundation
import Testing

@testable import YAML

/// What Yams 5.0.1 makes of a scalar, by its own patterns and in its own steps: slow, and plain to
/// compare with its source.
private struct Yams {
  private let patterns: [(name: String, expression: NSRegularExpression)]

  init() throws {
    let all: [(String, String)] = [
      (
        "bool",
        "^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$"
      ),
      (
        "int",
        "^(?:[-+]?0b[0-1_]+|[-+]?0o?[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+"
          + "|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$"
      ),
      (
        "float",
        "^(?:[-+]?(?:[0-9][0-9_]*)(?:\\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?"
          + "|\\.[0-9_]+(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\\.[0-9_]*"
          + "|[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN))$"
      ),
      (
        "timestamp",
        "^(?:[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"
          + "|[0-9][0-9][0-9][0-9]-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \\t]+)[0-9][0-9]?"
          + ":[0-9][0-9]:[0-9][0-9](?:\\.[0-9]*)?(?:[ \\t]*(?:Z|[-+][0-9][0-9]?(?::[0-9][0-9])?))?)$"
      ),
    ]
    patterns = try all.map { ($0.0, try NSRegularExpression(pattern: $0.1)) }
  }

  /// As `Document.shown` has it.
  func shown(_ text: String) -> String {
    let range = NSRange(location: 0, length: text.utf16.count)
    let resolved = patterns.first { $0.expression.firstMatch(in: text, range: range) != nil }?.name
    switch resolved {
    case "bool":
      switch text.lowercased() {
      case "true", "yes", "on": return "bool true"
      case "false", "no", "off": return "bool false"
      default: return text
      }
    case "int": return integer(text).map { "int \($0)" } ?? text
    case "float": return float(text).map { "float \($0)" } ?? text
    case "timestamp": return "timestamp"
    default: return text
    }
  }

  private func integer(_ text: String) -> Int? {
    let signed = text.replacingOccurrences(of: "_", with: "")
    if signed == "0" { return 0 }
    let isNegative = signed.hasPrefix("-")
    let digits = signed.dropFirst(isNegative || signed.hasPrefix("+") ? 1 : 0)
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8), ("0", 8)]
    where digits.hasPrefix(prefix) {
      return Int((isNegative ? "-" : "") + digits.dropFirst(prefix.count), radix: radix)
    }
    guard digits.contains(":") else { return Int(signed) }
    let groups = digits.components(separatedBy: ":").compactMap { Int($0, radix: 10) }
    let value = groups.reversed().reduce((base: 1, value: 0)) { sum, digit in
      (sum.base &* 60, sum.value &+ digit &* sum.base)
    }.value
    return isNegative ? 0 &- value : value
  }

  private func float(_ text: String) -> Double? {
    switch text {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .infinity
    case "-.inf", "-.Inf", "-.INF": return -.infinity
    case ".nan", ".NaN", ".NAN": return .nan
    default: break
    }
    let digits = text.replacingOccurrences(of: "_", with: "")
    guard digits.contains(":") else { return Double(digits) }
    let isNegative = digits.hasPrefix("-")
    let plain = isNegative || digits.hasPrefix("+") ? String(digits.dropFirst()) : digits
    let groups = plain.components(separatedBy: ":").compactMap { Double($0) }
    let value = groups.reversed().reduce((base: 1.0, value: 0.0)) { sum, digit in
      (sum.base * 60, sum.value + digit * sum.base)
    }.value
    return isNegative ? -value : value
  }
}

@Suite struct ScalarOracleTests {
  @Test(arguments: 1...8) func scalarsAreWhatYamsMakesOfThem(seed: UInt64) throws {
    let yams = try Yams()
    var random = Generator(state: seed)
    for _ in 0..<1500 {
      let (text, quote) = random.scalar()
      let written = "x: \(quote)\(text)\(quote)\n"
      // Much of what is made is no scalar, or another one than was meant.
      guard let document = try? Document(written),
        let value = try? document.node("x"), document.tree.string(value) == text
      else { continue }
      let expected = quote.isEmpty ? yams.shown(text) : text
      #expect(nearly(document.show(value), expected), "\(written)")
    }
  }

  /// Sums of floats may differ in the last digit by the order of adding.
  private func nearly(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    guard a.hasPrefix("float "), b.hasPrefix("float "), let x = Double(a.dropFirst(6)),
      let y = Double(b.dropFirst(6))
    else { return false }
    return abs(x - y) <= abs(x) * 1e-12
  }

  @Test(
    arguments: [
      ("+0", "+0"), ("-0", "-0"), ("0_", "int 0"), ("+0_", "+0_"), ("0_8", "float 8.0"),
      ("99999999999999999999:30", "int 30"), ("! 'yes'", "yes"), ("yes\u{a0}", "yes\u{a0}"),
      ("\u{a0}yes", "\u{a0}yes"),
      ("1\u{feff}2", "1\u{feff}2"), ("tr\u{feff}ue", "tr\u{feff}ue"),
    ] as [(String, String)])
  func oddScalars(_ written: String, _ meant: String) throws {
    #expect(try Document("x: \(written)\n").shown == "{x: \(meant)}")
  }

  @Test func aNumberToTheBaseSixtyMayBeTooLarge() throws {
    let document = try Document("x: " + Array(repeating: "1", count: 30).joined(separator: ":"))
    #expect(document.shown.hasPrefix("{x: int "))
  }

  /// Steele, Lea, Flood: SplitMix.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mix = state
      mix = (mix ^ mix >> 30) &* 0xbf58_476d_1ce4_e5b9
      mix = (mix ^ mix >> 27) &* 0x94d0_49bb_1331_11eb
      return mix ^ mix >> 31
    }

    mutating func pick<T>(_ choices: [T]) -> T { choices[Int(next() % UInt64(choices.count))] }

    mutating func scalar() -> (text: String, quote: String) {
      let parts = [
        "0", "1", "7", "8", "59", "60", "_", ":", ".", "-", "+", "e", "E", "x", "0x", "0b", "0o",
        "a", "F", ".inf", ".Inf", ".INF", ".nan", "yes", "No", "ON", "off", "True", "2001-12-14",
        "2001-1-4", "T", "t", " ", "21:59:43", "Z", "\u{a0}", "\u{feff}", "99999999999999999999",
      ]
      var text = ""
      for _ in 0...Int(next() % 5) { text += pick(parts) }
      return (text, pick(["", "", "", "'"]))
    }
  }
}
