import Files
import Foundation
import Git
import TestSupport
import Testing

@Suite struct RepositoryTests {
  private func message(_ body: () throws -> Void) -> String? {
    let error = #expect(throws: GitError.self, performing: body)
    return error?.message
  }

  @Test func findsTheMergeBase() throws {
    let scratch = try ScratchRepository(["a": "1"])
    let base = try scratch.git("rev-parse", "HEAD")
    try scratch.git("tag", "--annotate", "--message=x", "v1")
    try scratch.git("checkout", "--quiet", "-b", "side")
    try scratch.write("2", to: "a")
    try scratch.commit()
    try scratch.git("checkout", "--quiet", "main")
    try scratch.write("3", to: "b")
    try scratch.commit()
    let repository = try scratch.repository()
    #expect(try repository.mergeBase(of: "side").id == base)
    #expect(try repository.mergeBase(of: "v1").id == base)
    #expect(try repository.mergeBase(of: "HEAD~1").id == base)
  }

  @Test func saysWhyThereIsNoRevision() throws {
    let scratch = try ScratchRepository(["a": "1"])
    let repository = try scratch.repository()
    for revision in ["nowhere", "HEAD:a", "main..main", ""] {
      #expect(
        message { _ = try repository.mergeBase(of: revision) }
          == "unknown revision '\(revision)'; 'git fetch' may bring it")
    }
    try scratch.git("checkout", "--quiet", "--orphan", "other")
    try scratch.write("another start", to: "a")
    #expect(
      message { _ = try repository.mergeBase(of: "main") }
        == "HEAD has no commits yet, so there is nothing to compare with")
    try scratch.commit()
    #expect(
      message { _ = try repository.mergeBase(of: "main") }
        == "'main' and HEAD have no common ancestor")
  }

  @Test func explainsAShallowClone() throws {
    let scratch = try ScratchRepository(["a": "1"])
    try scratch.git("branch", "base")
    try scratch.write("2", to: "a")
    try scratch.commit()
    let clone = try ScratchRepository()
    try clone.git("remote", "add", "origin", "file://" + scratch.path)
    try clone.git("fetch", "--quiet", "--depth=1", "origin", "main")
    try clone.git("checkout", "--quiet", "-b", "work", "FETCH_HEAD")
    let repository = try clone.repository()
    #expect(repository.isShallow)
    #expect(
      message { _ = try repository.mergeBase(of: "origin/base") }
        == """
        unknown revision 'origin/base'; this clone is shallow, so it has to be fetched
        """)
    try clone.git("fetch", "--quiet", "--depth=1", "origin", "base:base")
    #expect(
      message { _ = try repository.mergeBase(of: "base") }
        == """
        'base' and HEAD have no common ancestor in this shallow clone; fetch more history, as with \
        'git fetch --unshallow'
        """)
  }

  @Test func saysWhereThereIsNoRepository() throws {
    let folder = try TemporaryFolder()
    #expect(
      message { _ = try Repository(of: folder.path, environment: { _ in nil }) }
        == "this folder is in no git repository")
  }

  @Test func worksInAWorktree() throws {
    let scratch = try ScratchRepository(["a": "1"])
    let other = scratch.path + "/other"
    try scratch.git("worktree", "add", "--quiet", other)
    let repository = try Repository(of: other, environment: { _ in nil })
    #expect(repository.top == other)
    #expect(repository.path(from: other + "/x") == "x")
    var notes: [String] = []
    let tree = try repository.tree(of: repository.mergeBase(of: "main"), root: "", notes: &notes)
    #expect(tree.text("a") == "1")
  }

  @Test func listsChanges() throws {
    let scratch = try ScratchRepository([
      "changed": "1", "removed": "1", "same": "1", "renamed": "some text", "staged": "1",
      ".gitignore": "ignored\n",
    ])
    let base = try scratch.repository().mergeBase(of: "HEAD")
    try scratch.write("2", to: "changed")
    try scratch.remove("removed")
    try scratch.git("mv", "renamed", "ü new")
    try scratch.write("2", to: "staged")
    try scratch.git("add", "staged")
    try scratch.write("1", to: "staged")
    try scratch.write("", to: "ignored")
    try scratch.write("", to: "untracked/x")
    let repository = try scratch.repository()
    #expect(
      try repository.changes(since: base)
        == ["changed", "removed", "renamed", "staged", "untracked/x", "ü new"])
    #expect(try repository.changes(since: base, isStaged: true) == ["renamed", "staged", "ü new"])
  }

  @Test func tellsWhatTheIndexChanges() throws {
    let scratch = try ScratchRepository(["a": "1", "folder/b": "1", "c": "1"])
    let environment = { (_: String) -> String? in nil }
    try scratch.write("2", to: "folder/b")
    try scratch.git("add", "folder/b")
    let repository = try Repository(of: scratch.path + "/folder", environment: environment)
    #expect(try repository.changes(since: .head, isStaged: true) == ["folder/b"])
    try scratch.git("rm", "--quiet", "c")
    #expect(try repository.changes(since: .head, isStaged: true) == ["c", "folder/b"])

    let empty = try ScratchRepository()
    let unborn = try Repository(of: empty.path, environment: environment)
    #expect(throws: GitError.self) { try unborn.changes(since: .head, isStaged: true) }
  }

  @Test func obeysAHooksEnvironmentInItsRepositoryAlone() throws {
    let scratch = try ScratchRepository(["a": "1"])
    let hook = ["GIT_DIR": scratch.path + "/.git", "GIT_WORK_TREE": scratch.path]
    let other = try ScratchRepository(["b": "1"])
    #expect(try other.repository(environment: hook).top == other.path)
    try scratch.write("x", to: "deep/er/x")
    #expect(try scratch.repository(in: "deep/er", environment: hook).top == scratch.path)
  }
}
