import Packages
import Testing

// Statements, values of declared types, and loops.
extension ManifestReaderTests {
  /// Statements of functions and closures, and constants that get their value later.
  @Test(arguments: [
    "func f() -> String {\n  if getenv(\"X\") == nil {\n    return \"A\"\n  } else { return \"B\" }\n}\nlet a = f()",
    "func f(_ b: Bool) -> String { if b { return \"B\" }; let c = \"\"; return c + \"A\" }\nlet a = f(false)",
    "let a: String = {\n  if let x = Context.environment[\"X\"], x == \"1\" { return x }\n  return \"A\"\n}()",
    "extension Context {\n  static var b: Bool {\n    let c = Context.environment.keys.contains(\"X\")\n    return !c\n  }\n}\nlet a = Context.b ? \"A\" : \"B\"",
    "let a: String\nif [\"A\", \"B\"].contains(\"C\") { a = \"B\" } else { a = \"A\" }",
    "let x: String? = nil\nlet a: String\nif let x, !x.isEmpty { a = x } else { a = \"A\" }",
    "var list: [String] = []\nif !list.isEmpty { list = [\"B\"] }\nlet a = list.isEmpty ? \"A\" : \"B\"",
    "var b: [String] = []\nfor n in [\"A\", \"B\"] {\n  if n == \"B\" { continue }\n  b.append(n)\n}\nlet a = b.joined()",
    "var b: [String] = []\nfor n in [\"A\", \"B\"] {\n  guard n == \"A\" else { break }\n  b.append(n)\n}\nlet a = b.joined()",
    "let d: [SwiftSetting]\nif unknown() { d = [] } else { d = [.define(\"X\")] }\nlet a = \"A\"",
  ])
  func statements(before: String) throws {
    let text = Self.package("targets: [.target(name: a)]", before: before)
    #expect(try #require(Self.literal(text)).targets.map(\.name) == ["A"])
  }

  /// Methods of lists, values of declared types, and loops.
  @Test(arguments: [
    "let a = [\"A\"].map { $0 + \"B\" }.joined()",
    "let a = [\"a\", \"b\"].map({ name in name.uppercased() }).joined(separator: \"\")",
    "let a = [\"A\", \"C\", \"B\"].filter { $0 != \"C\" }.joined()",
    "let a = [[\"A\"], [], [\"B\"]].flatMap { $0 }.joined()",
    "let a = [\"B\", \"C\", \"A\"].reversed().compactMap { (n: String) -> String? in\n  guard n != \"C\" else { return nil }\n  return n\n}.joined()",
    "let a = [\"A\"].contains { $0.hasPrefix(\"A\") } && [\"A\"].allSatisfy { $0.hasSuffix(\"A\") } ? \"AB\" : \"\"",
    "enum E: String, CaseIterable { case one = \"A\", B }\nlet a = E.allCases.map(\\.rawValue).joined()",
    "enum E { case one, two\n  var name: String {\n    switch self {\n    case .one: return \"A\"\n    case .two: \"B\"\n    }\n  }\n}\nlet a = E.one.name + E.two.name",
    "struct S { var n: String; let m = \"B\"; var o: String?\n  func text(_ s: String) -> String { n + s + m + (o ?? \"\") } }\nlet a = S(n: \"A\").text(\"\")",
    "struct S { let n: String }\nextension S { static let x: S = .init(n: \"A\"); var twice: String { \"\\(n)B\" } }\nlet a = S.x.twice",
    "extension String { var b: String { self + \"B\" } }\nlet a = \"A\".b",
    "extension Array where Element == String { func but(_ others: [String]) -> String { filter { !others.contains($0) }.joined() } }\nlet a = [\"A\", \"C\", \"B\"].but([\"C\"])",
    "func f() -> String {\n  var list = [String]()\n  for n in [\"A\", \"C\", \"B\", \"D\"] {\n    if n == \"C\" { continue }\n    if n == \"D\" { break }\n    list.append(n)\n  }\n  return list.joined()\n}\nlet a = f()",
    "var list: [String] = []\nfor n in [\"A\", \"B\"] {\n  let m = n\n  list.append(\"\\(m)\")\n}\nlet a = list.joined()",
    "var list = [\"C\"]\nvar all: [String] { list }\nlet c = all.joined()\nlist = [\"A\", \"B\"]\nlet a = c == \"C\" ? all.joined() : \"\"",
    "func f(_ s: String?) -> String { if let s { return s }; return \"C\" }\nlet a = f(\"AB\")",
    "func f(_ s: String?) -> String { guard let s = s else { return \"AB\" }; return s }\nlet a = f(nil)",
    "let t = (n: \"A\", [\"B\"])\nlet a = t.n + t.1[0]",
    "let a = [(\"A\", \"B\")].map { n, m in \"\\(n)\\(m)\" }.joined()",
    "var a = \"\"\nfor (n, m) in [(\"A\", \"B\"), (\"A\", \"C\")] where m == \"B\" { a = n + m }",
    "let d = [\"x\": \"AB\"]\nlet a = d[\"y\"] ?? d[\"x\"]!",
    "let b = true\nlet a = if !b { \"A\" } else if b { \"AB\" } else { \"B\" }",
    "@MainActor\n@discardableResult func f() -> String { \"AB\" }\nlet a = f()",
    "extension Array { func plus(_ e: Element?) -> [Element] { guard let e else { return self }; return self + [e] } }\nlet l = [\"A\"].plus(\"B\").plus(nil)\nlet a = l[0] + l[1]",
    "let a = getenv(\"X\").map { String(cString: $0) } ?? [\"C\", \"AB\"].first { $0.hasPrefix(\"A\") }!",
  ])
  func values(before: String) throws {
    let text = Self.package("targets: [.target(name: a)]", before: before)
    #expect(try #require(Self.literal(text)).targets.map(\.name) == ["AB"])
  }

