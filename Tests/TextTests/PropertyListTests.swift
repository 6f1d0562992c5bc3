import Diagnostics
import Foundation
import TestSupport
import Testing
import Text

@Suite struct PropertyListTests {
  static let value: [String: [[String: String]]] = [
    "AvailableLibraries": [
      ["LibraryPath": "X.framework", "Überschrift": "größer <als> & \"'🗂"],
      ["LibraryPath": String(repeating: "long", count: 5)],
    ],
    "Empty": [],
  ]
  static let expected = PropertyList.table(
    value.mapValues { .list($0.map { .table($0.mapValues { .text($0) }) }) })

  static func encode(_ value: Any) throws -> [UInt8] {
    Array(
      try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0))
  }

  @Test func readsWhatFoundationWrites() throws {
    #expect(PropertyList(try Self.encode(Self.value)) == Self.expected)
    let mixed: [String: Any] = [
      "date": Date(timeIntervalSince1970: 0), "data": Data([1, 2]), "true": true, "int": 1 << 40,
      "real": 1.5, "text": "t",
    ]
    let list = PropertyList(try Self.encode(mixed))
    #expect(list?["text"]?.text == "t")
    #expect(list?["real"] == .other && list?["date"] == .other && list?["true"] == .other)
  }

  @Test func survivesWhatIsDamaged() throws {
    var bytes = try Self.encode(Self.value)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    for count in bytes.indices {
      #expect(PropertyList(Array(bytes.prefix(count))) == nil, "\(count) bytes")
    }
    var random = SplitMix64(state: 7)
    for index in bytes.indices {
      for byte in [0, 0x0f, 0x7f, 0xaf, 0xdf, 0xff, UInt8.random(in: 0...255, using: &random)] {
        var damaged = bytes
        damaged[index] = byte
        _ = PropertyList(damaged)
      }
    }
  }
}

// Values and what is refused.
extension PropertyListTests {
  func xml(_ body: String, head: String = "") -> PropertyList? {
    PropertyList(Array("\(head)<plist version='1.0'>\(body)</plist>".utf8))
  }

  @Test func xmlValues() {
    #expect(xml("<string/>") == .text(""))
    #expect(
      xml(" <array> <true/> <integer>1</integer> <string></string> </array> ")
        == .list([.other, .other, .text("")]))
    #expect(xml("<dict ><key>a</key><string a='>'>b</string ></dict>") == .table(["a": .text("b")]))
    #expect(xml("<string>a<!-- & < -->b<![CDATA[<&>]]>c</string>") == .text("ab<&>c"))
    #expect(xml("<string>&lt;&gt;&amp;&quot;&apos;&#65;&#x1F5C2;</string>") == .text("<>&\"'A🗂"))
    #expect(xml("<!-- c --><array/>", head: "\u{FEFF}<?xml version=\"1.0\"?>\n") == .list([]))
    #expect(xml("<array/>", head: "<!DOCTYPE plist SYSTEM \"x\">") == .list([]))
  }

  @Test(arguments: [
    "", "text", "<string>", "<string>a", "<string>a</key>", "<dict><string/></dict>",
    "<dict><key>a</key></dict>", "<dict><key>a</key><string/>", "<array>text</array>", "<other/>",
    "<string>&other;</string>", "<string>&</string>", "<string>&#;</string>",
    "<string>&#xD800;</string>", "<string>&#99999999;</string>", "<string>&#-65;</string>",
    "<string>&ltttttttttttttttt;</string>", "<string><b/></string>", "<string a='>b</string>",
    "<!-- <array/>", "<![CDATA[ ]]>", "<string><![CDATA[</string>", "<array/><array/>",
  ])
  func xmlThatIsRefused(body: String) { #expect(xml(body) == nil) }

  @Test func declaredEntitiesAreRefused() {
    let head = "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>"
    #expect(xml("<string>&b;</string>", head: head) == nil)
    #expect(xml("<string>b</string>", head: head) == nil)
    #expect(
      xml("<string>b</string>", head: "<!DOCTYPE plist SYSTEM 'file:///etc/passwd' [ ]>") == nil)
  }

  @Test func xmlDepthIsLimited() {
    func nested(_ depth: Int) -> PropertyList? {
      xml(String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(nested(Limits.nesting) != nil)
    #expect(nested(Limits.nesting + 1) == nil)
    #expect(nested(50_000) == nil)
  }

  @Test func otherFormsAreRefused() {
    #expect(PropertyList([]) == nil)
    #expect(PropertyList(Array("{ AvailableLibraries = (); }".utf8)) == nil)
    #expect(PropertyList([0xff, 0xfe, 0x3c, 0x00]) == nil)
    #expect(PropertyList(Array("bplist00".utf8)) == nil)
  }
}
