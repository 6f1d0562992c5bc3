import Files
import Loading
import Paths

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The program that opens a file as a double click does.
enum Viewer {
  #if canImport(Darwin)
  private static let program = "open"
  #else
  private static let program = "xdg-open"
  #endif

  /// The time limit: without a desktop, the program may itself be the browser.
  private static let timeLimit = 86_400_000

  static func requireProgram() throws {
    guard Program.path(of: program, in: Terminal.environment("PATH") ?? "") == nil else { return }
    throw Failure(
      "'\(program)' was not found on the PATH; 'modlint graph --format html >graph.html' writes the page"
    )
  }

  static func open(_ text: String, ending: String) throws {
    let folder = Terminal.environment("TMPDIR") ?? ""
    let name = "modlint-graph-\(getpid()).\(ending)"
    let file = Path.join(folder.isEmpty ? "/tmp" : folder, entry: name)
    try naming(file) { () throws(FileError) in try createFile(Array(text.utf8), at: file) }
    let result: Program.Result
    do throws(ProgramError) {
      result = try Program(program, [file], timeLimit: timeLimit, outputLimit: 1 << 20).run()
    } catch {
      throw Failure("\(file): \(error.message)")
    }
    guard result.status != 0 else { return }
    // Before its last line xdg-open names each browser that it has tried.
    let reason = result.standardError.split(whereSeparator: \.isNewline).last ?? "unknown reason"
    throw Failure("'\(program)' cannot open \(file): \(reason)")
  }
}
