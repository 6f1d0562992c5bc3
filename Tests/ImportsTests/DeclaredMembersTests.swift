import Imports
import Testing

/// What a source declares, and what of that others find in extensions without an import.
@Suite struct DeclaredMembersTests {
  @Test(arguments: [
    ("extension A { public var b: Int { let c = 1; return c } }", ["b"], ["b"]),
    ("public extension A { func b() {} }\nfunc c() {}", ["b"], ["b"]),
    ("extension A { func b() {} }\npublic func c() {}", [], ["b"]),
    ("extension A { public struct B { public var c = 1 } }", [], ["c"]),
    ("extension A { public static let `b` = \"{ public var c\" }", ["b"], ["b"]),
    ("extension A { public class func b() { switch c { case .d: let e = 1 } } }", ["b"], ["b"]),
    ("enum A { case b(c: Int) }", [], ["b"]), ("extension A { public func", [], []),
    ("}}}", [], []),
  ])
  func members(text: String, ofExtensions: [String], all: [String]) {
    let members = DeclaredMembers(in: Array(text.utf8))
    #expect(members.ofExtensions.sorted() == ofExtensions)
    #expect(members.all.sorted() == all)
  }
}
