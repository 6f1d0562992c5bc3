import Diagnostics
import Files
import Testing

@testable import Owners
import TestSupport

@Suite struct CodeOwnersTests {
  private func github(_ text: String) -> CodeOwners { CodeOwners(Array(text.utf8), form: .github) }

  private func gitlab(_ text: String) -> CodeOwners { CodeOwners(Array(text.utf8), form: .gitlab) }

  /// The patterns of GitHub's page, each with files that it names.
  @Test(arguments: [
    ("*", ["a", "a/b", ".hidden/x"]), ("*.js", ["x.js", "a/b/x.js", "a.js/x"]),
    ("/build/logs/", ["build/logs/x", "build/logs/a/x"]), ("docs/*", ["docs/x.md"]),
    ("apps/", ["apps/x", "a/apps/x", "a/apps/b/x"]), ("/docs/", ["docs/x", "docs/a/x"]),
    ("/apps/github", ["apps/github", "apps/github/x"]), ("**/logs", ["logs/x", "a/b/logs/x"]),
    ("a/b", ["a/b", "a/b/c"]), ("/a/**/z", ["a/z", "a/b/c/z", "a/b/z/x"]),
    ("/a/**", ["a/b", "a/b/c"]), ("**", ["a", "a/b"]), ("/a?c/x*z", ["abc/xz", "aéc/xyyz/d"]),
    ("with\\ space/x", ["with space/x"]), ("/a/*/c", ["a/b/c", "a/b/c/d"]),
    ("caf\u{e9}/", ["caf\u{e9}/x"]), ("a/*/", ["a/b/c"]), ("x*y*z", ["xayyz"]),
  ])
  func namesAsGitHubDoes(_ pattern: String, _ files: [String]) {
    let owners = github("\(pattern) @o")
    #expect(files.filter { owners.owners(of: $0) != ["@o"] } == [])
  }

  @Test(arguments: [
    ("docs/*", ["docs/a/x", "a/docs/x"]), ("/docs/", ["docs", "a/docs/x"]), ("a/b", ["x/a/b"]),
    ("/apps/github", ["apps/githubx", "apps"]), ("*.js", ["x.jsx"]), ("/", ["a", "a/b"]),
    ("/a/**", ["a"]), ("/a/*", ["a/b/c"]), ("APPS/", ["apps/x"]), ("a/**/z", ["a/zz"]),
    ("/a/***/b", ["a/b"]), ("!a", ["a"]), ("[ab]", ["a", "[ab]"]), ("\\#a", ["#a", "a"]),
    ("x*y*z", ["xz", "xyaz!"]), ("a/*/", ["a/b"]),
  ])
  func namesNoMoreThanGitHubDoes(_ pattern: String, _ files: [String]) {
    let owners = github("\(pattern) @o")
    #expect(files.filter { !owners.owners(of: $0).isEmpty } == [])
  }

  @Test func filesAsLargeAsGitHubReads() {
    func owners(_ count: Int) -> CodeOwners? {
      let entry = "* @all\n#"
      let text = entry + String(repeating: "#", count: count - entry.utf8.count)
      return CodeOwners(of: MemoryTree(["CODEOWNERS": text]), workspace: "")
    }
    #expect(owners(Limits.codeOwnersSize)?.owners(of: "a") == ["@all"])
    #expect(owners(Limits.codeOwnersSize + 1) == nil)
  }

  @Test func lastMatchWins() {
    let owners = github(
      """
      # Everything
      *        @all  user@example.com
      \t/apps/   @org/apps # an inline comment @none
      /apps/github
      /apps/x  no-owner
      """)
    #expect(owners.owners(of: "README") == ["@all", "user@example.com"])
    #expect(owners.owners(of: "apps/a/project.yml") == ["@org/apps"])
    #expect(owners.owners(of: "apps/github/project.yml") == [])
    #expect(owners.owners(of: "apps/x/project.yml") == ["@org/apps"])
  }

  @Test(arguments: [
    ("*", ["a", "a/b", ".x/y"]), ("*.rb", ["x.rb", "a/b/x.rb"]),
    ("docs/", ["docs/x", "a/docs/b/x"]),
    ("/docs/*", ["docs/x"]), ("docs/*", ["docs/x", "a/docs/x"]), ("README.md", ["a/README.md"]),
    ("/docs/**/*.md", ["docs/x.md", "docs/a/b/x.md"]), ("\\#x", ["#x", "a/#x"]),
    ("path\\ with\\ spaces/", ["path with spaces/x"]), ("/[a-c]?x", ["bzx"]),
    ("/[!a-c]x", ["dx"]), ("/[^a]x", ["bx"]), ("/[]a]x", ["]x", "ax"]), ("/a**b", ["axxb"]),
    ("/a\\*b", ["a*b"]), ("/a/**/", ["a/b", "a/b/c"]),
  ])
  func namesAsGitLabDoes(_ pattern: String, _ files: [String]) {
    let owners = gitlab("\(pattern) @o")
    #expect(files.filter { owners.owners(of: $0) != ["@o"] } == [])
  }

