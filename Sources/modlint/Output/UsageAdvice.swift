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
    return nearestSuffix(ForeignWords.commands.word(meantBy: word, among: commands))
  }

  /// Returns the probable command for a word: for a synonym from other tools, or by nearest
  /// spelling.
  static func command(meantBy word: String) -> String? {
    ForeignWords.commands.word(
      meantBy: word,
      among: Modlint.configuration.subcommands.map { $0._commandName } + ["--version"])
  }

  /// Returns the message with advice on options of other tools, and on values that start with a
  /// minus.
  static func withOptions(_ message: String) -> String {
    let missing = "Error: Missing value for '--jobs <jobs>'"
    if message.hasPrefix(missing) {
      return missing + ": a number greater than 0" + message.dropFirst(missing.count)
    }
    let head = "Error: Unknown option '"
    guard message.hasPrefix(head), let end = message.firstIndex(of: "\n") else { return message }
    let word = String(message.dropFirst(head.count).prefix { $0 != "'" })
    let usage = message[end...]
    let meant = ForeignWords.options.entry(for: word) { meant in
      if meant.hasPrefix("--") { return offers(meant, inUsageOf: usage) }
      guard meant.hasPrefix("in ") else { return true }
      return command(inUsageOf: usage)?._commandName == String(meant.dropFirst(3))
    }
    guard let help = meant?.help(about: String(word.drop { $0 == "-" })) else { return message }
    return head + word + "'; " + help + usage
  }

  /// Whether the command of a message's usage line has an option.
  private static func offers(_ option: String, inUsageOf message: Substring) -> Bool {
    guard let command = command(inUsageOf: message) else { return false }
    let help = Modlint.helpMessage(for: command)
    return help.contains("\n  \(option)") || help.contains(", \(option)")
  }

  private static func command(inUsageOf message: Substring) -> (any ParsableCommand.Type)? {
    let head = "\nUsage: \(About.name) "
    guard let usage = message.firstRange(of: head) else { return nil }
    let name = message[usage.upperBound...].prefix { $0 != " " }
    return Modlint.configuration.subcommands.first { $0._commandName == name }
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
      let word = message.dropFirst(head.count).prefix { $0 != "'" }
      let meant = ForeignWords.commands.word(meantBy: String(word), among: names)
      return message[..<place.lowerBound] + "; '\(About.name) \(command._commandName)' has "
        + names.quoted.joinedByAnd + nearestSuffix(meant) + message[place.lowerBound...]
    }
    return message
  }
}
