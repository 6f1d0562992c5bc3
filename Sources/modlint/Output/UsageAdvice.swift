import ArgumentParser
import Loading
import Text

struct UsageAdvice {
  var root: any ParsableCommand.Type

  /// Returns the probable command for a word: for a synonym from other tools, or by nearest
  /// spelling.
  func command(meantBy word: String) -> String? {
    ForeignWords.commands.word(
      meantBy: word,
      among: root.configuration.subcommands.map { $0._commandName } + ["--version"])
  }

  /// Returns advice for a first path that may be a mistyped command.
  func command(meantBy failure: Failure) -> String {
    guard let command = failure.unknownPath.flatMap(command(meantBy:)) else { return "" }
    return "; did you mean '\(About.name) \(command)'?"
  }

  /// Returns the library's message about an unknown option with what the option means here.
  func withOptions(_ message: String) -> String {
    let head = "Error: Unknown option '"
    guard message.hasPrefix(head), let end = message.firstIndex(of: "\n") else { return message }
    let word = String(message.dropFirst(head.count).prefix { $0 != "'" })
    let usage = message[end...]
    let meant = ForeignWords.options.entry(for: word) { meant in
      !meant.hasPrefix("--") || offers(meant, inUsageOf: usage)
    }
    guard let help = meant?.help(about: String(word.drop { $0 == "-" })) else { return message }
    return head + word + "'; " + help + usage
  }

  private func offers(_ option: String, inUsageOf message: Substring) -> Bool {
    let head = "\nUsage: \(About.name) "
    guard let usage = message.firstRange(of: head) else { return false }
    let name = message[usage.upperBound...].prefix { $0 != " " }
    let command = root.configuration.subcommands.first { $0._commandName == name }
    guard let help = command.map({ root.helpMessage(for: $0) }) else { return false }
    return help.contains("\n  \(option)") || help.contains(", \(option)")
  }
}
