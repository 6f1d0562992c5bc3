import Testing

/// What `fix` does to files, and what takes its differences.
@Suite struct FixWritingTests {
  private static let start = """
    set -eu
    echo 'version: 1' >rules.yml
    for name in a b; do
      mkdir $name
      printf 'name: %s\\ntargets:\\n  %s: { type: tool, type: tool, platform: macOS }\\n' $name $name \\
        >$name/project.yml
    done

    """

  @Test func changesNoFileIfOneCannotBeReplaced() throws {
    let script = """
      ln b/project.yml b/other
      "$0" fix || echo "status $?"
      grep -c 'type: tool, type' */project.yml b/other || true
      rm b/other && "$0" fix --diff >/dev/null 2>&1 || echo "status $?"
      """
    #expect(
      try HostileRepositoryTests.shell(Self.start + script) == """
        modlint: b/project.yml: has other names, by hard links, which would keep the old text
        modlint: no file was changed
        status 2
        a/project.yml:1
        b/project.yml:1
        b/other:1
        status 1
        exit 0

        """)
  }

  /// Lines may end in any way, the last one may not end, and a line may look like a command.
  @Test(arguments: ["", "GITHUB_ACTIONS=true", "TEAMCITY_VERSION=2026"])
  func differencesApply(_ environment: String) throws {
    let script = """
      export LC_ALL=C.UTF-8 HOME="$PWD" GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 \(environment)
      git init -q .
      sed 's/$/\\r/' a/project.yml >a/crlf && mv a/crlf a/project.yml
      printf '  ::error::x: 1\\n  # last' >>b/project.yml
      "$0" fix --diff 2>/dev/null >file.patch || true
      "$0" fix --diff --output named.patch 2>/dev/null || true
      cmp file.patch named.patch
      "$0" fix --diff 2>/dev/null | cat >pipe.patch
      cp -r a b .. && "$0" fix >/dev/null 2>&1 || true
      mkdir fixed && mv a b fixed
      for patch in file named pipe; do
        rm -rf a b && cp -r ../a ../b . && git apply $patch.patch
        cmp a/project.yml fixed/a/project.yml && cmp b/project.yml fixed/b/project.yml
        git apply -R $patch.patch && patch -s -p1 <$patch.patch
        cmp a/project.yml fixed/a/project.yml && cmp b/project.yml fixed/b/project.yml
      done
      rm -rf ../a ../b
      """
    #expect(
      try HostileRepositoryTests.shell("mkdir x && cd x\n" + Self.start + script) == "exit 0\n")
  }
}
