import Diagnostics
import Graph
import Projects
import TestSupport
import Testing

@testable import XcodeProjects

@Suite struct ProjectReaderTests {
  static let museum = project(
    """
    A = { isa = PBXNativeTarget; name = Museum; productType = "com.apple.product-type.application";
      productReference = AP; buildPhases = (F, E); dependencies = (D); };
    K = { isa = PBXNativeTarget; name = Exhibits; productType = "com.apple.product-type.framework";
      productReference = KP; };
    AP = { isa = PBXFileReference; path = Museum.app; sourceTree = BUILT_PRODUCTS_DIR; };
    KP = { isa = PBXFileReference; path = Exhibits.framework; sourceTree = BUILT_PRODUCTS_DIR; };
    F = { isa = PBXFrameworksBuildPhase; files = (B1, B3); };
    E = { isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = 10; files = (B2); };
    B1 = { isa = PBXBuildFile; fileRef = KP; settings = { ATTRIBUTES = (Weak); };
      platformFilters = (ios, macos); };
    B2 = { isa = PBXBuildFile; fileRef = KP; };
    B3 = { isa = PBXBuildFile; fileRef = Z; };
    Z = { isa = PBXFileReference; path = usr/lib/libz.tbd; sourceTree = SDKROOT; };
    D = { isa = PBXTargetDependency; target = K; };
    """, targets: "A, K")

  static func project(_ objects: String, targets: String, settings: String = "") -> String {
    """
    // !$*UTF8*$!
    { objects = {
    P = { isa = PBXProject; mainGroup = G; targets = (\(targets)); buildConfigurationList = PL; };
    PL = { isa = XCConfigurationList; buildConfigurations = (PC); };
    PC = { isa = XCBuildConfiguration; name = Release;
      buildSettings = { SDKROOT = iphoneos; \(settings) }; };
    \(objects)
    }; rootObject = P; }

    """
  }

  private func read(
    _ text: String, _ files: [String: String] = [:], ignored: String? = nil
  ) throws -> XcodeProject {
    let tree = MemoryTree(files.merging(["a/A.xcodeproj/project.pbxproj": text]) { $1 })
    var reader = XcodeProjectReader(in: tree) { $0 == ignored }
    return try reader.read("a/A.xcodeproj", file: FileID(index: 0))
  }

  private func links(of name: String, in project: XcodeProject) throws -> [Dependency] {
    let targets = project.project(among: [:], folders: []).targets
    return try #require(targets.first { $0.name == name }).dependencies
  }

  /// A phase is part of the first target that lists it, or many targets times many files would be
  /// read.
  @Test func phasesBelongToOneTarget() throws {
    let project = try read(
      Self.project(
        """
        A = { isa = PBXNativeTarget; name = A; buildPhases = (S, S); };
        B = { isa = PBXNativeTarget; name = B; buildPhases = (S); };
        S = { isa = PBXSourcesBuildPhase; files = (F); };
        F = { isa = PBXBuildFile; fileRef = R; };
        R = { isa = PBXFileReference; path = a.swift; sourceTree = SOURCE_ROOT; };
        """, targets: "A, B"))
    #expect(project.targets.map(\.sources.code) == [["a/a.swift"], []])
  }

