import Files
import TestSupport
import Testing
@testable import YAML

@Suite struct IgnoredKeyCheckerTests {
  static let target = "targets:\n  T: {type: framework, platform: iOS"

  @Test(
    arguments: [
      ("x-a: 1\n.b: 2\n_c: 3", []),
      ("a: &a {platform: iOS}\ntargets:\n  T: {<<: *a, type: framework}", []),
      ("a: &a iOS\ntargets:\n  T: {type: framework, platform: *a}", []),
      (
        "a: &a iOS",
        ["project.yml:2:1: [unknown-key] XcodeGen does not know the key 'a' of a project"]
      ),
      (
        target + ", '${a}': 1, sources:REPLACE: [a], attributes: {a: 1}, settings: {a: 1}}",
        ["REPLACE"]
      ),
      (
        target + ", scheme: {a: {b: 1}}, info: {path: a, properties: {b: 1}}}", []
      ),
      (target + ", settings: {base: {dependencies: [a]}}}", []),
      (
        "options: {a: 1}",
        ["project.yml:2:11: [unknown-key] XcodeGen does not know the key 'a' of 'options'"]
      ),
    ] as [(String, [String])]) func keys(_ text: String, _ expected: [String])
  {
    let errors = Resolved(text).ignoredKeys
    guard expected != ["REPLACE"] else {
      #expect(errors.count == 1 && errors[0].contains("'sources:REPLACE' has no effect"))
      return
    }
    #expect(errors == expected)
  }

  @Test(arguments: [
    (target + ", dependencies: [{taget: A}]}", 1), (target + ", sources: [{pat: a}]}", 1),
    ("targets:\n  T: {type: framework, platfrom: iOS}", 1),
    ("targets:\n  T: {type: framework, supportedDestinations: iOS}", 1),
    ("packages: {A: {url: a, form: 1.0.0}}", 1),
  ]) func whatXcodeGenRefusesIsReportedOnce(_ text: String, _ count: Int) {
    let resolved = Resolved(text)
    #expect(resolved.errors.count == count)
    #expect(resolved.ignoredKeys == [])
  }

  @Test(arguments: [
    ("link: \"yes\"", true), ("link: 1", true), ("link: yes", false), ("link:", false),
    ("link: ${flag}", true), ("platforms: iOS", true), ("platforms: [iOS, bogus]", true),
    ("platforms: [iOS, macOS]", false), ("platforms: ['${platform}']", false),
    ("platformFilter: all", false), ("platformFilter: ios", true), ("linkType: fast", true),
    ("destinationFilters: [macCatalyst]", false), ("product: 4", true), ("products: A", true),
  ]) func valuesOfADependency(_ attribute: String, _ isIgnored: Bool) {
    let text =
      "targets:\n  T:\n    type: framework\n    platform: iOS\n    dependencies:\n"
      + "      - package: P\n        \(attribute)"
    #expect(Resolved(text).ignoredKeys.count == (isIgnored ? 1 : 0), "\(attribute)")
  }

  @Test func aSharedFileIsJudgedAsItIsWritten() {
    let files: MemoryTree = [
      "project.yml": "name: P\ninclude: sub/base.yml\ntargets: {T: {sources:REPLACE: [b]}}",
      "sub/base.yml":
        "bogus: 1\ntargets: {T: {type: framework, platform: iOS, sources: [a], sources: [c]}}",
    ]
    #expect(
      Resolved(files).ignoredKeys == [
        "sub/base.yml:2:61: [duplicate-key] key 'sources' is given twice, and the last one wins",
        "sub/base.yml:1:1: [unknown-key] XcodeGen does not know the key 'bogus' of a project",
      ])
  }

  @Test func aTemplateThatIsNoMappingInvalidatesAll() {
    let text = "targetTemplates: {A: {}, B: }\n" + Self.target + ", templates: [A, C]}"
    #expect(
      Resolved(text).ignoredKeys == [
        "project.yml:2:26: [ignored-value] template 'B' is not a mapping, so that XcodeGen ignores "
          + "all templates"
      ])
  }

  @Test func namesOfMissingTemplatesAreNotedUnlessAnIncludeIsMissing() {
    let text = Self.target + ", templates: [A, '${b}']}"
    #expect(
      Resolved(text).ignoredKeys.map { String($0.dropFirst(18)) } == [
        "[ignored-value] unknown template 'A', which XcodeGen ignores"
      ])
    #expect(Resolved("include: gone.yml\n" + text).ignoredKeys == [])
  }
}