  /// Forms near those of values that are not understood, or that may mean something else.
  @Test(arguments: [
    "extension Array { func map(_ f: (String) -> String) -> [String] { [] } }\nlet a = [\"A\"].map { $0 }.joined()",
    "extension Sequence { func but() -> String { \"\" } }\nlet a = [\"A\"].but()",
    "extension String { var b: String { \"B\" } }\nextension Array { var b: String { \"C\" } }\nlet a = \"A\".b",
    "enum E: String { case a(String) }\nlet a = E.a(\"A\").rawValue",
    "enum E: Int, CaseIterable { case one }\nlet a = E.allCases.map(\\.rawValue).joined()",
    "class S { var n = \"A\" }\nlet a = S().n",
    "let t: (n: String, m: String) = (m: \"A\", n: \"B\")\nlet a = t.n",
    "let d = [\"x\": \"A\", \"x\": \"B\"]\nlet a = d[\"x\"]!",
    "let d = [\"x\": \"A\"]\nlet a = d[\"y\"]!",
    "let a = [\"A\"][1]",
    "@resultBuilder enum B {}\n@B func f() -> String { \"A\" }\nlet a = f()",
    "struct S { var n: String; init() { n = \"A\" } }\nlet a = S().n",
    "struct S { @W var n = \"A\" }\nlet a = S().n",
    "struct S { lazy var n = \"A\" }\nlet a = S().n",
    "let n: String? = \"A\"\nlet a = [n].map { \"\\($0)\" }.joined()",
    "let n: Target.Dependency = \"A\"\nlet a = [n].map { \"\\($0)\" }.joined()",
    "let a = [\"A\"].map { x, y in x }.joined()",
    "var b = [\"A\"]\nfunc f() { b.append(\"B\") }\nf()\nlet a = b.joined()",
    "var b = [\"A\"]\nlet c = [1].map { _ in b.append(\"B\") }\nlet a = b.joined()",
    "let s: Set<String> = [\"A\"]\nlet a = s.map { $0 }.joined()",
    "var b = \"A\"\nvar c = \"B\"\nfunc f() { (b, c) = (c, b) }\nf()\nlet a = b",
    "var b = [\"A\"]\nfor n in unknown { b.append(n) }\nlet a = b.joined()",
    "func f(_ s: [SwiftSetting]) -> String { var b = \"A\"; g(&b); return b }\nlet a = f([])",
    "switch unknown { default: break }\nlet a = [\"A\"].joined(\"\")",
  ])
  func valuesThatAreUnknown(before: String) {
    #expect(Self.literal(Self.package("targets: [.target(name: a)]", before: before)) == nil)
  }

