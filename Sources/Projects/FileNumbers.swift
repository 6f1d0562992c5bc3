public import Diagnostics
internal import Synchronization

/// The files that a run reads, each with one number, shared by concurrent readers.
///
/// The order of numbers depends on the order of reading, so that no result may depend on it.
public final class FileNumbers: Sendable {
  private struct State {
    var sources = SourceMap()
    var numbers: [String: FileID] = [:]
  }

  private let state = Mutex(State())

  public init() {}

  /// The files that were numbered so far.
  public var sources: SourceMap { state.withLock { $0.sources } }

  /// Returns the number of a file, the same for each call with the same path.
  public func number(of path: String) -> FileID {
    state.withLock { state in
      if let file = state.numbers[path] { return file }
      let file = state.sources.add(path)
      state.numbers[path] = file
      return file
    }
  }

  public subscript(file: FileID) -> String { state.withLock { $0.sources[file] } }
}
