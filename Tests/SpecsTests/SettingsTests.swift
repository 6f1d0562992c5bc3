import Files
import Graph
import Projects
import TestSupport
import Testing

@Suite struct SettingsTests {
  /// The linkage of target `T`: as XcodeGen takes it, as another project does, and as it is built.
  static func linkages(
    _ settings: String, type: String = "framework", _ rest: String = "",
    files: [String: String] = [:]
  ) throws -> [Linkage] {
    var files = files
    files["project.yml"] =
      "name: P\ntargets: {T: {type: \(type), platform: iOS, \(settings)}}\n" + rest
    let resolved = Resolved(.init(files))
    #expect(resolved.errors == [])
    let target = try resolved.target("T")
    return [target.linkage, target.generatedLinkage, target.builtLinkage]
  }

  static let own: [(settings: String, linkages: [Linkage])] = [
    ("", [.dynamic, .dynamic, .dynamic]),
    ("settings: {MACH_O_TYPE: staticlib}", [.static, .static, .static]),
    ("settings: {base: {MACH_O_TYPE: staticlib}}", [.static, .static, .static]),
    ("settings: {base: {MACH_O_TYPE: mh_dylib}}", [.dynamic, .dynamic, .dynamic]),
    // Flat keys beside one of the three do not count.
    ("settings: {base: {}, MACH_O_TYPE: staticlib}", [.dynamic, .dynamic, .dynamic]),
    ("settings: {configs: {}, MACH_O_TYPE: staticlib}", [.dynamic, .dynamic, .dynamic]),
    ("settings: {groups: [], MACH_O_TYPE: staticlib}", [.dynamic, .dynamic, .dynamic]),
    ("settings: {presets: [], MACH_O_TYPE: staticlib}", [.static, .static, .static]),
    ("settings: {MACH_O_TYPE: StaticLib}", [.dynamic, .dynamic, .unknown]),
    ("settings: {'MACH_O_TYPE[sdk=iphoneos*]': staticlib}", [.dynamic, .dynamic, .unknown]),
    ("settings: {'MACH_O_TYPE[sdk=iphoneos*]': mh_dylib}", [.dynamic, .dynamic, .unknown]),
    (
      "settings: {MACH_O_TYPE: staticlib, 'MACH_O_TYPE[config=Debug]': mh_object}",
      [.static, .static, .unknown]
    ),
    (
      "settings: {MACH_O_TYPE: staticlib, 'MACH_O_TYPE[arch=*]': $(KIND)}",
      [.static, .static, .unknown]
    ),
    // Configurations: the default one is Debug.
    ("settings: {configs: {Debug: {MACH_O_TYPE: staticlib}}}", [.dynamic, .static, .unknown]),
    ("settings: {configs: {debug: {MACH_O_TYPE: staticlib}}}", [.dynamic, .static, .unknown]),
    ("settings: {configs: {Release: {MACH_O_TYPE: staticlib}}}", [.dynamic, .dynamic, .unknown]),
    ("settings: {configs: {e: {MACH_O_TYPE: staticlib}}}", [.dynamic, .static, .static]),
    (
      "settings: {base: {MACH_O_TYPE: staticlib}, configs: {e: {MACH_O_TYPE: mh_dylib}}}",
      [.static, .dynamic, .dynamic]
    ),
    ("settings: text", [.dynamic, .dynamic, .dynamic]),
    ("settings: ", [.dynamic, .dynamic, .dynamic]),
  ]

  @Test(arguments: own)
  func ownSettings(_ settings: String, _ linkages: [Linkage]) throws {
    #expect(try Self.linkages(settings) == linkages)
  }

  /// XcodeGen looks for text; Xcode gets the entries with blanks between them.
  @Test(arguments: [("[staticlib]", Linkage.static), ("[staticlib, mh_dylib]", .unknown)])
  func aListIsTextOnlyToXcode(_ list: String, _ built: Linkage) throws {
    let linkages = try Self.linkages("settings: {MACH_O_TYPE: \(list)}")
    #expect(linkages.first == .dynamic)
    #expect(linkages.last == built)
  }

