internal import CPlatform

/// A line on standard error that tells a person that work goes on; taken away before anything is said.
///
/// A timer of the system writes it, so that work that is done by then pays nothing for it.
public enum Progress {
  private static let line: StaticString = "modlint: reading the workspace…"
  private static let erase = "\r\u{1B}[K"

  /// Work that takes no longer is none that anyone waits for.
  private static let milliseconds: Int32 = 500

  public static func start() {
    line.withUTF8Buffer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        // A literal lies in the program itself and lives as long.
        guard let start = text.baseAddress else { return }
        modlint_progress_start(start, text.count, milliseconds)
      }
    }
  }

  public static func stop() {
    if modlint_progress_stop() != 0 { _ = writeAll(Array(erase.utf8), to: 2) }
  }
}
