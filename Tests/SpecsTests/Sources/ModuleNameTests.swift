import Files
import SpecDecoding
import SpecReading
import TestSupport
import Testing

/// What the module of a target is called, its bridging header, and whether it writes sources of its own.
@Suite struct ModuleNameTests {
  private func read(
    _ target: String, named name: String = "T", project: String = "", files: [String: String] = [:]
  ) -> TargetSources? {
    var tree = files
    tree["app/project.yml"] = """
      name: P
      \(project)
      targets:
        \(name): {type: framework, platform: iOS\(target.isEmpty ? "" : ", " + target)}
      """
    var reader = SpecReader(source: MemoryTree(tree), options: .init())
    return reader.targetSources(in: "app/project.yml", folder: "app").first
  }

  private func module(
    _ target: String, named name: String = "T", project: String = "", files: [String: String] = [:]
  ) -> String? { read(target, named: name, project: project, files: files)?.moduleName }

  @Test func isTheTargetsName() {
    #expect(module("") == "T")
    #expect(module("name: U") == "U")
    #expect(module("productName: Other") == "T")
    #expect(module("", named: "My-Kit 2") == "My_Kit_2")
    #expect(module("", named: "3D") == "_D")
    #expect(module("", named: "Küche") == "Küche")
  }

  @Test func settings() {
    #expect(module("settings: {PRODUCT_NAME: A-B}") == "A_B")
    #expect(module("settings: {PRODUCT_NAME: A, PRODUCT_MODULE_NAME: M}") == "M")
    #expect(module("settings: {PRODUCT_MODULE_NAME: $(TARGET_NAME)Kit}") == "TKit")
    #expect(
      module("settings: {PRODUCT_NAME: A, PRODUCT_MODULE_NAME: \"${PRODUCT_NAME}X\"}") == "AX")
    #expect(
      module(
        "settings: {PRODUCT_NAME: A-B, PRODUCT_MODULE_NAME: \"$(PRODUCT_NAME:c99extidentifier)\"}")
        == "A_B")
    #expect(module("settings: {PRODUCT_NAME: $(TARGET_NAME)}") == "T")
    #expect(module("settings: {PRODUCT_NAME: $(OTHER)}") == nil)
    #expect(module("settings: {PRODUCT_MODULE_NAME: $(OTHER)}") == nil)
    #expect(module("settings: {PRODUCT_MODULE_NAME: ''}") == "T")
    // What the product is called matters only to a name that says so.
    #expect(module("settings: {PRODUCT_NAME: A$(X), PRODUCT_MODULE_NAME: M}") == "M")
    #expect(module("settings: {PRODUCT_NAME: A$(X), PRODUCT_MODULE_NAME: ''}") == nil)
    #expect(module("settings: {PRODUCT_NAME: A$(X), PRODUCT_MODULE_NAME: $(inherited)}") == nil)
    #expect(module("settings: {PRODUCT_NAME: A$(X), PRODUCT_MODULE_NAME: $(TARGET_NAME)M}") == "TM")
    #expect(
      module("settings: {PRODUCT_NAME: A$(X), PRODUCT_MODULE_NAME: \"$(PRODUCT_NAME:identifier)\"}")
        == nil)
    #expect(module("settings: {\"PRODUCT_MODULE_NAME[sdk=iphoneos*]\": M}") == nil)
  }

  @Test func configurations() {
    #expect(module("settings: {configs: {Debug: {PRODUCT_NAME: A}}}") == nil)
    #expect(
      module("settings: {configs: {Debug: {PRODUCT_NAME: A}, Release: {PRODUCT_NAME: A}}}") == "A")
    #expect(
      module("settings: {base: {PRODUCT_NAME: B}, configs: {debug: {PRODUCT_NAME: B}}}") == "B")
    // A name of its own makes what the product is called not matter.
    #expect(
      module("settings: {base: {PRODUCT_MODULE_NAME: M}, configs: {Debug: {PRODUCT_NAME: A}}}")
        == "M")
  }

  @Test func levels() {
    #expect(module("", project: "settings: {PRODUCT_NAME: A}") == "A")
    #expect(module("settings: {PRODUCT_NAME: B}", project: "settings: {PRODUCT_NAME: A}") == "B")
    #expect(
      module("settings: {groups: [g]}", project: "settingGroups: {g: {PRODUCT_MODULE_NAME: M}}")
        == "M")
    let files = [
      "app/a.xcconfig": "#include \"b.xcconfig\"",
      "app/b.xcconfig": "PRODUCT_NAME = X-$(TARGET_NAME)",
    ]
    #expect(module("configFiles: {Debug: a.xcconfig, Release: a.xcconfig}", files: files) == "X_T")
    #expect(module("configFiles: {Debug: a.xcconfig}", files: files) == nil)
    #expect(
      module("", project: "configFiles: {Debug: a.xcconfig, Release: a.xcconfig}", files: files)
        == "X_T")
  }

  /// Several platforms of one target are built by one name.
  @Test func platforms() {
    let tree: MemoryTree = [
      "project.yml": "name: P\ntargets: {K: {type: framework, platform: [iOS, macOS]}}"
    ]
    var reader = SpecReader(source: tree, options: .init())
    let found = reader.targetSources(in: "project.yml", folder: ".")
    #expect(found.map(\.target).sorted() == ["K_iOS", "K_macOS"])
    #expect(found.map(\.moduleName) == ["K", "K"])
  }

  @Test func bridgingHeaders() {
    #expect(read("")?.settingHeaders == [])
    #expect(read("settings: {SWIFT_OBJC_BRIDGING_HEADER: S/B.h}")?.settingHeaders == ["app/S/B.h"])
    #expect(
      read("settings: {SWIFT_OBJC_BRIDGING_HEADER: $(SRCROOT)/../$(TARGET_NAME).h}")?
        .settingHeaders
        == ["T.h"])
    let unknown = read("settings: {SWIFT_OBJC_BRIDGING_HEADER: $(X)/B.h}")
    #expect(unknown?.settingHeaders == [] && unknown?.isIncomplete == true)
    let named = read(
      """
      settings: {PRODUCT_NAME: A-B, PRODUCT_MODULE_NAME: M, GCC_PREFIX_HEADER: $(PRODUCT_NAME).pch, \
      SWIFT_OBJC_BRIDGING_HEADER: "$(SWIFT_MODULE_NAME)/${PRODUCT_MODULE_NAME}.h"}
      """)
    #expect(named?.settingHeaders == ["app/A-B.pch", "app/M/M.h"])
    #expect(named?.isIncomplete == false)
    #expect(
      read(
        "settings: {configs: {Debug: {SWIFT_OBJC_BRIDGING_HEADER: D.h}, Release: {SWIFT_OBJC_BRIDGING_HEADER: R.h}}}"
      )?
      .settingHeaders == ["app/D.h", "app/R.h"])
  }

  private func generates(_ target: String, files: [String: String] = [:]) -> Bool? {
    read(target, files: files)?.mayGenerateSources
  }

  @Test func scriptsThatWriteSources() {
    #expect(generates("") == false)
    #expect(generates("preBuildScripts: [{script: swiftgen config run}]") == true)
    #expect(
      generates("preBuildScripts: [{script: 'echo 1', outputFiles: [$(SRCROOT)/G.swift]}]") == true)
    #expect(generates("preBuildScripts: [{script: 'cat x > Gen/A.swift'}]") == true)
    #expect(generates("preBuildScripts: [{script: 'cat x > \"$OUT/${NAME}.swift\"'}]") == true)
    #expect(generates("preBuildScripts: [{path: gen.sh}]") == true, "nobody can read it")
    #expect(
      generates("preBuildScripts: [{path: gen.sh}]", files: ["app/gen.sh": "sourcery"]) == true)
    #expect(generates("preBuildScripts: [{path: gen.sh}]", files: ["app/gen.sh": "echo"]) == false)
    #expect(
      generates(
        "buildRules: [{filePattern: '*.x', script: gen, outputFiles: [$(DERIVED_FILE_DIR)/$(INPUT_FILE_BASE).swift]}]"
      ) == true)
    #expect(
      generates("postCompileScripts: [{script: swiftlint lint --config .swiftlint.yml}]") == false)
    #expect(
      generates(
        "preBuildScripts: [{script: 'git diff --name-only | grep \"\\.swift$\" | xargs swiftformat'}]"
      ) == false)
    #expect(generates("preBuildScripts: [{script: 'swiftlint lint *.swift'}]") == false)
  }

  @Test func plugInsThatWriteSources() {
    #expect(generates("buildToolPlugins: [{plugin: OpenAPIGenerator, package: X}]") == true)
    #expect(
      generates("buildToolPlugins: [{plugin: SwiftLintBuildToolPlugin, package: X}]") == false)
  }
}
