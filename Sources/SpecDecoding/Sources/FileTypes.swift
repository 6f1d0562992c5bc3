/// The file types of XcodeGen and its library XcodeProj, by extension.
enum FileTypes {
  /// The build phases by extension, for those that XcodeGen defines; a folder with one of these is
  /// one file.
  static let phases: [String: SourceFile.Phase] = {
    var phases: [String: SourceFile.Phase] = [
      "framework": .frameworks, "xpc": .copyFiles, "mlmodelc": .resources,
    ]
    for (endings, phase) in phaseLists {
      for ending in endings.split(separator: " ") { phases[String(ending)] = phase }
    }
    return phases
  }()

  private static let phaseLists: [(String, SourceFile.Phase)] = [
    (
      """
      swift gyb m mm cpp cp cxx c cc S xcdatamodeld xcmappingmodel intentdefinition metal mlmodel \
      mlpackage rcproject iig docc
      """, .sources
    ),
    ("h hh hpp ipp tpp hxx def", .headers),
    ("bundle xcassets storekit xcstrings", .resources),
    ("xcconfig entitlements gpx lproj xcfilelist apns pch xctestplan", .none),
  ]

  static func phase(of ending: String) -> SourceFile.Phase {
    // Most files are Swift, which needs no lookup.
    ending == "swift" ? .sources : phases[ending] ?? phase(ofUnknown: ending)
  }

  /// Returns the phase of a file with an extension that XcodeGen does not define.
  static func phase(ofUnknown ending: String) -> SourceFile.Phase {
    ending == "modulemap" || ending == "swiftcrossimport" ? .none : .resources
  }

  /// Whether a folder with this extension is one file.
  static func isWrapper(_ ending: String?) -> Bool {
    guard let ending else { return false }
    return phases[ending] != nil || known.contains(ending)
  }

  /// Other extensions that XcodeProj defines; a folder with one of these is one file as well.
  static let known = Set(
    """
    1 C H M a ada adb ads aiff air apinotes app appex applescript archivingdescription \
    asdictionary asm atlas au avi bazel bin bmp bzl c++ cdda cl class classdescription \
    classdescriptions clp csh css ctrl d dSYM dae defs dext dict dsym dtd dylan dylib ear eval exp \
    f f77 f90 f95 for frag fragment fs fsh geom geometry gif gmk gs gsh gz h++ hp hqx htm html \
    htmld icns ico icon iconset i ii imagecatalog inc instrdst instrpkg jam jar java javascript \
    jpeg jpg js jscript json jsp kext l lid ll llx lm lmm lp lpp lxx mak make map markdown md \
    mdimporter mdown metallib mi mid midi mig mii mlkitmodel modulemap moov mov mp3 mpeg mpg mpkg \
    nasm nib nib~ nqc o octest otf p pas pbfilespec pblangspec pbxproj pch++ pct pdf perl php php3 \
    php4 phtml pict pkg pl playground plist pluginkit pm png pp ppob proto py qtz r rb rbw rcx rez \
    rhtml rsrc rtf rtfd s scnassets scncache scnp scriptSuite scriptTerminology sh shtml sit sks \
    skybox sqlite storyboard storyboardc strings stringsdict swiftcrossimport systemextension tar \
    tbd tcc text tif tiff ttf txt uicatalog usdz vert vertex view vs vsh war wav worksheet \
    xcbuildrules xcclassmodel xcdatamodel xcframework xclangspec xcode xcodeproj xconf \
    xcplaygroundpage xcspec xcstickers xcsynspec xctarget xctest xctxtmacro xcworkspace xhtml xib \
    xmap xml xsl xslt xsp y yaml yml ym ymm yp ypp yxx zip
    """.split(separator: " ").map(String.init))
}
