internal import CPlatform

/// What is said and done if modlint itself fails: one line on standard error, and exit status 70.
///
/// A trap, an overflow of the stack or a signal such as `SIGSEGV` would otherwise end the process
/// without a word in release builds, with a status that says as little.
public enum CrashReport {
  /// Reports crashes of the whole process from here on; a few system calls.
  public static func install() { modlint_report_crashes() }

  /// Says that standard output is about to be written to: a crash from here on marks it as incomplete.
  public static func noteOutput() { modlint_note_output() }
}