  /// A list that is changed under a condition is read if the condition is, and unknown otherwise.
  @Test func changesUnderConditions() throws {
    let before = "var list: [Target] = [.target(name: \"A\")]\n"
    let known = before + "if getenv(\"X\") == nil { list.append(.target(name: \"B\")) }"
    let unknown = before + "if rain { list.append(.target(name: \"B\")) }"
    let text = Self.package("targets: list", before: known)
    #expect(try #require(Self.literal(text)).targets.map(\.name) == ["A", "B"])
    #expect(Self.literal(Self.package("targets: list", before: unknown)) == nil)
    let flags = "var flags = [\"-a\"]\nif rain { flags += [\"-b\"] }"
    let other = Self.package("targets: [.target(name: \"C\")]", before: flags)
    #expect(Self.literal(other)?.targets.map(\.name) == ["C"])
    #expect(Self.literal(Self.package("targets: [.target(name: flags[0])]", before: flags)) == nil)
  }

  /// Statements that change the dependencies of `A` and `B` to `C`.
  @Test(arguments: [
    "for t in package.targets where t.name != \"C\" { t.dependencies.append(\"C\") }",
    "for t in package.targets {\n  guard t.type == .regular, t.name != \"C\" else { continue }\n  t.dependencies += [\"C\"]\n}",
    "package.targets.filter { $0.name != \"C\" }.forEach { t in\n  var s = t.swiftSettings ?? []\n  s.append(.define(\"X\"))\n  t.swiftSettings = s\n  t.dependencies = [\"C\"]\n}",
    "package.targets = package.targets.map { t in\n  if t.name != \"C\" { t.dependencies.append(.target(name: \"C\")) }\n  return t\n}",
    "package.targets[0].dependencies += [\"C\"]\npackage.targets.first { $0.name == \"B\" }?.dependencies.append(\"C\")",
    "b.dependencies.append(\"C\")\npackage.targets.first { $0.name == \"D\" }?.dependencies = []\npackage.targets.first!.dependencies = b.dependencies",
  ])
  func changesOfTargets(after: String) throws {
    let text = Self.package(
      "targets: [.target(name: \"A\"), b, .target(name: \"C\")]",
      before: "let b: Target = .target(name: \"B\")", after: after)
    let targets = try #require(Self.literal(text)).targets
    #expect(targets.map { $0.dependencies.map(\.name) } == [["C"], ["C"], []])
  }

  /// Targets are references: a loop over a list changes those of the package.
  @Test(arguments: [
    ("target.swiftSettings = [.define(target.name)]", true),
    ("if !target.isTest { target.swiftSettings?.append(.define(\"X\")) }", true),
    ("target.name = unknown", false), ("target.dependencies.append(\"B\")", true),
    ("targets.append(target)", false), ("change(targets)", false),
  ])
  func loopsOverAList(body: String, isRead: Bool) {
    for head in ["for target in targets", "for target in targets where target.type != .test"] {
      let text = Self.package(
        "targets: targets",
        before: "var targets: [Target] = [.target(name: \"A\")]\n\(head) { \(body) }", after: "")
      #expect(Self.literal(text)?.targets.map(\.name) == (isRead ? ["A"] : nil), "\(text)")
    }
  }
}
