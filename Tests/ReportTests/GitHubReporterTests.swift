import Diagnostics
import Report
import Testing

@Suite struct GitHubReporterTests {
  @Test func writesCommandsForNewFindings() {
    #expect(
      text(placed([cycle, knownCycle]), as: GitHubReporter()) == """
        ::warning file=ios%2C 100%25/service/CosmonautService/project.yml,line=2,endLine=2,col=7,\
        endColumn=10,title=modlint (cycle)::'A' and 'Bee' link each other%0A\
        'A' links 'Bee'  ios, 100%25/service/CosmonautService/project.yml:2:7%0A\
        'Bee' links 'A'  ios, 100%25/service/CosmonautService/project.yml:23:9%0A\
        note: cut this one%0A\
        note: the other way  ios, 100%25/service/CosmonautService/project.yml:23:9
        31 modules, 56 links, 4 layers: 0 errors, 1 warning, 1 known

        """)
  }

  @Test func namesNoColumnsOfPlacesOnSeveralLines() {
    let finding = Diagnostic("r", .error, "m", at: range(2, 7..<8, endLine: 4))
    #expect(
      text(placed([finding]), as: GitHubReporter(hasSummary: false)) == """
        ::error file=ios%2C 100%25/service/CosmonautService/project.yml,line=2,endLine=4,\
        title=modlint (r)::m

        """)
  }

  @Test func namesNoFileWhereThereIsNone() {
    #expect(
      text(placed([placeless]), as: GitHubReporter(hasSummary: false)) == """
        ::error title=modlint (stale-baseline)::'x\\u{0A}\\u{1B}[0m\\u{2066}' is no longer there

        """)
  }
}
