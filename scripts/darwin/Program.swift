// What Sources/modlint/Output/Terminal.swift uses of modules that are not type-checked for macOS here.

struct ExitCode {
  var rawValue: Int32
  static let cannotCheck = Self(rawValue: 2)
}

struct Day {
  init?(year: Int, month: Int, day: Int) {}
}
