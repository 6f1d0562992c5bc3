package import Files

/// Notes all that a walk tells it, as lines that can be sorted.
package struct Recorder: FileVisitor {
  package private(set) var lines: [String] = []
  private var buffer: [UInt8] = []

  package init() {}

  package func classify(_ name: borrowing EntryName) -> EntryClass {
    name == "project.yml" ? .wanted : name == "rules.yml" ? .boundary : .none
  }

  package func descends(into folder: String) -> Bool { folder != "excluded" }

  package mutating func found(_ file: borrowing FoundFile) {
    do throws(FileError) {
      try file.read(limit: 1000, into: &buffer)
      lines.append("\(file.path): \(String(decoding: buffer, as: UTF8.self))")
    } catch {
      lines.append("\(file.path) not read: \(error.reason)")
    }
  }

  package mutating func skipped(_ folder: String) { lines.append("\(folder) left") }

  package mutating func failed(_ path: String, _ error: FileError) {
    lines.append("\(path) failed: \(error.reason)")
  }
}

/// What a walk tells, sorted.
package func record(_ tree: some FileTree, jobs: Int = 1) throws -> [String] {
  try tree.walk(jobs: jobs) { Recorder() }.flatMap(\.lines).sorted()
}
