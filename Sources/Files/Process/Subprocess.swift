internal import Diagnostics

// Other programs, at the C boundary: no pointer escapes this file.

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
internal import CPlatform

/// A running program that answers requests; terminated at the end of scope.
///
/// No call waits for longer than the program's time limit. All output of the program is read at
/// once, so that neither side blocks the other.
public struct Subprocess: ~Copyable, Sendable {
  private let program: Program
  private let child: modlint_child
  /// The end of the time limit, in milliseconds of `now()`.
  private var deadline: Int
  private var pendingInput: [UInt8] = []
  private var isInputOpen = true
  private var endsInput = false
  private var output: [UInt8] = []
  /// The number of bytes of `output` that were returned.
  private var taken = 0
  private var isOutputOpen = true
  private var standardError: [UInt8] = []
  private var isStandardErrorOpen = true
  private var status: Int?

  /// The maximum number of bytes kept of standard error.
  private static let standardErrorLimit = 4096
  private static let chunk = 1 << 16
  /// The maximum number of milliseconds between two looks at whether the program has exited.
  private static let longestPause = 50

  public init(_ program: Program) throws(ProgramError) {
    self.program = program
    deadline = now() + program.timeLimit
    child = try start(program)
  }

  deinit {
    if isInputOpen { close(child.input) }
    close(child.output)
    close(child.standard_error)
    guard status == nil else { return }
    modlint_kill(child.pid)
    reap(child.pid, until: .max)
  }

  /// Queues bytes for standard input; they are written while waiting for answers.
  public mutating func send(_ bytes: [UInt8]) { pendingInput += bytes }

  /// Closes its standard input after the queued bytes.
  public mutating func endInput() { endsInput = true }

  /// Returns the next line of its output, without the line feed.
  public mutating func line() throws(ProgramError) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    try wait { $0.output[$0.taken...].contains(lineFeed) }
    let end = output[taken...].firstIndex(of: lineFeed) ?? taken
    defer { taken = end + 1 }
    return Array(output[taken..<end])
  }

  /// Returns the next `count` bytes of its output.
  public mutating func bytes(_ count: Int) throws(ProgramError) -> [UInt8] {
    try wait { $0.output.count - $0.taken >= count }
    defer { taken += count }
    return Array(output[taken..<taken + count])
  }

  /// Reads to the end of the output and waits for the exit, but for no program that keeps it open.
  public mutating func finish() throws(ProgramError) -> Program.Result {
    deadline = now() + program.timeLimit
    var pause = 1
    while isOutputOpen || isStandardErrorOpen {
      if try exchange(atMost: pause) { continue }
      if status != nil { break }
      let status = Int(modlint_reap(child.pid))
      if status != MODLINT_RUNNING { self.status = status }
      pause = self.status == nil ? min(2 * pause, Self.longestPause) : 0
    }
    let status = self.status ?? reap(child.pid, until: deadline)
    self.status = status
    return Program.Result(
      status: status, output: Array(output[taken...]), standardError: standardErrorText)
  }

  /// Each wait has the whole time limit.
  private mutating func wait(
    until isEnough: (borrowing Subprocess) -> Bool
  ) throws(ProgramError) {
    if taken > Self.chunk {
      output.removeSubrange(..<taken)
      taken = 0
    }
    deadline = now() + program.timeLimit
    while !isEnough(self) {
      guard isOutputOpen else {
        while isStandardErrorOpen { try exchange() }
        throw .endedEarly(program: program.shownName, standardError: standardErrorText)
      }
      try exchange()
    }
  }

  /// Waits until a pipe is ready, reads and writes; returns whether one may have been in `pause` ms.
  @discardableResult
  private mutating func exchange(atMost pause: Int = .max) throws(ProgramError) -> Bool {
    if isInputOpen, endsInput, pendingInput.isEmpty { closeInput() }
    var ends = [
      pollfd(fd: isOutputOpen ? child.output : -1, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: isStandardErrorOpen ? child.standard_error : -1, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: isInputOpen && !pendingInput.isEmpty ? child.input : -1, events: Int16(POLLOUT),
        revents: 0),
    ]
    let left = deadline - now()
    guard left > 0 else {
      throw .tooSlow(program: program.shownName, milliseconds: program.timeLimit)
    }
    let ready = poll(&ends, nfds_t(ends.count), Int32(clamping: min(left, pause)))
    guard ready > 0 else { return ready < 0 }
    if ends[0].revents != 0 { try takeOutput() }
    if ends[1].revents != 0 { takeStandardError() }
    if ends[2].revents != 0 { giveInput() }
    return true
  }

  private mutating func takeOutput() throws(ProgramError) {
    let got = append(from: child.output, to: &output, atMost: Self.chunk)
    isOutputOpen = got > 0
    if output.count - taken > program.outputLimit {
      throw .tooMuchOutput(program: program.shownName, limit: program.outputLimit)
    }
  }

  private mutating func takeStandardError() {
    let got = append(from: child.standard_error, to: &standardError, atMost: Self.chunk)
    isStandardErrorOpen = got > 0
    standardError.removeLast(max(0, standardError.count - Self.standardErrorLimit))
  }

  private mutating func giveInput() {
    let written = pendingInput.withUnsafeBytes { write(child.input, $0.baseAddress, $0.count) }
    if written > 0 {
      pendingInput.removeFirst(written)
    } else if written < 0 && errno != EAGAIN && errno != EINTR {
      // The program closed its standard input, which is no error.
      pendingInput = []
      closeInput()
    }
  }

  private mutating func closeInput() {
    close(child.input)
    isInputOpen = false
  }

  private var standardErrorText: String {
    let text = String(decoding: standardError, as: UTF8.self)
    guard let end = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...end])
  }
}

