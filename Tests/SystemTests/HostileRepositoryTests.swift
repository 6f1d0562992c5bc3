import Foundation
import ProgramRuns
import Testing

/// Every way in which a repository could have git run a program for modlint: each lays a trap, has all
/// commands that ask git run into it, and then shows that it was one.
///
/// Rows are those of the table in `SECURITY.md`.
@Suite struct HostileRepositoryTests {
  struct Trap: CustomTestStringConvertible, Sendable {
    var name: String
    /// Lays it; `$trap` is a program that leaves a mark.
    var setUp: String
    /// What falls into it; nothing where no command of git's does that is safe to run in a test.
    var proof: String?
    /// Where modlint is run.
    var folder = "."
    /// What stands before modlint on its command line.
    var environment = ""
    /// The exit statuses that the commands may have.
    var statuses = "0"

    var testDescription: String { name }
  }

  private static let touch = "touch -d 2001-01-01 app/Shop/Sources/main.swift; "

  static let traps = [
    Trap(
      name: "core.fsmonitor", setUp: "git config core.fsmonitor $trap", proof: "git status"),
    Trap(
      name: "core.hooksPath",
      setUp:
        "mkdir ../hooks; cp $trap ../hooks/post-index-change; git config core.hooksPath ../hooks",
      proof: "\(touch)git update-index --refresh"),
    Trap(
      name: ".git/hooks", setUp: "mkdir -p .git/hooks; cp $trap .git/hooks/post-index-change",
      proof: "\(touch)git update-index --refresh"),
    Trap(
      name: "filter.*.clean",
      setUp: "git config filter.f.clean $trap; echo '* filter=f' >.git/info/attributes; \(touch)",
      proof: "git status"),
    Trap(
      name: "filter.*.process, required",
      setUp: """
        echo '* filter=f' >.gitattributes; git add .gitattributes; git commit -qm attributes
        git config filter.f.process $trap; git config filter.f.required true; \(touch)
        """, proof: "git status"),
    Trap(
      name: "a filter of an odd name in an included file",
      setUp: """
        printf '[filter "a=b.c"]\\nclean = %s\\n' "$trap" >.git/more
        git config include.path more; echo '* filter=a=b.c' >.git/info/attributes; \(touch)
        """, proof: "git status", statuses: "0 2"),
    Trap(
      name: "diff.external", setUp: "git config diff.external $trap; echo >>app/Shop/project.yml",
      proof: "git diff"),
    Trap(
      name: "diff.*.command, textconv",
      setUp: """
        git config diff.d.command $trap; git config diff.d.textconv $trap
        echo '* diff=d' >.git/info/attributes; echo >>app/Shop/project.yml
        """, proof: "git diff"),
    Trap(
      name: "core.pager",
      setUp: "git config core.pager $trap; git config pager.diff-index $trap",
      proof: nil),
    Trap(
      name: "alias.*",
      setUp: "for name in rev-parse status ls-tree ls-files cat-file diff-index config; do "
        + "git config alias.$name \"!$trap\"; done", proof: nil),
    Trap(
      name: "a lazy fetch by remote.*.uploadpack",
      setUp: """
        git config extensions.partialClone origin; git config core.repositoryFormatVersion 1
        git config remote.origin.promisor true; git config remote.origin.url "$PWD/../elsewhere"
        git config remote.origin.uploadpack $trap; mkdir ../elsewhere
        object=$(git rev-parse HEAD:app/Shop/project.yml)
        rm -f .git/objects/$(echo $object | cut -c 1-2)/$(echo $object | cut -c 3-)
        """, proof: "git cat-file -p HEAD:app/Shop/project.yml", statuses: "0 2"),
    Trap(
      name: "a lazy fetch by core.sshCommand and remote.*.vcs",
      setUp: """
        git config extensions.partialClone origin; git config core.repositoryFormatVersion 1
        git config remote.origin.promisor true; git config remote.origin.url ssh://a.example/b
        git config core.sshCommand $trap
        object=$(git rev-parse HEAD:app/Shop/project.yml)
        rm -f .git/objects/$(echo $object | cut -c 1-2)/$(echo $object | cut -c 3-)
        """, proof: "git cat-file -p HEAD:app/Shop/project.yml", statuses: "0 2"),
    Trap(
      name: "a bare repository in a folder",
      setUp: """
        git init -q --bare app/Shop/inner; cp -r app/Shop/Sources rules.yml app/Shop/project.yml app/Shop/inner
        git -C app/Shop/inner config core.bare false; git -C app/Shop/inner config core.worktree .
        git -C app/Shop/inner config core.fsmonitor $trap
        cp .git/index app/Shop/inner; cp -r .git/objects .git/refs app/Shop/inner
        git add . 2>/dev/null; git commit -qm inner; rm -f ../mark
        """, proof: "git status", folder: "app/Shop/inner", statuses: "0 1"),
    Trap(
      name: "a folder that is no repository before one that looks like it",
      setUp: """
        cp -r .git/. .; git config -f config core.worktree "$PWD"; git config -f config core.fsmonitor $trap
        rm -rf .git/*
        """, proof: "git -c safe.bareRepository=all status", statuses: "2"),
    Trap(
      name: "core.worktree", setUp: "git config core.worktree \"$PWD/..\"", proof: nil,
      statuses: "2"),
    Trap(
      name: "the configuration of a submodule",
      setUp: """
        git init -q ../library; git -C ../library commit -q --allow-empty -m x
        git -c protocol.file.allow=always submodule --quiet add "$PWD/../library" library
        git commit -qm library; touch library/new
        git -C library config core.fsmonitor $trap; git -C library config filter.f.clean $trap
        """, proof: "git status"),
    Trap(
      name: "GIT_EXTERNAL_DIFF, GIT_PAGER, GIT_SSH_COMMAND, GIT_TRACE, GIT_TRACE2",
      setUp: "echo >>app/Shop/project.yml",
      proof: "GIT_TRACE=$mark git status",
      environment: "GIT_EXTERNAL_DIFF=$trap GIT_PAGER=$trap GIT_SSH_COMMAND=$trap "
        + "GIT_TRACE=$mark GIT_TRACE2=$mark"),
    Trap(
      name: "a PATH with the folder that git is run in", setUp: "cp $trap git", proof: "./git",
      environment: "PATH=.::$PATH"),
  ]

