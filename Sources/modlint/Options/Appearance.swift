import ArgumentParser
import Report
import Text

enum AutoMode: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

extension Terminal {
  static func style(_ color: AutoMode) -> Style {
    let isColored = color == .auto ? showsColors : color == .always
    return Style(color: isColored, width: isTerminal ? width : nil)
  }

  /// Whether to use colors, by the conventions of no-color.org and bixense.com/clicolors.
  private static var showsColors: Bool {
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), environment("CLICOLOR_FORCE") != "0" { return true }
    return isTerminal && environment("CLICOLOR") != "0" && isSet("TERM")
      && environment("TERM") != "dumb"
  }

  private static func isSet(_ name: String) -> Bool { !(environment(name) ?? "").isEmpty }
}

struct AnswerOptions: ParsableArguments {
  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

  @Flag(help: "Write JSON.")
  var json = false

  var style: Style { Terminal.style(color) }
}
