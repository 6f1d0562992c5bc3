import Diagnostics
import Testing

@testable import Report

@Suite struct XMLReporterTests {
  @Test func writesCheckstyleByFile() {
    #expect(
      text(placed([placeless, knownCycle, sameLayer]), as: CheckstyleReporter()) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="4.3">
          <file name="ios, 100%">
            <error line="1" severity="error" message="&#39;x\\u{0A}\\u{1B}[0m\\u{2066}&#39; is no longer there" \
        source="modlint.stale-baseline"/>
          </file>
          <file name="ios, 100%/service/CosmonautService/project.yml">
            <error line="2" column="7" severity="info" message="&#39;A&#39; and &#39;Bee&#39; link each other&#10;\
        &#39;A&#39; links &#39;Bee&#39;  ios, 100%/service/CosmonautService/project.yml:2:7&#10;\
        &#39;Bee&#39; links &#39;A&#39;  ios, 100%/service/CosmonautService/project.yml:23:9&#10;\
        note: cut this one&#10;\
        note: the other way  ios, 100%/service/CosmonautService/project.yml:23:9" \
        source="modlint.cycle"/>
            <error line="23" column="9" severity="error" message="&#39;ISSCosmonautService&#39; links \
        &#39;ISSSpacesuitService&#39; of its own layer &#39;service&#39;&#10;help: link the interface \
        &#39;ISSSpacesuitServiceCore&#39; instead" source="modlint.same-layer"/>
          </file>
        </checkstyle>

        """)
  }

  @Test func writesATestForEachFinding() {
    var again = sameLayer
    again.location = range(2, 7..<10)
    again.help = []
    let written = text(placed([again, sameLayer, knownCycle]), as: JUnitReporter())
    #expect(
      written.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="modlint" tests="4" failures="2" errors="0">
          <testsuite name="modlint" tests="1" failures="0" errors="0" skipped="0">
            <testcase classname="modlint" name="the workspace was checked">
              <system-out>31 modules, 56 links, 4 layers: 2 errors, 0 warnings, 1 known</system-out>
            </testcase>
          </testsuite>
          <testsuite name="cycle" tests="1" failures="0" errors="0" skipped="1">
            <testcase classname="cycle" name="&#39;A&#39; and &#39;Bee&#39; link each other">
              <skipped message="known: &#39;A&#39; and &#39;Bee&#39; link each other">
        """))
    #expect(
      written.contains(
        "name=\"&#39;ISSCosmonautService&#39; links &#39;ISSSpacesuitService&#39; of its own layer &#39;service&#39;\">"
      ))
    #expect(
      written.contains(
        "of its own layer &#39;service&#39; (ios, 100%/service/CosmonautService/project.yml:23:9)\">"
      ))
    #expect(written.contains("      <failure type=\"error\" message="))
  }
}
