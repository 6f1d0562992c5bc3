import Diagnostics
import Graph
import TestSupport
import Testing

@testable import Rules

/// Every piece of advice is followed, and the workspace checked again: the finding is gone and none is new.
@Suite struct AdviceTests {
  @Test(arguments: 0..<8)
  func `advice removes its finding and adds none`(block: Int) {
    var total = 0
    for seed in (block * 100)..<(block * 100 + 100) {
      let workspace = Self.workspace(seed: seed)
      let before = Found(workspace)
      for finding in before.advised {
        total += 1
        guard let help = finding.help.first, let advice = AppliedAdvice(help.text) else {
          Issue.record("seed \(seed): no advice to follow in '\(finding.help)'")
          continue
        }
        let after = Found(workspace.following(advice))
        #expect(!after.has(finding), "seed \(seed): still there after '\(help.text)'")
        #expect(after.new(besides: before) == [], "seed \(seed): new after '\(help.text)'")
      }
    }
    #expect(total > 50)
  }

  @Test func `the words of advice are read`() throws {
    let drops = try #require(
      AppliedAdvice(
        "keep 'L' in 'K' alone, which the others load: drop 'L' from 'A' and 'B' and 'M' from 'C'"))
    guard case .drop(let pairs) = drops else { throw Unread() }
    #expect(pairs.map { "\($0.head) \($0.tail)" } == ["L A", "L B", "M C"])
    let unlinks = try #require(
      AppliedAdvice(
        "keep 'P' in 'F' alone: declare `link: false` in the dependencies of 'A' and 'B' on it"))
    guard case .unlink(let pairs) = unlinks else { throw Unread() }
    #expect(pairs.map { "\($0.head) \($0.tail)" } == ["P A", "P B"])
  }

  private struct Unread: Error {}

  /// What the linking rules find.
  private struct Found {
    let findings: [Diagnostic]

    init(_ workspace: LinkedWorkspace) {
      let rules: [any Rule.Type] = [DuplicateStatic.self, PackageInStatic.self, MissingEmbed.self]
      findings = rules.flatMap { workspace.findings(of: $0) }
    }

    /// Those whose advice is tried here; for some there is none.
    var advised: [Diagnostic] {
      findings.filter { $0.rule != MissingEmbed.id && !$0.help.isEmpty }
    }

    func has(_ finding: Diagnostic) -> Bool {
      findings.contains {
        $0.rule == finding.rule && $0.subject.identity == finding.subject.identity
      }
    }

    /// What was not there before; fewer owners of the same library are nothing new.
    func new(besides before: Self) -> [String] {
      findings.filter { finding in
        !before.has(finding)
          && !before.findings.contains { old in
            old.rule == finding.rule && !old.subject.owners.isEmpty
              && old.subject.identity.first == finding.subject.identity.first
              && Set(old.subject.owners).isSuperset(of: finding.subject.owners)
          }
      }.map { "\($0.rule.name) \($0.subject.identity)" }
    }
  }

  /// Applications with extensions and tests over frameworks, statics, archives and packages that link whatever
  /// comes after them.
  private static func workspace(seed: Int) -> LinkedWorkspace {
    var random = SplitMix64(state: UInt64(seed))
    var workspace = LinkedWorkspace()
    var order: [String] = []
    func add(_ name: String, _ type: ProductType, host: String? = nil) {
      workspace.add(name, type, host: host)
      order.append(name)
    }
    add("App", .application)
    if Bool.random(using: &random) { add("Other", .application) }
    if Bool.random(using: &random) { add("Widget", .appExtension) }
    if Bool.random(using: &random) { add("Tool", .tool) }
    if Bool.random(using: &random) { add("AppTests", .unitTestBundle, host: "App") }
    if Bool.random(using: &random) { add("Tests", .unitTestBundle) }
    let executables = order.count
    for number in 0..<Int.random(in: 3...7, using: &random) {
      let type: ProductType =
        [.framework, .framework, .staticFramework, .staticFramework, .staticLibrary]
        .randomElement(using: &random) ?? .framework
      add("M\(number)", type)
    }
    workspace.addExternal("Vendor", .static)
    // Static, since whether Xcode builds an automatic product dynamically depends on who else links it: what
    // follows from advice about another library cannot be foreseen there.
    workspace.addExternal("Kit", .static, .package(identity: "https://example.com/kit"))
    let heads = order.dropFirst(executables) + ["Vendor", "Kit"]
    for (place, tail) in order.enumerated() {
      for head in heads where (order.firstIndex(of: head) ?? order.count) > place {
        let chance = place < executables ? 3 : 2
        guard Int.random(in: 0..<5, using: &random) < chance else { continue }
        workspace.link(tail, head, kind: head == "Kit" ? .package : .framework)
      }
    }
    return workspace
  }
}
