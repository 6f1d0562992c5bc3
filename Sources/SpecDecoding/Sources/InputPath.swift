internal import Paths

/// A path in a list of inputs or in a setting, which may contain build settings and wildcards.
struct InputPath {
  /// The path itself, or the last folder before an unknown part, relative to the root.
  public private(set) var folder: String
  /// The text after the last unknown part.
  private(set) var ending = ""
  /// Whether no part is unknown.
  private(set) var isExact = true

  /// The placeholder for a setting with an unknown value.
  private static let unknown: Character = "\0"

  /// Parses a path; returns `nil` for a path to build products or into Xcode.
  ///
  /// - Parameters:
  ///   - text: The path in the spec.
  ///   - target: The name of the target.
  ///   - base: The folder that paths of the spec are relative to; `.` for the root.
  init?(_ text: String, of target: String, in base: String) {
    guard let path = Self.expand(text, target), !path.isEmpty else { return nil }
    // A leading setting may be any folder.
    let base = path.first == Self.unknown ? "." : base
    let parts = Path.components(of: path)
    let known = parts.prefix { !$0.contains(where: Self.isUnknown) }
    let start = (Path.isAbsolute(path) ? "/" : "") + Path.joined(known)
    folder = Path.normalized(Path.join(base, start))
    guard known.count < parts.count else { return }
    isExact = false
    let rest = parts[known.count...]
    guard !rest.contains("..") else { return }
    let whole = "/" + Path.joined(rest)
    if let last = whole.lastIndex(where: Self.isUnknown) {
      ending = String(whole[whole.index(after: last)...])
    }
  }

  private static func isUnknown(_ character: Character) -> Bool {
    character == unknown || "*?[]{}".contains(character)
  }

  /// Returns a text with its known settings replaced.
  private static func expand(_ text: String, _ target: String) -> String? {
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      result += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      guard let open = rest.first, open == "(" || open == "{",
        let close = rest.firstIndex(of: open == "(" ? ")" : "}")
      else {
        result += "$"
        continue
      }
      let name = rest[rest.index(after: rest.startIndex)..<close].prefix { $0 != ":" }
      rest = rest[rest.index(after: close)...]
      switch name {
      case "SRCROOT", "SOURCE_ROOT", "PROJECT_DIR": result += "."
      case "TARGET_NAME", "TARGETNAME": result += target
      case "inherited": break
      case _ where isMadeByBuild(name): return nil
      default: result.append(unknown)
      }
    }
    return result + rest
  }

  /// Whether a setting is a path to build products, to build folders, or into Xcode.
  static func isMadeByBuild(_ name: Substring) -> Bool {
    if buildSettings.contains(String(name)) { return true }
    return [
      "_FOLDER_PATH", "_BUILD_DIR", "_PRODUCTS_DIR", "_TEMP_DIR", "_TEMP_ROOT", "_FILE_DIR",
      "_FILES_DIR", "_CACHE_DIR", "_CACHE_ROOT", "_DERIVED_DIR",
    ].contains { name.hasSuffix($0) } || name.hasPrefix("DERIVED_") || name.hasPrefix("DWARF_")
      || name.hasPrefix("OBJECT_FILE_DIR") || name.hasPrefix("SYSTEM_")
  }

  private static let buildSettings: Set<String> = [
    "ARCHIVE_PATH", "ARCHIVE_PRODUCTS_PATH", "BUILD_DIR", "BUILD_ROOT", "BUILT_PRODUCTS_DIR",
    "CACHE_ROOT", "CCHROOT", "CODESIGNING_FOLDER_PATH", "CONTENTS_FOLDER_PATH", "DEVELOPER_DIR",
    "DSTROOT", "EXECUTABLE_PATH", "HOME", "INDEX_DATA_STORE_DIR", "INFOPLIST_PATH",
    "INFOSTRINGS_PATH", "INSTALL_DIR", "INSTALL_PATH", "INSTALL_ROOT", "LD_MAP_FILE_PATH",
    "LINK_FILE_LIST", "MODULE_CACHE_DIR", "MODULES_FOLDER_PATH", "OBJROOT", "PACKAGE_CONFIGURATION",
    "PKGINFO_PATH", "PLATFORM_DIR", "PRECOMPS_DIR", "SDKROOT", "SDK_DIR", "SHARED_PRECOMPS_DIR",
    "SYMROOT", "TEMP_DIR", "TEMP_ROOT", "TOOLCHAIN_DIR", "TOOLCHAINS", "VERSIONPLIST_PATH",
  ]
}
