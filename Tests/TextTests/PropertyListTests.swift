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
  static let expected = Value.table(
    value.mapValues { .list($0.map { .table($0.mapValues { .text($0) }) }) })

  /// A value without places, in which keys have no order.
  enum Value: Equatable {
    case text(String)
    case list([Value])
    case table([String: Value])
    case other

    init(_ list: PropertyList) {
      switch list.content {
      case .text(let text, let element):
        self = element == "string" ? .text(String(decoding: text, as: UTF8.self)) : .other
      case .list(let elements): self = .list(elements.map(Value.init))
      case .table(let entries):
        let keys = stride(from: 0, to: entries.count, by: 2).map { place in
          if case .text(let text, _) = entries[place].content {
            String(decoding: text, as: UTF8.self)
          } else {
            ""
          }
        }
        self = .table(
          Dictionary(uniqueKeysWithValues: keys.map { ($0, list[$0].map(Value.init) ?? .other) }))
      }
    }
  }

  static func read(_ bytes: [UInt8]) -> Value? {
    (try? XMLPropertyListReader.read(bytes)).map(Value.init)
  }

  static func encode(_ value: Any) throws -> [UInt8] {
    Array(
      try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0))
  }

  @Test func readsWhatFoundationWrites() throws {
    #expect(Value(try XMLPropertyListReader.read(try Self.encode(Self.value))) == Self.expected)
    let mixed: [String: Any] = [
      "date": Date(timeIntervalSince1970: 0), "data": Data([1, 2]), "true": true, "int": 1 << 40,
      "real": 1.5, "text": "t",
    ]
    let list = try XMLPropertyListReader.read(try Self.encode(mixed))
    #expect(list["text"]?.text == "t")
    #expect(["real", "date", "true"].allSatisfy { list[$0] != nil && list[$0]?.text == nil })
  }

  @Test func survivesWhatIsDamaged() throws {
    var bytes = try Self.encode(Self.value)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    for count in bytes.indices {
      #expect(Self.read(Array(bytes.prefix(count))) == nil, "\(count) bytes")
    }
    var random = SplitMix64(state: 7)
    for index in bytes.indices {
      for byte in [0, 0x0f, 0x7f, 0xaf, 0xdf, 0xff, UInt8.random(in: 0...255, using: &random)] {
        var damaged = bytes
        damaged[index] = byte
        _ = Self.read(damaged)
      }
    }
  }
}

// Values and what is refused.
extension PropertyListTests {
  func xml(_ body: String, head: String = "") -> Value? {
    Self.read(Array("\(head)<plist version='1.0'>\(body)</plist>".utf8))
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
    func nested(_ depth: Int) -> Value? {
      xml(String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth))
    }
    #expect(nested(Limits.nesting) != nil)
    #expect(nested(Limits.nesting + 1) == nil)
    #expect(nested(50_000) == nil)
  }

  @Test func otherFormsAreRefused() {
    #expect(Self.read([]) == nil)
    #expect(Self.read(Array("{ AvailableLibraries = (); }".utf8)) == nil)
    #expect(Self.read([0xff, 0xfe, 0x3c, 0x00]) == nil)
    #expect(Self.read(Array("bplist00".utf8)) == nil)
  }
}
