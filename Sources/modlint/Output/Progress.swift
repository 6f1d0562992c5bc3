/// Says on standard error how far a long work is, where that is a terminal.
struct Progress {
  private let total: Int
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isShown = false

  /// What takes less is over before anybody reads it.
  private static let patience = Duration.milliseconds(500)
  private static let pause = Duration.milliseconds(100)

  init(of total: Int) { self.total = total }

  mutating func show(_ done: Int) {
    let now = ContinuousClock.now
    guard now - start > Self.patience, now - last > Self.pause, Terminal.isErrorTerminal else {
      return
    }
    (last, isShown) = (now, true)
    Terminal.note("\r\(done) of \(total) revisions")
  }

  /// Removes what was shown.
  mutating func end() {
    if isShown { Terminal.note("\r\u{1B}[K") }
    isShown = false
  }
}
