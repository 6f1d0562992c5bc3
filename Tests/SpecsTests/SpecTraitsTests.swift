@testable import SpecReading
import Testing
import YAML

@Suite struct SpecTraitsTests {
  private func traits(_ text: String) -> TextTraits { .ofSpec(Array(text.utf8).span) }

  @Test(arguments: [
    "${", "a${b}", "0123456${", "01234567${x}", "$${", "/${", "${/", "0123456789/abc${d}",
  ])
  func variablesAreSeen(_ text: String) {
    #expect(traits(text).contains(.variable))
  }

  @Test(arguments: ["", "$", "{", "$ {", "{$", "0123456$-{", "$(A)", "price/$", "\u{a4}{"])
  func otherTextsHaveNone(_ text: String) {
    #expect(!traits(text).contains(.variable))
  }

  @Test(arguments: [
    "", ".", "..", ".a", "./a", "../a", "/", "/a", "a/", "a//b", "a/./b", "a/../b", "a/.b",
    "0123456/.8", "0123456//", "012345678/", "${A}/./b", ".${A}",
  ])
  func unsettledPathsAreSeen(_ text: String) {
    #expect(traits(text).contains(.unsettledPath))
  }

  @Test(arguments: [
    "a", "a/b", "a.b/c.d", "a./b", "a../b", "0123456/8", "01234567/9", "${A}/b", "ä/b",
  ])
  func otherPathsAreNot(_ text: String) {
    #expect(!traits(text).contains(.unsettledPath))
  }
}