private func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
}

/// Waits for the exit of a program and kills it at `deadline`.
@discardableResult
private func reap(_ pid: Int32, until deadline: Int) -> Int {
  var pause: UInt32 = 50
  while true {
    let status = modlint_reap(pid)
    if Int(status) != MODLINT_RUNNING { return Int(status) }
    if now() >= deadline { modlint_kill(pid) }
    usleep(pause)
    pause = min(2 * pause, 10_000)
  }
}

private func start(_ program: Program) throws(ProgramError) -> modlint_child {
  guard let file = program.file else { throw .notFound(program: program.shownName) }
  let arguments = [file] + program.arguments
  let variables = environment(of: program)
  let texts = arguments + variables + [program.folder ?? ""]
  // C strings end at a NUL.
  if texts.contains(where: { $0.utf8.contains(0) }) {
    throw .notStarted(program: program.shownName, reason: errorText(EINVAL))
  }
  if let folder = program.folder, kind(of: folder, in: AT_FDCWD, followingLinks: true) != .folder {
    throw .notStarted(program: program.shownName, reason: "folder '\(folder)' does not exist")
  }
  var child = modlint_child()
  let code = withCStrings(arguments) { arguments in
    withCStrings(variables) { environment in
      if let folder = program.folder {
        return modlint_spawn(file, arguments, environment, folder, &child)
      }
      return modlint_spawn(file, arguments, environment, nil, &child)
    }
  }
  if code == ENOENT { throw .notFound(program: program.shownName) }
  if code != 0 { throw .notStarted(program: program.shownName, reason: errorText(code)) }
  return child
}

/// Returns the environment of this process with the program's changes, as `NAME=value`.
private func environment(of program: Program) -> [String] {
  var variables: [String] = []
  var next = modlint_environment()
  while let entry = next?.pointee {
    let variable = String(cString: entry)
    let name = variable[..<(variable.utf8.firstIndex(of: UInt8(ascii: "=")) ?? variable.endIndex)]
    if program.environment[String(name)] == nil, program.inherits(name) {
      variables.append(variable)
    }
    next = next?.advanced(by: 1)
  }
  for (name, value) in program.environment.sorted(by: { $0.key.precedes($1.key) }) {
    if let value { variables.append("\(name)=\(value)") }
  }
  return variables
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return body(&pointers)
}
