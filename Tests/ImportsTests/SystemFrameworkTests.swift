import Testing

@testable import Imports

@Suite struct SystemFrameworkTests {
  @Test func eachIsFound() {
    #expect(SystemFrameworks.names.count > 300)
    for name in ["AGL", "UIKit", "Foundation", "XCTest", "zlib"] {
      #expect(SystemFrameworks.contains(name))
      #expect(!SystemFrameworks.contains(name + "0"))
    }
    #expect(!SystemFrameworks.contains(""))
    #expect(!SystemFrameworks.contains("AGL ARKit"))
  }
}