  @Test(arguments: [
    ("/docs", ["docs/x"]), ("/docs/*", ["docs/a/x"]), ("/[a-c]x", ["dx", "a/x"]),
    ("/[!a-c]x", ["ax"]), ("/[a", ["a", "[a"]), ("/a**b", ["a/b"]), ("/a/**", ["a/b/c"]),
    ("/a\\*b", ["axb"]), ("README.md", ["XREADME.md"]), ("/[b-a]", ["ab"]),
  ])
  func namesNoMoreThanGitLabDoes(_ pattern: String, _ files: [String]) {
    let owners = gitlab("\(pattern) @o")
    #expect(files.filter { !owners.owners(of: $0).isEmpty } == [])
  }

  @Test func sectionsAddUp() {
    let owners = gitlab(
      """
      * @general
      [Documentation][2] @docs-team @@maintainer
      docs/
      docs/api/ @api
      ^[Database] @database-team
      model/db/
      docs/api/ nobody me@example.com
      [DOCUMENTATION]
      README.md @api
      *.txt
      !/secret/
      [Unclosed @x
      """)
    #expect(owners.owners(of: "a") == ["@general"])
    #expect(owners.owners(of: "docs/x") == ["@general", "@docs-team", "@@maintainer"])
    #expect(owners.owners(of: "docs/api/x") == ["@general", "@api", "me@example.com"])
    #expect(owners.owners(of: "README.md") == ["@general", "@api"])
    #expect(owners.owners(of: "model/db/x") == ["@general", "@database-team"])
    #expect(owners.owners(of: "a.txt") == ["@general"])
    #expect(owners.owners(of: "secret/docs/x") == ["@general"])
    #expect(owners.owners(of: "[Unclosed") == ["@general"])
  }
}

// Which file is read, and by whose rules.
extension CodeOwnersTests {
  private func owners(_ files: MemoryTree, _ path: String = "docs/x", in workspace: String = "")
    -> [String]?
  {
    CodeOwners(of: files, workspace: workspace)?.owners(of: path)
  }

  @Test func theFirstPlaceCounts() {
    var files = [".gitlab/CODEOWNERS": "* @gitlab"]
    #expect(owners(MemoryTree(files)) == ["@gitlab"])
    files["docs/CODEOWNERS"] = "* @docs"
    #expect(owners(MemoryTree(files)) == ["@docs"])
    files["CODEOWNERS"] = "* @root"
    #expect(owners(MemoryTree(files)) == ["@root"])
    files[".github/CODEOWNERS"] = "* @github"
    #expect(owners(MemoryTree(files)) == ["@github"])
    #expect(owners(["README": ""]) == nil)
    #expect(owners(["CODEOWNERS/x": "", "docs/CODEOWNERS": "* @docs"]) == ["@docs"])
  }

  /// For GitHub `docs` holds all that is in it, for GitLab it is a file.
  @Test func theHostIsTold() {
    #expect(owners(["CODEOWNERS": "/docs @o"]) == ["@o"])
    #expect(owners(["CODEOWNERS": "/docs @o", ".gitlab-ci.yml": ""]) == [])
    #expect(owners(["CODEOWNERS": "/docs @o", ".gitlab-ci.yml": "", ".github/x": ""]) == ["@o"])
    #expect(owners(["CODEOWNERS": "[All]\n/docs @o"]) == [])
    #expect(owners([".github/CODEOWNERS": "[All]\n/docs @o"]) == ["@o"])
    #expect(owners([".gitlab/CODEOWNERS": "/docs @o"]) == [])
  }

  @Test func pathsStartFromTheWorkspace() {
    let files: MemoryTree = ["CODEOWNERS": "/ios/core/ @core\n/project.yml @root\n"]
    #expect(owners(files, "core/project.yml", in: "ios") == ["@core"])
    #expect(owners(files, "core/project.yml") == [])
    #expect(owners(files, "../project.yml", in: "ios") == ["@root"])
    #expect(owners(files, "../../project.yml", in: "ios") == [])
    #expect(owners(files, "/project.yml", in: "ios") == [])
  }

  @Test func hostileFilesAreHarmless() {
    let stars = String(repeating: "*a", count: 2000)
    let folders = String(repeating: "**/a/", count: 2000)
    for text in ["\(stars)b @o", "\(folders)b @o", "[[[[\n^[\n[]\n[ ]\n@o\n\\", "\u{0}\u{ffff} @o"]
    {
      let path = String(repeating: "a/", count: 200) + String(repeating: "a", count: 2000)
      #expect(github(text).owners(of: path).isEmpty)
      #expect(gitlab(text).owners(of: path).isEmpty)
    }
    #expect(owners(["CODEOWNERS": String(repeating: "#", count: (3 << 20) + 1)]) == nil)
    #expect(owners(["CODEOWNERS": String(repeating: "#", count: 3 << 20)]) == [])
    #expect(CodeOwners([0xff, 0x20, 0x40], form: .github).owners(of: "a").isEmpty)
  }
}
