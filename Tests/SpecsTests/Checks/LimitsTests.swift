import Diagnostics
import Files
import Projects
import TestSupport
import Testing

/// Each limit, just below it and just above.
@Suite struct LimitsTests {
  private func errors(_ files: MemoryTree) -> [String] { Resolved(files).errors }

  /// A specification and `count` files, each included by the one before.
  private func chain(_ count: Int) -> MemoryTree {
    var files: [String: [UInt8]] = ["project.yml": Array("name: P\ninclude: f1.yml".utf8)]
    for number in 1..<count {
      files["f\(number).yml"] = Array("include: f\(number + 1).yml".utf8)
    }
    files["f\(count).yml"] = Array("x-end: 1".utf8)
    return MemoryTree(files)
  }

  @Test func filesInARow() {
    #expect(errors(chain(Limits.includeDepth - 1)) == [])
    let beyond = errors(chain(Limits.includeDepth))
    #expect(beyond.count == 1)
    #expect(beyond.first?.contains("includes are nested more than") == true)
  }

  @Test func includes() {
    func spec(_ count: Int) -> MemoryTree {
      var files = [
        "project.yml":
          "name: P\ninclude: [\((1...count).map { "f\($0).yml" }.joined(separator: ", "))]"
      ]
      for number in 1...count { files["f\(number).yml"] = "x-end: 1" }
      return MemoryTree(files)
    }
    #expect(errors(spec(Limits.includes)) == [])
    #expect(errors(spec(Limits.includes + 1)).map { $0.contains("more than") } == [true])
  }

  /// Files in several folders that all include one file from the root count it once for each.
  @Test func placesOfIncludes() {
    func spec(_ folders: Int, _ inRow: Int) -> MemoryTree {
      let names = (0..<folders).map { "d\($0)/a.yml" }.joined(separator: ", ")
      var files = ["project.yml": "name: P\ninclude: [\(names)]"]
      for number in 0..<folders {
        files["d\(number)/a.yml"] = "include: {path: c0.yml, relativePaths: false}"
      }
      for number in 0..<inRow {
        files["c\(number).yml"] = "include: {path: c\(number + 1).yml, relativePaths: false}"
      }
      files["c\(inRow).yml"] = "x-end: 1"
      return MemoryTree(files)
    }
    let inRow = 18
    #expect(errors(spec(Limits.includes / (inRow + 2), inRow)) == [])
    // Those whose own includes are not done are not counted yet.
    let beyond = errors(spec(Limits.includes / (inRow + 2) + 2, inRow))
    #expect(beyond.map { $0.contains("more than") } == [true])
  }

  /// The specification itself, its two keys, the name and the list are values as well.
  @Test func values() {
    func spec(_ count: Int) -> MemoryTree {
      MemoryTree([
        "project.yml": Array("name: P\nx: [".utf8)
          + repeatElement(Array("1,".utf8), count: count).joined() + Array("]".utf8)
      ])
    }
    #expect(errors(spec(Limits.nodes - 6)) == [])
    #expect(errors(spec(Limits.nodes - 5)).map { $0.contains("values") } == [true])
  }

  @Test func targets() {
    func spec(_ count: Int) -> MemoryTree {
      let names = (0..<count).map { "  T\($0): {type: framework, platform: iOS}\n" }
      return ["project.yml": "name: P\ntargets:\n" + names.joined()]
    }
    #expect(errors(spec(Limits.targets)) == [])
    #expect(errors(spec(Limits.targets + 1)).map { $0.contains("more than") } == [true])
  }

  @Test func names() {
    func spec(_ count: Int) -> MemoryTree {
      let name = String(repeating: "n", count: count)
      let target = "{type: framework, platform: iOS, name: \(name)"
      return [
        "project.yml": "name: P\ntargets:\n  T: \(target), dependencies: [{target: \(name)}]}"
      ]
    }
    #expect(errors(spec(Limits.nameLength)) == [])
    #expect(errors(spec(Limits.nameLength + 1)).map { $0.contains("a name of more") } == [true])
  }

  @Test func bytesOfAFile() {
    func spec(_ count: Int) -> MemoryTree {
      let text = "name: P\n#"
      return ["project.yml": text + String(repeating: "#", count: count - text.utf8.count)]
    }
    #expect(errors(spec(Limits.fileSize)) == [])
    #expect(errors(spec(Limits.fileSize + 1)).map { $0.contains("is larger than") } == [true])
  }

  @Test func mergedKeysThatComeAgain() {
    func spec(_ count: Int) -> MemoryTree {
      let keys = (0..<1000).map { "k\($0): 1" }.joined(separator: ", ")
      let merged = Array(repeating: "*x", count: 100).joined(separator: ", ")
      let users = (0..<count).map { "y\($0): {<<: [\(merged)]}\n" }.joined()
      return ["project.yml": "name: P\nx: &x {\(keys)}\n" + users]
    }
    #expect(errors(spec(1)) == [])
    #expect(errors(spec(25)).map { $0.contains("values") } == [true])
  }
}
