import Testing

@testable import Graph

@Suite struct TestNamesTests {
  @Test(arguments: [
    ("KitTests", "Kit", true), ("Kit-UnitTests", "Kit", true),
    ("Kit_Integration_Tests", "Kit", true),
    ("kitTest", "Kit", true), ("Kit Specs", "Kit", true), ("KitUITests", "Kit", true),
    ("KitCoreTests", "Kit", false), ("Kit", "Kit", false), ("KitUI", "Kit", false),
    ("KitTestingTests", "KitTesting", true), ("KitTests", "", false), ("Tests", "Kit", false),
    ("KitTestsHelper", "Kit", false),
  ])
  func names(test: String, module: String, isName: Bool) {
    #expect(TestNames.isName(test, ofTestsOf: module) == isName)
  }

  @Test(arguments: [
    ("Kit/Tests", "Kit"), ("Kit/Tests/KitTests", "Kit"), ("Modules/Kit/UnitTests", "Modules/Kit"),
    ("Tests", ""), ("Tests/KitTests", ""), ("Kit/Checks", "Kit/Checks"), ("", ""),
  ])
  func homesOfTests(folder: String, home: String) {
    #expect(TestNames.home(ofTests: folder) == home)
  }

  @Test(arguments: [
    ("Kit/Sources", "Kit"), ("Kit/src", "Kit"), ("Kit", "Kit"),
    ("App/Sources/Kit", "App/Sources/Kit"),
    ("Sources", ""), ("", ""),
  ])
  func homesOfSources(folder: String, home: String) {
    #expect(TestNames.home(ofSources: folder) == home)
  }
}