  @Test func groupsCountOnlyFromOutside() throws {
    let groups = "settingGroups: {A: {groups: [B]}, B: {base: {MACH_O_TYPE: staticlib}}}"
    #expect(try Self.linkages("settings: {groups: [A]}", groups) == [.dynamic, .static, .static])
    let old = groups.replacing("settingGroups", with: "settingPresets")
    #expect(
      try Self.linkages("settings: {base: {}, presets: [A]}", old) == [.dynamic, .static, .static])
    // One group that is no mapping, and there are none.
    let broken = "settingGroups: {A: {MACH_O_TYPE: staticlib}, B: text}"
    #expect(try Self.linkages("settings: {groups: [A]}", broken) == [.dynamic, .dynamic, .dynamic])
  }

  @Test func groupsThatNameEachOtherEnd() throws {
    let groups =
      "settingGroups: {A: {groups: [A, B, B, A]}, B: {groups: [A, B, A, B], base: {MACH_O_TYPE: x}}}"
    #expect(
      try Self.linkages("settings: {groups: [A, A]}", groups) == [.dynamic, .dynamic, .unknown])
  }

  @Test func theDefaultConfigurationIsNamedOrTheFirst() throws {
    let settings = "settings: {configs: {Beta: {MACH_O_TYPE: staticlib}}}"
    let configs = "configs: {Beta: debug, Alpha: release}\n"
    #expect(try Self.linkages(settings, configs)[1] == .dynamic)
    #expect(try Self.linkages(settings, configs + "options: {defaultConfig: Beta}")[1] == .static)
    #expect(try Self.linkages(settings, configs + "options: {defaultConfig: None}")[1] == .dynamic)
    // A word that is another configuration's whole name does not count for this one.
    let longer = "configs: {Beta: debug, Beta Two: debug}\noptions: {defaultConfig: Beta Two}"
    #expect(try Self.linkages(settings, longer)[1] == .dynamic)
  }

  @Test func projectSettingsCountOnlyForTheBuild() throws {
    let project = "settings: {MACH_O_TYPE: staticlib}"
    #expect(try Self.linkages("", project) == [.dynamic, .dynamic, .static])
    #expect(
      try Self.linkages("settings: {MACH_O_TYPE: mh_dylib}", project) == [
        .dynamic, .dynamic, .dynamic,
      ])
  }

  @Test func configurationFiles() throws {
    let files = [
      "sub/a.xcconfig": """
      // MACH_O_TYPE = mh_dylib
      #include "b.xcconfig"
      #include? "missing.xcconfig"
      OTHER = x // MACH_O_TYPE
      """,
      "sub/b.xcconfig": "OTHER[sdk=x] = mh_dylib\nMACH_O_TYPE = staticlib; // why\n",
      "c.xcconfig": "MACH_O_TYPE=mh_dylib",
    ]
    let both = "configFiles: {Debug: sub/a.xcconfig, Release: sub/a.xcconfig}"
    #expect(try Self.linkages(both, files: files) == [.dynamic, .dynamic, .static])
    let one = "configFiles: {Debug: sub/a.xcconfig, Release: c.xcconfig}"
    #expect(try Self.linkages(one, files: files)[2] == .unknown)
    #expect(
      try Self.linkages("settings: {MACH_O_TYPE: mh_dylib}, " + both, files: files)[2] == .dynamic)
    // A target's settings, its file, the project's settings, the project's file.
    #expect(try Self.linkages("", both, files: files)[2] == .static)
    let forOneSDK = ["sub/a.xcconfig": "MACH_O_TYPE[sdk=x] = mh_dylib\nMACH_O_TYPE = staticlib\n"]
    #expect(try Self.linkages(both, files: forOneSDK)[2] == .unknown)
    let project = "settings: {MACH_O_TYPE: mh_dylib}\n" + both
    #expect(try Self.linkages("", project, files: files)[2] == .dynamic)
  }

  @Test(arguments: [
    ("framework.static", Linkage.static), ("library.static", .static),
    ("library.dynamic", .dynamic),
    ("xcframework", .static), ("application", .none), ("bundle", .none), ("''", .none),
  ])
  func onlyFrameworksLookAtSettings(_ type: String, _ linkage: Linkage) throws {
    let linkages = try Self.linkages("settings: {MACH_O_TYPE: staticlib}", type: type)
    #expect(linkages[0] == linkage)
    #expect(linkages[1] == linkage)
  }

  @Test func templatesMergeRawSettings() throws {
    let resolved = Resolved(
      """
      targetTemplates:
        Flat: {type: framework, platform: iOS, settings: {MACH_O_TYPE: staticlib}}
        Base: {type: framework, platform: iOS, settings: {base: {MACH_O_TYPE: staticlib}}}
      targets:
        A: {templates: [Flat], settings: {base: {X: 1}}}
        B: {templates: [Base], settings: {X: 1}}
        C: {templates: [Flat], settings: {X: 1}}
      """)
    #expect(
      try ["A", "B", "C"].map { try resolved.target($0).linkage } == [.dynamic, .static, .static])
  }

  @Test func testHosts() throws {
    func hosts(_ settings: String) throws -> [Target.TestHost]? {
      try Resolved("targets: {T: {type: bundle.unit-test, platform: iOS, settings: {\(settings)}}}")
        .target("T").details.linkSettings?.values.map(\.testHost)
    }
    #expect(try hosts("X: 1") == nil)
    #expect(try hosts("TEST_HOST: ''") == [.noneOrUnknown])
    #expect(try hosts("TEST_HOST: $(OTHER)") == [.noneOrUnknown])
    let app = "TEST_HOST: $(BUILT_PRODUCTS_DIR)/App.app/App"
    let other = "TEST_HOST: $(BUILT_PRODUCTS_DIR)/Other.app/Other"
    #expect(try hosts(app) == [.product("App")])
    // A configuration that does not say it has what follows from the dependencies.
    #expect(try hosts("configs: {Debug: {\(app)}}") == [.product("App"), .unset])
    #expect(try hosts("configs: {Debug: {\(app)}, Release: {\(app)}}") == [.product("App")])
    #expect(
      try hosts("configs: {Debug: {\(app)}, Release: {\(other)}}")
        == [.product("App"), .product("Other")])
  }

  @Test func productNames() throws {
    let table: [(String, String?)] = [
      ("PRODUCT_NAME: Kit", "Kit"), ("PRODUCT_NAME: $(TARGET_NAME)Core", "TCore"),
      ("PRODUCT_NAME: '${TARGET_NAME}'", "T"), ("PRODUCT_NAME: $(OTHER)", nil), ("X: 1", nil),
      ("configs: {Debug: {PRODUCT_NAME: A}}", nil), ("PRODUCT_NAME: ''", nil),
      ("BASE: My, PRODUCT_NAME: $(BASE)Kit", "MyKit"),
      ("PRODUCT_NAME: A, 'PRODUCT_NAME[sdk=iphoneos*]': B", nil),
    ]
    for (settings, name) in table {
      let resolved = Resolved(
        "targets: {T: {type: framework, platform: iOS, settings: {\(settings)}}}")
      let built = try resolved.target("T").builtProductName
      #expect(built == name, "\(settings)")
    }
  }
}
