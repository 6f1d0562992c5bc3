import Diagnostics
import Files
import Foundation
import Git
import TestSupport
import Testing

@Suite struct GitTreeTests {
  @Test func readsFilesAsTheyWereCommitted() throws {
    let scratch = try ScratchRepository([
      "a.yml": "old", "a/b.yml": "deep", "a b/ü 🛰\nc.yml": "odd", "empty": "",
    ])
    try scratch.write("new", to: "a.yml")
    try scratch.remove("a/b.yml")
    let tree = try scratch.tree()
    #expect(tree.text("a.yml") == "old")
    #expect(tree.text("a/../a/./b.yml") == "deep")
    #expect(tree.text("a b/ü 🛰\nc.yml") == "odd")
    #expect(tree.text("empty") == "")
    #expect(tree.text("a") == "not read: is a folder")
    #expect(tree.text("none.yml") == "not read: no such file")
    #expect(tree.text("a.yml/x") == "not read: no such file")
    #expect(try tree.names("") == ["a folder", "a b folder", "a.yml file", "empty file"])
    #expect(try tree.names("a") == ["b.yml file"])
    #expect(tree.kind(of: "a") == .folder)
    #expect(tree.kind(of: "") == .folder)
    #expect(tree.kind(of: "a.yml") == .file)
    #expect(tree.kind(of: "nothing") == nil)
    #expect(throws: FileError.notFound) { try tree.entries(of: "a.yml") }
  }

  @Test func seesPathsFromItsRoot() throws {
    let scratch = try ScratchRepository(["app/x.yml": "x", "shared/y.yml": "y", "app2/z.yml": "z"])
    let tree = try scratch.tree(root: "app")
    #expect(tree.text("x.yml") == "x")
    #expect(tree.text("../shared/y.yml") == "y")
    #expect(tree.text(scratch.path + "/shared/y.yml") == "y")
    #expect(tree.resolvesInside("x.yml"))
    #expect(!tree.resolvesInside("../shared/y.yml"))
    #expect(!tree.resolvesInside("../app2/z.yml"))
    #expect(!tree.resolvesInside("none.yml"))
    #expect(try tree.names("") == ["x.yml file"])
    #expect(try tree.names("..") == ["app folder", "app2 folder", "shared folder"])
  }

  @Test func readsWhatLiesOutsideFromTheDisk() throws {
    let outside = try ScratchRepository()
    try outside.write("disk", to: "x.yml")
    let scratch = try ScratchRepository(["a/y.yml": "y"])
    let folder = URL(fileURLWithPath: outside.path).lastPathComponent
    #expect(try scratch.tree().textAnywhere(outside.path + "/x.yml") == "disk")
    #expect(try scratch.tree(root: "a").textAnywhere("../../\(folder)/x.yml") == "disk")
    #expect(try scratch.tree().text(outside.path + "/x.yml").hasPrefix("not read: "))
    #expect(try !scratch.tree().resolvesInside(outside.path + "/x.yml"))
  }

  @Test func followsLinks() throws {
    let scratch = try ScratchRepository(["real/x.yml": "x", "other/y.yml": "y"])
    try scratch.link("file", to: "real/x.yml")
    try scratch.link("folder", to: "real")
    try scratch.link("real/up", to: "../other")
    try scratch.link("absolute", to: scratch.path + "/real")
    try scratch.link("loop", to: "loop")
    try scratch.link("broken", to: "nowhere")
    try scratch.commit()
    let tree = try scratch.tree()
    #expect(tree.text("file") == "x")
    #expect(tree.text("folder/x.yml") == "x")
    #expect(tree.text("folder/up/y.yml") == "y")
    #expect(tree.text("folder/up/../other/y.yml") == "y")
    #expect(tree.text("absolute/x.yml") == "x")
    #expect(tree.text("loop") == "not read: too many levels of symbolic links")
    #expect(tree.kind(of: "broken") == nil)
    #expect(try tree.names("folder") == ["up link", "x.yml file"])
    #expect(tree.kind(of: "folder") == .folder)
  }

  @Test func walksLikeAWorkingDirectory() throws {
    var files: [String: String] = [:]
    // More than are asked for ahead, and many with the same content.
    for number in 0..<300 { files["m\(number)/project.yml"] = "text \(number % 7)" }
    files["nested/rules.yml"] = ""
    files["nested/deep/project.yml"] = ""
    files["Pods/project.yml"] = ""
    let scratch = try ScratchRepository(files)
    let expected = try record(try WorkingDirectory(scratch.path))
    #expect(try record(try scratch.tree()) == expected)
    #expect(try record(try scratch.tree(), jobs: 4) == expected)
    #expect(expected.count == 301)
  }

