import Projects
import Testing

@Suite struct ConfigurationLineTests {
  @Test(arguments: [
    ("A = b // c", ConfigurationLine.setting("A", isConditional: false, "b")),
    ("A=", .setting("A", isConditional: false, "")),
    ("A = $(B)=c;", .setting("A", isConditional: false, "$(B)=c")),
    ("A[sdk=iphoneos*] = b", .setting("A", isConditional: true, "b")),
    ("A[sdk=iphoneos*][arch=arm64] = [b]", .setting("A", isConditional: true, "[b]")),
    (" #include \"a b.xcconfig\"", .include("a b.xcconfig", isOptional: false)),
    ("#include? \"a.xcconfig\"", .include("a.xcconfig", isOptional: true)),
    ("// A = b", nil), ("#include a.xcconfig", nil), ("A", nil), ("", nil),
  ])
  func parsesWhatXcodeReads(_ line: String, _ parsed: ConfigurationLine?) {
    #expect(ConfigurationLine(line[...]) == parsed)
  }
}
