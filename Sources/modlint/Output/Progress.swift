/// Shows the progress of long work on standard error if that is a terminal.
struct Progress {
  private let total: Int
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var isShown = false

  private static let delay = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  init(of total: Int) { self.total = total }

  mutating func show(_ done: Int) {
    let now = ContinuousClock.now
    guard now - start > Self.delay, now - last > Self.interval, Terminal.isErrorTerminal else {
      return
    }
    (last, isShown) = (now, true)
    Terminal.note("\r\(done) of \(total) revisions")
  }

  mutating func end() {
    if isShown { Terminal.note("\r\u{1B}[K") }
    isShown = false
  }
}
