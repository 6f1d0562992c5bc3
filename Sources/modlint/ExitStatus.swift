import ArgumentParser

extension ExitCode {
  /// Findings of severity error.
  static let findings = ExitCode(1)
  /// Nothing could be checked: no rules.yml, no specification, an unreadable folder.
  static let cannotCheck = ExitCode(2)
}
