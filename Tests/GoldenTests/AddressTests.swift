import Foundation
import Testing

@testable import modlint

/// Holds what other repositories copy against the version and the address that modlint has.
@Suite struct AddressTests {
  @Test(arguments: [
    "action.yml", "integrations/modlint.gitlab-ci.yml", "Formula/modlint.rb", "docs/install.md",
    "docs/integrations/ci.md", "docs/integrations/git-hooks.md",
  ])
  func namesThisVersion(_ path: String) throws {
    let text = try String(
      contentsOf: ManualPage.repository.appending(path: path), encoding: .utf8)
    let versions = text.matches(of: /\bv?([0-9]+\.[0-9]+\.[0-9]+)\b/).map { String($0.1) }
    #expect(!versions.isEmpty)
    #expect(versions.allSatisfy { $0 == About.version }, "\(versions)")
    // Who offers releases is for the reader to say: no address is made up.
    #expect(!text.contains("github.com/modlint"))
  }

  @Test func formulaNamesTheAddress() throws {
    let formula = ManualPage.repository.appending(path: "Formula/modlint.rb")
    #expect(try String(contentsOf: formula, encoding: .utf8).contains(About.address))
  }
}