  private static let start = """
    set -eu
    export LC_ALL=C HOME="$PWD" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
    export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a.example
    export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a.example
    trap="$PWD/trap" mark="$PWD/mark" modlint="$0"
    printf '#!/bin/sh\\ntouch "%s"\\nexit 1\\n' "$mark" >"$trap"
    chmod +x "$trap"
    mkdir repository && cd repository && git init -q --initial-branch=main
    printf 'version: 1\\nlayers: [app]\\n' >rules.yml
    mkdir -p app/Shop/Sources && echo old >app/Shop/Sources/main.swift
    printf 'name: Shop\\ntargets:\\n  Shop: { type: application, platform: iOS, sources: [Sources] }\\n' \
      >app/Shop/project.yml
    git add . && git commit -qm start
    """

  private static let commands = [
    "lint --staged", "lint --since HEAD", "diff HEAD", "diff HEAD --staged",
    "affected --since HEAD", "affected --since HEAD --staged", "graph --since HEAD",
    "affected --since HEAD~0 --tests",
  ]

  private static let sum =
    "find . \\( -type f -o -type l \\) ! -name new | LC_ALL=C sort | xargs -d '\\n' cksum"

  @Test(arguments: traps)
  func noneIsSprung(_ trap: Trap) throws {
    let runs = Self.commands.map { command in
      """
      status=0
      (cd \(trap.folder) && \(trap.environment) "$modlint" \(command)) >../out 2>&1 || status=$?
      [ ! -e "$mark" ] || { echo "sprung by \(command)"; exit 1; }
      case " \(trap.statuses) " in *" $status "*) ;; *)
        echo "\(command): exit $status"; cat ../out; exit 1 ;; esac

      """
    }
    let proof = trap.proof.map { proof in
      """
      (cd \(trap.folder) && \(proof)) >../out 2>&1 || true
      [ -e "$mark" ] || { echo "no trap at all"; cat ../out; exit 1; }
      """
    }
    let script = """
      \(Self.start)
      \(trap.setUp)
      rm -f "$mark"
      \(Self.sum) >../before
      \(runs.joined())
      \(Self.sum) >../after
      cmp ../before ../after || { diff ../before ../after; exit 1; }
      \(proof ?? "")
      """
    #expect(try Self.shell(script) == "exit 0\n")
  }

  /// Runs a script in an empty folder, with the binary as `$0`; returns all it prints.
  static func shell(_ script: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, GoldenCase.binary.path]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "/usr/bin:/bin"].merging(GoldenCase.measurement) { $1 }
    process.standardInput = FileHandle.nullDevice
    let ending = try process.finish(.onePipe)
    return "\(ending.output)exit \(ending.status)\n"
  }
}
