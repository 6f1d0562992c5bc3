import Testing

@testable import YAML

/// What plain and tagged scalars are, as Yams 5.0.1 resolves them without its rule for null.
@Suite struct ScalarTests {
  static let table: [(written: String, meant: String)] = [
    // Null is text.
    ("", ""), ("~", "~"), ("null", "null"), ("Null", "Null"), ("NULL", "NULL"),
    // Booleans in three forms, quoted ones not.
    ("yes", "bool true"), ("Yes", "bool true"), ("YES", "bool true"), ("no", "bool false"),
    ("No", "bool false"), ("NO", "bool false"), ("true", "bool true"), ("True", "bool true"),
    ("TRUE", "bool true"), ("false", "bool false"), ("False", "bool false"),
    ("FALSE", "bool false"), ("on", "bool true"), ("On", "bool true"), ("ON", "bool true"),
    ("off", "bool false"), ("Off", "bool false"), ("OFF", "bool false"),
    ("y", "y"), ("Y", "Y"), ("n", "n"), ("tRUE", "tRUE"), ("yEs", "yEs"), ("oFF", "oFF"),
    ("'yes'", "yes"), ("\"on\"", "on"), ("|-\n  yes", "yes"),
    // Integers.
    ("0", "int 0"), ("00", "int 0"), ("-0", "-0"), ("12", "int 12"), ("-12", "int -12"),
    ("+12", "int 12"), ("1_000", "int 1000"), ("0x1F", "int 31"), ("-0x1f", "int -31"),
    ("0b101", "int 5"), ("0b2", "0b2"), ("0o17", "int 15"), ("012", "int 10"), ("0_1", "int 1"),
    ("1:30", "int 90"), ("190:20:30", "int 685230"), ("1:99", "1:99"), ("0:30", "0:30"),
    ("0x", "0x"), ("0o", "0o"), ("_1", "_1"), ("99999999999999999999", "99999999999999999999"),
    // Floats.
    ("1.10", "float 1.1"), (".5", "float 0.5"), ("-.5", "-.5"), ("1e3", "float 1000.0"),
    (".5e3", ".5e3"), (".5e+3", "float 500.0"), ("08", "float 8.0"), ("0888", "float 888.0"),
    ("1.", "float 1.0"), ("190:20:30.15", "float 685230.15"), (".inf", "float inf"),
    ("-.INF", "float -inf"), (".NaN", "float nan"), (".iNf", ".iNf"), ("-.nan", "-.nan"),
    ("1.2.3", "1.2.3"), ("1e", "1e"), (".", "."), ("..", ".."),
    // Timestamps.
    ("2001-12-14", "timestamp"), ("2001-1-4", "2001-1-4"), ("2001-1-4 1:00:00", "timestamp"),
    ("2001-12-14t21:59:43.10-05:00", "timestamp"), ("2001-12-14 21:59:43 -5", "timestamp"),
    ("2001-12-14 21:59:43 5", "2001-12-14 21:59:43 5"),
    ("2001-12-14T21:59:43+005", "2001-12-14T21:59:43+005"),
    ("2001-12-14T21:59", "2001-12-14T21:59"), ("12-14-2001", "12-14-2001"),
    // `=` and `<<` as values.
    ("=", "="), ("<<", "<<"),
    // Tags, of which only that of text counts.
    ("!!str 12", "12"), ("!!str yes", "yes"), ("!!int \"12\"", "12"), ("!!int 12", "int 12"),
    ("!!int abc", "abc"), ("!!bool \"yes\"", "yes"), ("!!float 1", "int 1"), ("!!null ~", "~"),
    ("!!binary aGVsbG8=", "aGVsbG8="), ("!local 12", "12"), ("! 12", "12"),
    ("!local {a: 1}", "{a: int 1}"), ("!local [1]", "[int 1]"),
    ("!!set {a, b}", "set"), ("!!map {a: 1}", "{a: int 1}"),
  ]

  @Test(arguments: table)
  func means(_ written: String, _ meant: String) throws {
    #expect(try Document("x: \(written)\n").shown == "{x: \(meant)}")
  }

  @Test(arguments: table)
  func isTextIfItsTypeIsText(_ written: String, _ meant: String) throws {
    let document = try Document("x: \(written)\n")
    let value = try document.node("x")
    #expect(document.tree.isText(value) == (document.tree.type(of: value) == .text))
  }

  @Test func keysAreTextWhateverTheyLookLike() throws {
    let document = try Document("yes: a\n12: b\n1.0: c\n~: d\n2001-12-14: e\n'': f\n!!int 3: g\n")
    #expect(document.shown == "{yes: a, 12: b, 1.0: c, ~: d, 2001-12-14: e, : f, 3: g}")
  }

  @Test func onlyJSONHasNumbersThatAreBooleans() throws {
    let yaml = try Document("a: 1\nb: 0\nc: 1.0\nd: yes\n")
    let json = try Document(json: #"{"a": 1, "b": 0, "c": 1.0, "d": true, "e": 2}"#)
    let keys = ["a", "b", "c", "d"]
    #expect(try keys.map { yaml.tree.boolValue(try yaml.node($0)) } == [nil, nil, nil, true])
    #expect(try keys.map { json.tree.boolValue(try json.node($0)) } == [true, false, true, true])
    #expect(json.tree.boolValue(try json.node("e")) == nil)
  }
}