  @Test func readsSubmodulesAsTheyWere() throws {
    let inner = try ScratchRepository(["lib/x.yml": "old"])
    let scratch = try ScratchRepository(["a.yml": "a"])
    try scratch.git("submodule", "--quiet", "add", inner.path, "vendor/inner")
    try scratch.commit()
    try scratch.write("new", to: "vendor/inner/lib/x.yml")
    let tree = try scratch.tree()
    #expect(tree.text("vendor/inner/lib/x.yml") == "old")
    #expect(try tree.names("vendor") == ["inner folder"])
    #expect(try tree.names("vendor/inner/lib") == ["x.yml file"])
    #expect(tree.resolvesInside("vendor/inner/lib/x.yml"))
  }

  @Test func saysWhereASubmoduleHasNoOlderState() throws {
    let inner = try ScratchRepository(["x.yml": "now"])
    let scratch = try ScratchRepository(["a.yml": "a"])
    try scratch.git("submodule", "--quiet", "add", inner.path, "inner")
    let other = String(repeating: "1", count: 40)
    try scratch.git("update-index", "--cacheinfo", "160000,\(other),inner")
    try scratch.git("commit", "--quiet", "--message=x")
    var notes: [String] = []
    let repository = try scratch.repository()
    let tree = try repository.tree(
      of: repository.mergeBase(of: "HEAD"), root: "", notes: &notes)
    #expect(tree.text("inner/x.yml") == "now")
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("submodule 'inner': ") == true)
  }

  @Test func hasNothingOfASubmoduleThatIsNotCheckedOut() throws {
    let inner = try ScratchRepository(["x.yml": "x"])
    let scratch = try ScratchRepository(["a.yml": "a"])
    try scratch.git("submodule", "--quiet", "add", inner.path, "inner")
    try scratch.commit()
    try scratch.git("submodule", "--quiet", "deinit", "--force", "inner")
    let tree = try scratch.tree()
    #expect(tree.text("inner/x.yml") == "not read: no such file")
    #expect(tree.text("a.yml") == "a")
    #expect(tree.kind(of: "inner") == .folder)
    #expect(try tree.names("inner") == [])
    #expect(try tree.names("") == [".gitmodules file", "a.yml file", "inner folder"])
    #expect(try record(tree) == record(try WorkingDirectory(scratch.path)))
    // Files without a repository are read as they are.
    try scratch.write("x", to: "inner/x.yml")
    #expect(try scratch.tree().text("inner/x.yml") == "x")
  }

  @Test func readsWhatGitIgnoresFromTheDisk() throws {
    let scratch = try ScratchRepository([
      ".gitignore": "*.xcconfig\nmade/\nvendor\n", "app/a.yml": "a", "app/made.yml": "old",
      "lib/b.yml": "b",
    ])
    try scratch.write("x", to: "app/x.xcconfig")
    try scratch.write("y", to: "app/made/deep/y.yml")
    try scratch.write("z", to: "vendor/z.yml")
    try scratch.write("", to: "app/untracked.yml")
    try scratch.link("app/link.xcconfig", to: "../vendor/z.yml")
    try scratch.link("vendor/out", to: "/etc")
    for tree in [try scratch.tree(root: "app"), try scratch.index(root: "app")] {
      #expect(tree.text("x.xcconfig") == "x")
      #expect(tree.text("made/deep/y.yml") == "y")
      #expect(tree.text("../vendor/z.yml") == "z")
      #expect(tree.text("link.xcconfig") == "z")
      #expect(try tree.bytes(of: "made/deep/y.yml", at: 0, count: 9) == Array("y".utf8))
      #expect(tree.kind(of: "made/deep") == .folder)
      #expect(try tree.names("made") == ["deep folder"])
      #expect(
        try tree.names("") == [
          "a.yml file", "link.xcconfig link", "made folder", "made.yml file", "x.xcconfig file",
        ])
      #expect(tree.resolvesInside("x.xcconfig"))
      #expect(!tree.resolvesInside("link.xcconfig"))
      #expect(!tree.resolvesInside("../vendor/z.yml"))
      #expect(tree.resolved("made/deep") == "made/deep")
      #expect(tree.kind(of: "untracked.yml") == nil)
      #expect(tree.kind(of: "../vendor/none") == nil)
      #expect(tree.text("../vendor/out/hosts").hasPrefix("not read: "))
      // A walk finds only what git has.
      #expect(try tree.walkedEntries(of: "").map(\.name) == ["a.yml", "made.yml"])
    }
    // What was there is read as it was.
    try scratch.remove("app/made.yml")
    try scratch.git("rm", "--quiet", "--cached", "app/made.yml")
    #expect(try scratch.tree(root: "app").text("made.yml") == "old")
  }

  @Test func readsTheIndex() throws {
    let scratch = try ScratchRepository(["a.yml": "old", "b.yml": "b", "empty": ""])
    try scratch.write("staged", to: "a.yml")
    try scratch.git("add", "a.yml")
    try scratch.write("not staged", to: "a.yml")
    try scratch.write("intended", to: "c.yml")
    try scratch.git("add", "--intent-to-add", "c.yml")
    try scratch.write("untracked", to: "d.yml")
    try scratch.git("rm", "--quiet", "--cached", "b.yml")
    let tree = try scratch.index()
    #expect(tree.text("a.yml") == "staged")
    #expect(try tree.names("") == ["a.yml file", "empty file"])
  }

  @Test func readsAnIndexWithoutAnyCommit() throws {
    let scratch = try ScratchRepository()
    #expect(try scratch.index().names("") == [])
    try scratch.write("a", to: "a.yml")
    try scratch.git("add", "a.yml")
    #expect(try scratch.index().text("a.yml") == "a")
  }

  @Test func refusesAnUnmergedIndex() throws {
    let scratch = try ScratchRepository(["a.yml": "1"])
    let blob = try scratch.git("rev-parse", "HEAD:a.yml")
    try scratch.git("update-index", "--force-remove", "a.yml")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "printf '100644 \(blob) 1\\ta.yml\\n100644 \(blob) 2\\ta.yml\\n' | "
        + "git -C \"$0\" update-index --index-info", scratch.path,
    ]
    try process.run()
    process.waitUntilExit()
    let error = #expect(throws: GitError.self) { try scratch.index() }
    #expect(
      error?.message == "the index holds several versions of 'a.yml'; resolve the merge first")
  }

  @Test func givesPartsOfAFileHoweverLargeItIs() throws {
    let inner = try ScratchRepository(["lib": "inner"])
    let large = String(repeating: "0123456789", count: Limits.fileSize / 10 + 1) + "end"
    let scratch = try ScratchRepository(["lib": "old bytes", "a/large": large])
    try scratch.git("submodule", "--quiet", "add", inner.path, "vendor")
    try scratch.commit()
    try scratch.write("new", to: "lib")
    let tree = try scratch.tree()
    #expect(try tree.bytes(of: "lib", at: 4, count: 3) == Array("byt".utf8))
    #expect(try tree.bytes(of: "lib", at: 4, count: 99) == Array("bytes".utf8))
    #expect(try tree.bytes(of: "lib", at: 99, count: 99) == [])
    #expect(
      try tree.bytes(of: "a/large", at: large.utf8.count - 4, count: 99) == Array("9end".utf8))
    #expect(try tree.bytes(of: "vendor/lib", at: 0, count: 99) == Array("inner".utf8))
    #expect(throws: FileError.notARegularFile(.folder)) {
      try tree.bytes(of: "a", at: 0, count: 1)
    }
    #expect(tree.text("lib") == "old bytes")
    #expect(
      tree.text("a/large") == "not read: \(FileError.tooLarge(limit: 1000).reason)")
    var text: [UInt8] = []
    try tree.read("a/large", limit: Limits.projectSize, into: &text)
    #expect(text.count == large.utf8.count)
  }

  @Test func takesWhatGitKeepsElsewhereFromTheWorkingTree() throws {
    let scratch = try ScratchRepository([
      "lib": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 6\n"
    ])
    try scratch.write("binary", to: "lib")
    #expect(try scratch.tree().bytes(of: "lib", at: 2, count: 3) == Array("nar".utf8))
    // As it is after a clone without the large files.
    try scratch.git("checkout", "--quiet", "lib")
    #expect(try scratch.tree().bytes(of: "lib", at: 0, count: 7) == Array("version".utf8))
  }

  @Test func saysThatGitEndedInTheMiddle() throws {
    let scratch = try ScratchRepository(["a.yml": "a", "b.yml": "b"])
    let (tree, untouched) = (try scratch.tree(), try scratch.tree())
    // The program is started when it is first asked, and then finds no repository any more.
    try scratch.remove(".git/HEAD")
    let text = tree.text("a.yml")
    #expect(text.hasPrefix("not read: 'git' exited before it answered: fatal: "), "\(text)")
    #expect(tree.text("b.yml") == text)
    #expect(throws: FileError.self) { try tree.bytes(of: "b.yml", at: 0, count: 1) }
    #expect(throws: FileError.self) { try untouched.bytes(of: "b.yml", at: 0, count: 1) }
  }

  @Test func saysWhatGitHasLost() throws {
    let scratch = try ScratchRepository(["a.yml": "a", "b.yml": "b"])
    let blob = try scratch.git("rev-parse", "HEAD:a.yml")
    try scratch.remove(".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    let tree = try scratch.tree()
    #expect(tree.text("a.yml") == "not read: git does not have it: \(blob) missing")
    #expect(tree.text("b.yml") == "b")
  }
}
