package import Foundation

extension Process {
  /// What a process has written, and how it ended.
  package struct Ending {
    package var output: String
    /// What it wrote to standard error, unless that went to its output as well.
    package var standardError: String
    package var status: Int32
    package var reason: TerminationReason

    /// All of it as text.
    package var text: String {
      output + (standardError.isEmpty ? "" : "--- stderr\n" + standardError)
        + "--- \(reason == .uncaughtSignal ? "signal" : "exit") \(status)\n"
    }
  }

  /// It was still running, or something it started still wrote, when its time was over.
  package struct TooSlow: Error, CustomStringConvertible {
    package var command: String
    package var limit: Duration
    /// What it had written until then.
    package var written: [String]

    package var description: String {
      "'\(command)' was killed after \(limit); it had written \(written)"
    }
  }

  /// Where what it writes goes.
  package enum Output {
    case pipes
    /// Both to one pipe, in the order of writing.
    case onePipe
    /// Standard output to a file, which is closed here then.
    case file(FileHandle)
  }

  /// Runs it and waits for its end, but no longer than `limit`.
  package func finish(_ output: Output = .pipes, within limit: Duration = .seconds(120)) throws
    -> Ending
  {
    let (stdout, stderr) = (Pipe(), Pipe())
    standardOutput = stdout
    standardError = stderr
    var reading = [stdout.fileHandleForReading, stderr.fileHandleForReading]
    switch output {
    case .pipes: break
    case .onePipe:
      standardError = stdout
      reading = [stdout.fileHandleForReading]
    case .file(let file):
      standardOutput = file
      reading = [stderr.fileHandleForReading]
    }
    let written = try finish(reading: reading, within: limit) {
      if case .file(let file) = output { try file.close() }
    }
    .map { String(decoding: $0, as: UTF8.self) }
    var ending = Ending(
      output: written[0], standardError: "", status: terminationStatus, reason: terminationReason)
    switch output {
    case .pipes: ending.standardError = written[1]
    case .onePipe: break
    case .file: (ending.output, ending.standardError) = ("", written[0])
    }
    return ending
  }

  /// Runs it and reads the files to their ends, all at once.
  ///
  /// A process that finds one full waits for its reader. As soon as it runs, `started` closes here what
  /// only the process shall have.
  package func finish(
    reading files: [FileHandle], within limit: Duration = .seconds(120), started: () throws -> Void
  ) throws -> [[UInt8]] {
    let deadline = ContinuousClock.now + limit
    let end = DispatchSemaphore(value: 0)
    terminationHandler = { _ in end.signal() }
    try run()
    try started()
    let (written, isWhole) = readAll(files.map(\.fileDescriptor), until: deadline)
    let left = max(0, (deadline - .now) / .seconds(1))
    let isInTime = isWhole && end.wait(timeout: .now() + left) == .success
    if !isInTime { kill(processIdentifier, SIGKILL) }
    // It has no limit of its own, but without it Foundation on Linux never lets go of the process.
    waitUntilExit()
    if isInTime { return written }
    throw TooSlow(
      command: ([executableURL?.lastPathComponent ?? ""] + (arguments ?? []))
        .joined(separator: " "), limit: limit,
      written: written.map { String(decoding: $0, as: UTF8.self) })
  }
}

/// What can be read until all ends are reached or the time is over, and whether they are.
private func readAll(
  _ descriptors: [Int32], until deadline: ContinuousClock.Instant
) -> (bytes: [[UInt8]], isWhole: Bool) {
  var open = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  var bytes = descriptors.map { _ in [UInt8]() }
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while open.contains(where: { $0.fd >= 0 }) {
    let left = (deadline - .now) / .milliseconds(1)
    guard left > 0 else { return (bytes, false) }
    guard poll(&open, nfds_t(open.count), Int32(left.rounded(.up))) > 0 else { continue }
    for index in open.indices where open[index].revents != 0 {
      let count = read(open[index].fd, &buffer, buffer.count)
      if count > 0 {
        bytes[index] += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        // A terminal on Linux ends with an error; `poll` passes over what is below 0.
        open[index].fd = -1
      }
    }
  }
  return (bytes, true)
}
