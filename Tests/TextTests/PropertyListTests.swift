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

  static func encode(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat)
    throws -> [UInt8]
  {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func readsWhatFoundationWrites(format: PropertyListSerialization.PropertyListFormat) throws {
    #expect(PropertyList(try Self.encode(Self.value, format)) == Self.expected)
    let mixed: [String: Any] = [
      "date": Date(timeIntervalSince1970: 0), "data": Data([1, 2]), "true": true, "int": 1 << 40,
      "real": 1.5, "text": "t",
    ]
    let list = PropertyList(try Self.encode(mixed, format))
    #expect(list?["text"]?.text == "t")
    #expect(list?["real"] == .other && list?["date"] == .other && list?["true"] == .other)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func survivesWhatIsDamaged(format: PropertyListSerialization.PropertyListFormat) throws {
    var bytes = try Self.encode(Self.value, format)
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

// The binary form.
extension PropertyListTests {
  /// A file of these objects, numbered from 0, with offsets and references of one byte.
  static func binary(
    _ objects: [[UInt8]], offsetSize: UInt8 = 1, referenceSize: UInt8 = 1, count: UInt64? = nil,
    root: UInt64 = 0, table: UInt64? = nil
  ) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(bytes.count))
      bytes += object
    }
    let tablePlace = UInt64(bytes.count)
    bytes += offsets + [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
    return bytes + Self.bytes(count ?? UInt64(objects.count)) + Self.bytes(root)
      + Self.bytes(table ?? tablePlace)
  }

  static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  @Test func binaryTexts() {
    #expect(PropertyList(Self.binary([[0x51, 0x41]])) == .text("A"))
    #expect(PropertyList(Self.binary([[0x61, 0x20, 0xac]])) == .text("€"))
    #expect(PropertyList(Self.binary([[0x62, 0xd8, 0x3d, 0xdd, 0xc2]])) == .text("🗂"))
    #expect(PropertyList(Self.binary([[0x72, 0xc3, 0xa9]])) == .text("é"))
    #expect(PropertyList(Self.binary([[0x5f, 0x10, 2, 0x41, 0x42]])) == .text("AB"))
  }

  @Test func binaryNumbersThatLie() {
    let good = [[UInt8]]([[0xa1, 1], [0x51, 0x41]])
    #expect(PropertyList(Self.binary(good)) == .list([.text("A")]))
    for bad in [
      Self.binary(good, offsetSize: 0), Self.binary(good, offsetSize: 9),
      Self.binary(good, offsetSize: 255), Self.binary(good, referenceSize: 0),
      Self.binary(good, referenceSize: 9), Self.binary(good, count: 0),
      Self.binary(good, count: 3), Self.binary(good, count: .max), Self.binary(good, root: 2),
      Self.binary(good, root: .max), Self.binary(good, table: 0), Self.binary(good, table: .max),
      Self.binary(good, count: 1), Self.binary([[0xa1, 9]]), Self.binary([[0xa9, 0]]),
      Self.binary([[0x5e, 0x41]]), Self.binary([[0x61, 0x41]]), Self.binary([[0xd1, 0]]),
      Self.binary([[0xd1, 0, 0]]), Self.binary([[0x5f, 0x51, 2]]), Self.binary([[0x5f]]),
      Self.binary([[0x5f, 0x14]]), Self.binary([[0x5f, 0x13] + Self.bytes(UInt64.max)]),
      Self.binary([[0x6f, 0x13] + Self.bytes(UInt64(Int64.max))]),
      Self.binary([[0xaf, 0x12, 0x7f, 0xff, 0xff, 0xff]]), Self.binary([[0xe0]]),
      Array("bplist00".utf8),
    ] {
      #expect(PropertyList(bad) == nil, "\(bad)")
    }
  }

  @Test func binaryLoopsEnd() {
    #expect(PropertyList(Self.binary([[0xa1, 0]])) == nil)
    #expect(PropertyList(Self.binary([[0xa2, 1, 1], [0xa2, 0, 0]])) == nil)
    #expect(PropertyList(Self.binary([[0xd1, 1, 0], [0x51, 0x41]])) == nil)
  }

  @Test func whatIsNamedOverAndOverIsLimited() {
    // Each list names the next one twice: 2⁴⁰ texts.
    let lists = (1...40).map { [0xa2, UInt8($0), UInt8($0)] as [UInt8] }
    #expect(PropertyList(Self.binary(lists + [[0x51, 0x41]])) == nil)
    // Long texts cost what they are long.
    let text = [0x5f, 0x11, 0, 100] + [UInt8](repeating: 0x41, count: 100)
    let names = [UInt8](repeating: 1, count: 14)
    #expect(PropertyList(Self.binary([[0xae] + names, text])) != nil)
    let wide = [[0xae] + names] + (2...5).map { [0xae] + [UInt8](repeating: $0, count: 14) }
    #expect(PropertyList(Self.binary([wide[0], wide[1], wide[2], wide[3], wide[4], text])) == nil)
  }
}

// The XML form.
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
  }
}