  @Test func readsTargetsAndLinks() throws {
    let project = try read(Self.museum)
    #expect(project.project.name == "A")
    #expect(project.project.folder == "a")
    #expect(project.targets.map(\.target.name) == ["Museum", "Exhibits"])
    #expect(project.targets.map(\.target.linkage) == [.none, .dynamic])
    let links = try links(of: "Museum", in: project)
    #expect(links.map(\.reference) == [.target("Exhibits"), .system("libz.tbd")])
    #expect(
      links[0].flags == [.link, .linkDeclared, .embed, .embedDeclared, .weak, .copied])
    // The copy has no filter.
    #expect(links[0].platforms == .all)
    #expect(links[0].location.start.line == 15)
  }

  /// Settings of a target in two configurations, over a configuration file and the project.
  private func settings(
    _ debug: String, _ release: String, file: String = "", project: String = ""
  ) throws -> Target {
    let text = Self.project(
      """
      T = { isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework";
        buildConfigurationList = TL; };
      TL = { isa = XCConfigurationList; buildConfigurations = (D, R); };
      D = { isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = C;
        buildSettings = { \(debug) }; };
      R = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(release) }; };
      C = { isa = PBXFileReference; path = Kit.xcconfig; sourceTree = "<group>"; };
      """, targets: "T", settings: project)
    return try read(text, ["a/Kit.xcconfig": file, "a/x.xcconfig": "#include \"Kit.xcconfig\"\n"])
      .targets[0].target
  }

  @Test func settlesLinkage() throws {
    #expect(try settings("MACH_O_TYPE = staticlib;", "MACH_O_TYPE = staticlib;").linkage == .static)
    #expect(try settings("MACH_O_TYPE = staticlib;", "").linkage == .unknown)
    #expect(try settings("", "", project: "MACH_O_TYPE = staticlib;").linkage == .static)
    #expect(
      try settings("", "MACH_O_TYPE = mh_dylib;", file: "MACH_O_TYPE = mh_dylib // why").linkage
        == .dynamic)
    #expect(
      try settings("\"MACH_O_TYPE[sdk=iphoneos*]\" = staticlib;", "").linkage == .unknown)
  }

  @Test func expandsSettings() throws {
    let name = "PRODUCT_NAME = \"$(PREFIX)$(TARGET_NAME)\"; PREFIX = My;"
    #expect(try settings(name, name).builtProductName == "MyKit")
    #expect(try settings("", "").builtProductName == "Kit")
    #expect(try settings("PRODUCT_NAME = \"$(UNKNOWN)\";", "").builtProductName == nil)
    let own = "PRODUCT_NAME = \"$(inherited)2\";"
    #expect(try settings(own, own, project: "PRODUCT_NAME = Base;").builtProductName == "Base2")
    // Settings that refer to each other, and configuration files that include each other.
    let circle = "PRODUCT_NAME = \"$(A)$(A)\"; A = \"$(B)$(B)\"; B = \"$(A)$(A)\";"
    #expect(try settings(circle, circle).builtProductName == nil)
    #expect(
      try settings("", "", file: "#include \"x.xcconfig\"\nPRODUCT_NAME = Kit\n").builtProductName
        == "Kit")
  }

  /// A missing file leaves what other levels say; what it alone could say is unknown, unless git
  /// ignores it.
  @Test func distrustsMissingConfigurationFiles() throws {
    let text = Self.project(
      """
      T = { isa = PBXNativeTarget; name = Kit; productType = "com.apple.product-type.framework";
        buildConfigurationList = TL; };
      TL = { isa = XCConfigurationList; buildConfigurations = (D, R); };
      D = { isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = C;
        buildSettings = { PRODUCT_NAME = Own; }; };
      C = { isa = PBXFileReference; path = "FOLDER/Kit.xcconfig"; sourceTree = "<group>"; };
      """, targets: "T", settings: "MACH_O_TYPE = staticlib;")
    let missing = try read(text)
    #expect(missing.targets[0].target.linkage == .static)
    #expect(missing.targets[0].target.platform == .iOS)
    #expect(missing.targets[0].target.builtProductName == "Own")
    #expect(missing.missingFiles == ["a/FOLDER/Kit.xcconfig"])
    let unset = text.split(separator: "MACH_O_TYPE = staticlib;").joined()
    #expect(try read(unset).targets[0].target.linkage == .unknown)
    let pods = try read(unset.split(separator: "FOLDER").joined(separator: "Pods"))
    #expect(pods.targets[0].target.linkage == .dynamic)
    #expect(pods.missingFiles.isEmpty)
    let file = ["a/FOLDER/Kit.xcconfig": "MACH_O_TYPE = staticlib\n"]
    #expect(try read(unset, file).targets[0].target.linkage == .static)
    #expect(try read(unset, file, ignored: file.keys.first).targets[0].target.linkage == .dynamic)
  }

  @Test(arguments: [
    ("$(BUILT_PRODUCTS_DIR)/Hall.app/Hall", "Hall"),
    ("$(BUILT_PRODUCTS_DIR)/My Hall.app/$(BUNDLE_EXECUTABLE_FOLDER_PATH)/My Hall", "My Hall"),
    ("$(BUILT_PRODUCTS_DIR)/$(HALL).app/Contents/MacOS/$(HALL)", "Great Hall"),
    ("$(BUNDLE_LOADER)", "Loader"), ("$(SOMETHING)", nil), ("", nil),
  ])
  func readsTestHosts(_ setting: String, _ app: String?) throws {
    let text = Self.project(
      """
      T = { isa = PBXNativeTarget; name = Tests; buildConfigurationList = TL;
        productType = "com.apple.product-type.bundle.unit-test"; };
      TL = { isa = XCConfigurationList; buildConfigurations = (D, R); };
      D = { isa = XCBuildConfiguration; name = Debug;
        buildSettings = { TEST_HOST = "\(setting)"; HALL = "Great Hall";
        BUNDLE_LOADER = "$(TARGET_BUILD_DIR)/Loader.app/Loader"; }; };
      R = { isa = XCBuildConfiguration; name = Release; buildSettings = {}; };
      """, targets: "T")
    let settings = try read(text).targets[0].target.details.linkSettings
    #expect(settings?.values.first?.testHost == app.map { .product($0) } ?? .noneOrUnknown)
  }

  @Test(arguments: [
    ("dstSubfolderSpec = 10", false), ("dstSubfolder = Frameworks", false),
    ("dstSubfolderSpec = 13", true), ("dstSubfolder = PlugIns", true),
    ("dstSubfolder = Wrapper; dstPath = \"Contents/Frameworks\"", false),
  ])
  func readsDestinationsOfCopies(_ keys: String, _ isElsewhere: Bool) throws {
    let text = Self.museum.split(separator: "dstSubfolderSpec = 10").joined(separator: keys)
    let link = try links(of: "Museum", in: try read(text))[0]
    #expect(link.flags.contains(.embed))
    #expect(link.flags.contains(.copiedElsewhere) == isElsewhere)
  }

  /// Targets that share a group and exception sets that are named again and again cost no more than
  /// the file.
  @Test func takesEachObjectOnce() throws {
    let files = (0..<200).map { "F\($0)" }.joined(separator: ",")
    let objects = (0..<200).map { number in
      """
      T\(number) = { isa = PBXNativeTarget; name = T\(number); buildPhases = (R\(number), R\(number));
        fileSystemSynchronizedGroups = (S, S, S); };
      R\(number) = { isa = PBXResourcesBuildPhase; files = (B\(number), B\(number)); };
      B\(number) = { isa = PBXBuildFile; fileRef = V; };
      F\(number) = { isa = PBXFileReference; path = "\(String(repeating: "f", count: 200))\(number)"; };
      """
    }
    let project = try read(
      Self.project(
        """
        \(objects.joined(separator: "\n"))
        V = { isa = PBXVariantGroup; children = (\(files)); };
        S = { isa = PBXFileSystemSynchronizedRootGroup; path = s; exceptions = (E, E, E); };
        E = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T0;
          membershipExceptions = (a.c, b.c); };
        """, targets: (0..<200).map { "T\($0)" }.joined(separator: ",")))
    #expect(project.targets[0].sources.resources.count == 200)
    #expect(project.targets[0].sources.folders.map(\.exceptions) == [["a.c", "b.c"]])
    #expect(project.targets[199].sources.resources.isEmpty)
    #expect(project.targets[199].sources.isIncomplete)
  }

  @Test func readsPlatforms() throws {
    let both = "SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator macosx\";"
    let target = try settings(both, both)
    #expect(target.platform == .auto)
    #expect(target.platforms == [.iOS, .macCatalyst, .macOS])
    #expect(try settings("", "").platform == .iOS)
  }

  @Test func readsExceptionsByTargetAndPhase() throws {
    let project = try read(
      Self.project(
        """
        G = { isa = PBXGroup; children = (R); sourceTree = "<group>"; };
        R = { isa = PBXFileSystemSynchronizedRootGroup; path = src; exceptions = (X1, X2, X3, X4);
          sourceTree = "<group>"; };
        X1 = { isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T;
          membershipExceptions = (Info.plist); };
        X2 = { isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; buildPhase = TE;
          membershipExceptions = (Lib/Rope.framework); };
        X3 = { isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; buildPhase = KS;
          membershipExceptions = (shared.swift); };
        X4 = { isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; buildPhase = TR;
          membershipExceptions = (template.swift); };
        T = { isa = PBXNativeTarget; name = T; buildPhases = (TE, TR);
          fileSystemSynchronizedGroups = (R); };
        TE = { isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = 10; };
        TR = { isa = PBXResourcesBuildPhase; };
        K = { isa = PBXNativeTarget; name = K; buildPhases = (KS); };
        KS = { isa = PBXSourcesBuildPhase; };
        """, targets: "T, K"))
    let (own, other) = (project.targets[0], project.targets[1])
    #expect(own.sources.folders.map(\.path) == ["a/src"])
    #expect(
      own.sources.folders[0].excluded
        == ["a/src/Info.plist", "a/src/Lib/Rope.framework", "a/src/template.swift"])
    #expect(own.sources.resources == ["a/src/template.swift"])
    #expect(own.dependencies.map(\.destination) == [.file("a/src/Lib/Rope.framework")])
    #expect(own.dependencies.allSatisfy { $0.flags == [.embed, .copied] })
    #expect(other.sources.code == ["a/src/shared.swift"])
    #expect(other.sources.folders.isEmpty)
  }

  @Test func readsListsOfScriptInputs() throws {
    let project = try read(
      Self.project(
        """
        T = { isa = PBXNativeTarget; name = T; buildPhases = (S); };
        S = { isa = PBXShellScriptBuildPhase; shellScript = "carthage copy-frameworks";
          inputPaths = ("$(SRCROOT)/C/One.framework");
          inputFileListPaths = ("$(SRCROOT)/in.xcfilelist", "$(SRCROOT)/../../none.xcfilelist"); };
        """, targets: "T"),
      ["a/in.xcfilelist": "# frameworks\n$(SRCROOT)/C/Two.framework\r\nREADME\n"])
    #expect(
      project.targets[0].dependencies.map(\.destination)
        == [.file("a/C/One.framework"), .file("a/C/Two.framework")])
  }

  @Test func survivesCirclesOfGroups() throws {
    let project = try read(
      Self.project(
        """
        T = { isa = PBXNativeTarget; name = T; buildPhases = (S); };
        S = { isa = PBXSourcesBuildPhase; files = (B); };
        B = { isa = PBXBuildFile; fileRef = F; };
        F = { isa = PBXFileReference; path = a.swift; sourceTree = "<group>"; };
        G = { isa = PBXGroup; path = g; children = (H, F); sourceTree = "<group>"; };
        H = { isa = PBXGroup; path = h; children = (G); sourceTree = "<group>"; };
        """, targets: "T"))
    #expect(project.targets[0].sources.isIncomplete)
  }

  /// Whatever the objects refer to, the project is read, and its targets have places in it.
  @Test func survivesRandomReferences() throws {
    var random = SplitMix64(state: 11)
    for _ in 0..<400 {
      let text = RandomXcodeProject.text(using: &random)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      for target in try read(text).targets {
        let places = [target.target.location] + target.dependencies.map(\.location)
        #expect(places.allSatisfy { $0.start <= $0.end && $0.end.line <= lines }, "\(text)")
      }
    }
  }

  @Test(arguments: ["", "{}", "{ objects = {}; rootObject = P; }", "{ objects = (); }", "()", "a"])
  func refuses(_ text: String) {
    #expect {
      try read(text)
    } throws: {
      ($0 as? InvalidProject)?.findings.map(\.rule) == [.invalidProject]
    }
  }

  @Test func readsAnEmptyProject() throws {
    #expect(try read(Self.project("", targets: "")).targets.isEmpty)
  }
}
