import ArgumentParser
import Diagnostics
import Architecture
import Text

/// Additions to the library's messages about invalid command lines.
enum UsageAdvice {
  /// Returns the message with `Did you mean 'json'?` if an invalid value is similar to an allowed
  /// one.
  static func withNearestValue(_ message: String) -> String {
    let (head, middle) = ("Error: The value '", "' is invalid for '")
    guard message.hasPrefix(head), let invalid = message.firstRange(of: middle),
      let offer = message.firstRange(of: ". Please provide one of ")
    else { return message }
    let value = message[
      message.index(message.startIndex, offsetBy: head.count)..<invalid.lowerBound]
    let allowed = offeredValues(message[offer.upperBound...])
    guard let nearest = allowed.nearest(to: String(value)) else { return message }
    return message[..<offer.lowerBound] + ". Did you mean '\(nearest)'?"
      + message[offer.lowerBound...].dropFirst()
  }

  /// Returns the allowed values in a message: in quotes on one line, or one per line.
  private static func offeredValues(_ text: Substring) -> [String] {
    let lines = text.split(separator: "\n")
    guard let first = lines.first else { return [] }
    let bullet = "  - "
    if first == "the following:" {
      return lines.dropFirst().prefix { $0.hasPrefix(bullet) }
        .map { String($0.dropFirst(bullet.count)) }
    }
    let pieces = first.split(separator: "'", omittingEmptySubsequences: false)
    return pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) }
  }

  /// Returns the error of `modlint help WORD...`; `nil` if all words are commands.
  ///
  /// The library would print the help of the whole program.
  static func unknownHelpTopic(_ arguments: [String]) -> String? {
    guard arguments.first == "help" else { return nil }
    var commands = Modlint.configuration.subcommands
    for word in arguments.dropFirst() where !word.hasPrefix("-") {
      guard let command = commands.first(where: { $0._commandName == word }) else {
        return "unknown command '\(word)'" + advice(on: word, commands.map { $0._commandName })
      }
      commands = command.configuration.subcommands
    }
    return nil
  }

  private static func advice(on word: String, _ commands: [String]) -> String {
    if rulePage(word) != nil { return "; 'modlint explain \(word)' explains the rule" }
    return commands.nearest(to: word).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns the probable command for a word: for a synonym from other tools, or by nearest
  /// spelling.
  static func command(meantBy word: String) -> String? {
    let words = [
      "check": "lint", "run": "lint", "analyze": "lint", "verify": "lint", "validate": "lint",
      "format": "fix", "autocorrect": "fix", "draw": "graph", "show": "graph", "setup": "init",
    ]
    return words[word]
      ?? Modlint.configuration.subcommands.map { $0._commandName }.nearest(to: word)
  }

  /// Returns the message with advice on options of other tools, and on values that start with a
  /// minus.
  static func withOptions(_ message: String) -> String {
    for option in ["--only", "--rule", "--rules", "--select", "--enable", "--disable", "--skip"] {
      let head = "Error: Unknown option '\(option)'"
      guard message.hasPrefix(head + ".") || message.hasPrefix(head + "\n"),
        let end = message.firstIndex(of: "\n")
      else { continue }
      return head + "; rules.yml says which rules run: 'rules: { cycle: off }'" + message[end...]
    }
    for (option, meant) in [("--format", "--json"), ("--json", "--format json")] {
      let head = "Error: Unknown option '\(option)'"
      guard message.hasPrefix(head), let end = message.firstIndex(of: "\n"),
        offers(String(meant.prefix { $0 != " " }), inUsageOf: message[end...])
      else { continue }
      return head + "; '\(meant)' prints JSON" + message[end...]
    }
    let head = "Error: Missing value for '--jobs <jobs>'"
    return message.hasPrefix(head)
      ? head + ": a number greater than 0" + message.dropFirst(head.count) : message
  }

  /// Whether the command of a message's usage line has an option.
  private static func offers(_ option: String, inUsageOf message: Substring) -> Bool {
    let head = "\nUsage: \(About.name) "
    guard let usage = message.firstRange(of: head) else { return false }
    let name = message[usage.upperBound...].prefix { $0 != " " }
    guard let command = Modlint.configuration.subcommands.first(where: { $0._commandName == name })
    else { return false }
    return Modlint.helpMessage(for: command).contains("\n  \(option)")
  }

  /// Returns the message with the subcommands of `baseline`, if a word is not one of them.
  static func withSubcommands(_ message: String) -> String {
    let head = "Error: Unexpected argument '"
    guard message.hasPrefix(head) else { return message }
    for command in Modlint.configuration.subcommands
    where !command.configuration.subcommands.isEmpty {
      let usage = "\nUsage: \(About.name) \(command._commandName) <subcommand>"
      guard let place = message.firstRange(of: usage) else { continue }
      let names = command.configuration.subcommands.map { $0._commandName }
      return message[..<place.lowerBound] + "; '\(About.name) \(command._commandName)' has "
        + names.quoted.joinedByAnd + message[place.lowerBound...]
    }
    return message
  }
}
