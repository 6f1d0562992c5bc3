/// A workspace of a few targets, as a person would think of it: what each builds and what it depends on.
///
/// It is written out as specs for modlint to read, and simulated without any of modlint's code.
package struct SimulatedWorkspace {
  package var targets: [SimulatedTarget] = []
  /// Vendored binaries, which rules.yml tells about.
  package var binaries: [SimulatedBinary] = []

  package init() {}

  package func target(_ name: String) -> SimulatedTarget? { targets.first { $0.name == name } }

  func binary(_ name: String) -> SimulatedBinary? { binaries.first { $0.name == name } }
}

/// A vendored framework that is not in the repository.
package struct SimulatedBinary {
  package var name: String
  package var isStatic: Bool
  package var isEmbeddedOtherwise = false
}

package struct SimulatedTarget {
  package var name: String
  package var type: SimulatedType
  package var isMac: Bool
  /// The number of its spec.
  package var spec: Int
  /// `MACH_O_TYPE` by configuration; what is not named has what the type gives.
  package var machOTypes: [String: String] = [:]
  /// Whether it is linked with `-ObjC`.
  package var hasObjCFlag = false
  /// Whether Xcode merges the dynamic libraries that it links into its binary.
  package var mergesLibraries = false
  /// `deploymentTarget`.
  package var minimum: String?
  package var dependencies: [SimulatedDependency] = []
}

package struct SimulatedDependency: Equatable {
  package var name: String
  package var form: Form
  package var link: Bool?
  package var embed: Bool?
  package var isWeak = false
  /// The destination of `copy:`.
  package var copy: String?
  package var platformFilter: String?
  /// The name of the file where it is not `X.framework`.
  package var file: String?

  package enum Form {
    case target
    /// `framework: X.framework` with `implicit: true`.
    case product
    /// `framework: Vendor/X.framework`.
    case binary
    /// `bundle: X.bundle`.
    case bundle
    case package
  }

  package init(_ name: String, _ form: Form) {
    self.name = name
    self.form = form
  }
}

package enum SimulatedType: String, CaseIterable {
  case application
  case clip = "application.on-demand-install-capable"
  case appExtension = "app-extension"
  case service = "xpc-service"
  case tool
  case unitTests = "bundle.unit-test"
  case uiTests = "bundle.ui-testing"
  case framework
  case staticFramework = "framework.static"
  case dynamicLibrary = "library.dynamic"
  case staticLibrary = "library.static"
  /// Compiles something.
  case plugIn = "bundle"
  case resources

  package var isApp: Bool { self == .application || self == .clip }
  package var isTest: Bool { self == .unitTests || self == .uiTests }

  /// Starts a process.
  var isExecutable: Bool {
    switch self {
    case .application, .clip, .appExtension, .service, .tool, .unitTests, .uiTests: true
    default: false
    }
  }

  var isFramework: Bool { self == .framework || self == .staticFramework }

  var isLinkable: Bool {
    switch self {
    case .framework, .staticFramework, .dynamicLibrary, .staticLibrary: true
    default: false
    }
  }

  var isBundle: Bool { self == .plugIn || self == .resources }
}

// As files.
extension SimulatedWorkspace {
  /// The specs and rules.yml, by path.
  package var files: [String: String] {
    var files = ["rules.yml": rules]
    for spec in Set(targets.map(\.spec)) {
      let own = targets.filter { $0.spec == spec }
      var text = "name: P\(spec)\n"
      if own.contains(where: { $0.dependencies.contains { $0.form == .package } }) {
        text += "packages:\n  Kit: { url: https://example.com/kit, from: 1.0.0 }\n"
      }
      files["p\(spec)/project.yml"] = text + "targets:\n" + own.map(\.text).joined()
    }
    return files
  }

  /// All files, to read what a comparison fails on.
  package var text: String {
    files.sorted { $0.key < $1.key }.map { "-- \($0.key) --\n\($0.value)" }.joined()
  }

  private var rules: String {
    var text = """
      version: 1
      rules:
        duplicate-static: { severity: error, hosted-tests: warning, outside-clients: warning }

      """
    if !binaries.isEmpty { text += "externals:\n" }
    for binary in binaries {
      text +=
        "  \(binary.name): { linkage: \(binary.isStatic ? "static" : "dynamic")"
        + (binary.isEmbeddedOtherwise ? ", embedded: true }\n" : " }\n")
    }
    return text
  }
}

extension SimulatedTarget {
  fileprivate var text: String {
    let written = type == .resources ? "bundle" : type.rawValue
    var text = "  \(name):\n    type: \(written)\n    platform: \(isMac ? "macOS" : "iOS")\n"
    if let minimum { text += "    deploymentTarget: \"\(minimum)\"\n" }
    if type == .plugIn { text += "    sources: [{ path: \(name).swift, optional: true }]\n" }
    if !machOTypes.isEmpty || hasObjCFlag || mergesLibraries { text += "    settings:\n" }
    if hasObjCFlag || mergesLibraries {
      text += "      base:\n"
      if hasObjCFlag { text += "        OTHER_LDFLAGS: -ObjC\n" }
      if mergesLibraries { text += "        MERGED_BINARY_TYPE: automatic\n" }
    }
    if !machOTypes.isEmpty {
      text += "      configs:\n"
      for (configuration, value) in machOTypes.sorted(by: { $0.key < $1.key }) {
        text += "        \(configuration): { MACH_O_TYPE: \(value) }\n"
      }
    }
    if !dependencies.isEmpty {
      text += "    dependencies:\n" + dependencies.map { "      - { \($0.text) }\n" }.joined()
    }
    return text
  }
}

extension SimulatedDependency {
  fileprivate var text: String {
    var parts: [String]
    switch form {
    case .target: parts = ["target: \(name)"]
    case .product: parts = ["framework: \(file ?? name + ".framework")", "implicit: true"]
    case .binary: parts = ["framework: ../Vendor/\(name).framework"]
    case .bundle: parts = ["bundle: \(name).bundle"]
    case .package: parts = ["package: Kit", "product: \(name)"]
    }
    if let link { parts.append("link: \(link)") }
    if let embed { parts.append("embed: \(embed)") }
    if isWeak { parts.append("weak: true") }
    if let copy { parts.append("copy: { destination: \(copy) }") }
    if let platformFilter { parts.append("platformFilter: \(platformFilter)") }
    return parts.joined(separator: ", ")
  }
}
