import Testing

@testable import Architecture

@Suite struct FolderPathTests {
  @Test(arguments: [("", 0), ("a", 1), ("a/b", 2), ("/a//b/", 2), ("a/", 1), ("/", 0)])
  func takesPathsApart(path: String, count: Int) {
    #expect(FolderPath(path).count == count)
  }

  @Test func equalPathsAreEqual() {
    #expect(FolderPath("a/b/") == FolderPath("/a//b"))
    #expect(FolderPath("a/b").parent == FolderPath("a"))
    #expect(FolderPath("a").parent == FolderPath(""))
    #expect(FolderPath("").parent == FolderPath(""))
  }
}
