import Testing

@testable import Specs

@Suite struct LinkerArgumentsTests {
  static let values: [(text: String, linked: [String])] = [
    ("", []),
    ("-ObjC -all_load -dead_strip", []),
    ("-framework Log", ["Log framework"]),
    ("-weak_framework Log -reexport_framework Map", ["Log framework weak", "Map framework"]),
    ("-framework 'Log Book'", ["Log Book framework"]),
    ("-lLog -weak-lMap -reexport-lTide", ["Log library", "Map library weak", "Tide library"]),
    ("-force_load $(BUILT_PRODUCTS_DIR)/libLog.a", ["Log archive"]),
    ("-force_load \"$(SRCROOT)/My Libs/libLog.a\"", ["Log archive"]),
    ("-force_load Kit.framework/Kit", ["Kit framework"]),
    ("$(BUILT_PRODUCTS_DIR)/libLog.a", ["Log archive"]),
    ("-Wl,-framework,Log", ["Log framework"]),
    ("-Xlinker -framework -Xlinker Log", ["Log framework"]),
    ("-framework $(NAME)", []),
    ("-framework", []),
    ("-l", []),
    ("-force_load -ObjC", []),
  ]

  @Test(arguments: values)
  func `what is linked`(_ text: String, _ linked: [String]) {
    let arguments = LinkerArguments([text])
    let found = arguments.linked.map { "\($0.name) \($0.form)\($0.isWeak ? " weak" : "")" }
    #expect(found == linked)
  }

  @Test(arguments: [
    ("-undefined dynamic_lookup", true), ("-Wl,-undefined,dynamic_lookup", true),
    ("-Xlinker -undefined -Xlinker dynamic_lookup", true), ("-undefined error", false),
    ("dynamic_lookup", false), ("-undefined", false),
  ])
  func `symbols that may be missing`(_ text: String, _ mayBeMissing: Bool) {
    #expect(LinkerArguments([text]).allowsMissingSymbols == mayBeMissing)
  }

  @Test func `entries of a list and the next level`() {
    let arguments = LinkerArguments(["$(inherited)", "-framework", "Log"])
    #expect(arguments.inherits)
    #expect(arguments.linked.map(\.name) == ["Log"])
    #expect(!LinkerArguments(["-framework Log"]).inherits)
  }
}
