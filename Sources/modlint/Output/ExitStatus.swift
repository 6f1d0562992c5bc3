import ArgumentParser

extension ExitCode {
  /// Findings of severity error.
  static let findings = ExitCode(1)
  /// Nothing could be checked: no rules.yml, no specification, an unreadable folder.
  static let cannotCheck = ExitCode(2)
  // Wrong usage is `validationFailure`, 64; an internal error is 70, which `CrashReport` leaves with.
}
