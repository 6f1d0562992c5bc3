import Diagnostics
import Testing

@testable import Projects

@Suite struct LinkerArgumentsTests {
  private func parsed(_ text: String) -> LinkerArguments {
    LinkerArguments(text, at: FileID(index: 0).firstLine)
  }

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
    ("Libs/libLog.dylib $(SDKROOT)/usr/lib/libMap.tbd", ["Log library", "Map library"]),
    ("Log.swiftmodule Info.plist -sectcreate __TEXT __info_plist Log.dylib.plist", []),
    ("-Wl,-framework,Log", ["Log framework"]),
    ("-Xlinker -framework -Xlinker Log", ["Log framework"]),
    ("-framework $(NAME)", []),
    ("-framework", []),
    ("-l", []),
    ("-force_load -ObjC", []),
  ]

  @Test(arguments: values)
  func `what is linked`(_ text: String, _ linked: [String]) {
    let arguments = parsed(text)
    let found = arguments.linked.map { "\($0.name) \($0.form)\($0.isWeak ? " weak" : "")" }
    #expect(found == linked)
  }

  @Test(arguments: [
    ("-upward_framework Log -lazy_framework Map", ["Log", "Map"]),
    ("-merge_framework Log -no_merge_framework Map -delay_framework Tide", ["Log", "Map", "Tide"]),
    ("-upward-lLog -lazy-lMap -Wl,-merge-lTide", ["Log", "Map", "Tide"]),
    ("-upward_library Libs/libLog.dylib -Wl,-merge_library,libMap.a", ["Log", "Map"]),
    ("-Xlinker -upward_framework -Xlinker Log", ["Log"]),
    ("$(BUILT_PRODUCTS_DIR)/Log.framework/Log Map.framework/Versions/A/Map", ["Log", "Map"]),
    ("-install_name @rpath/Log.framework/Log -Wl,-rpath,Map.framework/Map", []),
    ("Log.framework/Resources/Map -upward_framework $(NAME) -upward-l -lazy_framework", []),
  ])
  func `what is named besides`(_ text: String, _ named: [String]) {
    let arguments = parsed(text)
    #expect(arguments.named == named)
    #expect(arguments.linked.isEmpty)
  }

  @Test(arguments: [
    ("-undefined dynamic_lookup", true), ("-Wl,-undefined,dynamic_lookup", true),
    ("-Xlinker -undefined -Xlinker dynamic_lookup", true), ("-undefined error", false),
    ("dynamic_lookup", false), ("-undefined", false),
  ])
  func `symbols that may be missing`(_ text: String, _ mayBeMissing: Bool) {
    #expect(parsed(text).allowsMissingSymbols == mayBeMissing)
  }

  @Test func `options of the next level`() {
    let arguments = parsed("$(inherited) -framework Log")
    #expect(arguments.inherits)
    #expect(arguments.linked.map(\.name) == ["Log"])
    #expect(!parsed("-framework Log").inherits)
  }
}
