import ArgumentParser
import Report
import Text

/// The condition for using a feature of terminals.
enum AutoMode: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

extension Terminal {
  /// Returns the capabilities of standard output.
  static func style(_ color: AutoMode, hyperlinks: AutoMode = .never, table: AutoMode = .never)
    -> Style
  {
    let isColored = color == .auto ? showsColors : color == .always
    let areLinked = hyperlinks == .auto ? isColored && showsHyperlinks : hyperlinks == .always
    var style = Style(
      color: isColored, width: isTerminal ? width : nil,
      linkHost: areLinked ? host : nil)
    style.table =
      switch table {
      case .auto: isTerminal ? .whenMany : .never
      case .always: .always
      case .never: .never
      }
    return style
  }

  /// Whether to use colors, by the conventions of no-color.org and bixense.com/clicolors.
  private static var showsColors: Bool {
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE"), environment("CLICOLOR_FORCE") != "0" { return true }
    return isTerminal && environment("CLICOLOR") != "0" && isSet("TERM")
      && environment("TERM") != "dumb"
  }

  /// Whether the terminal is known to support hyperlinks (OSC 8).
  ///
  /// Terminals cannot be queried for it. Those without support print only the text, or garbage.
  private static var showsHyperlinks: Bool {
    if let forced = environment("FORCE_HYPERLINK"), !forced.isEmpty { return forced != "0" }
    guard isTerminal else { return false }
    // Multiplexers need support in both the terminal and themselves.
    let term = environment("TERM") ?? ""
    if term.hasPrefix("screen") || term.hasPrefix("tmux") { return false }
    if let version = environment("VTE_VERSION").flatMap({ Int($0) }) { return version >= 5000 }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "zed", "Hyper", "WarpTerminal"]
    if let program = environment("TERM_PROGRAM"), programs.contains(program) { return true }
    let terms = [
      "xterm-kitty", "xterm-ghostty", "alacritty", "alacritty-direct", "foot", "wezterm",
    ]
    if terms.contains(term) { return true }
    return ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains(where: isSet)
  }

  private static func isSet(_ name: String) -> Bool { !(environment(name) ?? "").isEmpty }
}

/// The options of commands that answer a question about the graph.
struct AnswerOptions: ParsableArguments {
  @Option(help: "When to use color. NO_COLOR means never.")
  var color: AutoMode = .auto

  @Flag(help: "Write JSON.")
  var json = false

  /// The capabilities for text output.
  var style: Style { Terminal.style(color) }
}
