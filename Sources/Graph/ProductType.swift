/// The product types of XcodeGen.
public enum ProductType: String, CaseIterable, Sendable {
  case none = ""
  case application
  case messagesApplication = "application.messages"
  case watchApp = "application.watchapp"
  case watch2App = "application.watchapp2"
  case watch2AppContainer = "application.watchapp2-container"
  case appClip = "application.on-demand-install-capable"
  case appExtension = "app-extension"
  case messagesExtension = "app-extension.messages"
  case stickerPack = "app-extension.messages-sticker-pack"
  case intentsServiceExtension = "app-extension.intents-service"
  case extensionKitExtension = "extensionkit-extension"
  case tvExtension = "tv-app-extension"
  case watchExtension = "watchkit-extension"
  case watch2Extension = "watchkit2-extension"
  case xcodeExtension = "xcode-extension"
  case systemExtension = "system-extension"
  case driverExtension = "driver-extension"
  case unitTestBundle = "bundle.unit-test"
  case uiTestBundle = "bundle.ui-testing"
  case ocUnitTestBundle = "bundle.ocunit-test"
  case tool
  case framework
  case xcFramework = "xcframework"
  case dynamicLibrary = "library.dynamic"
  case staticFramework = "framework.static"
  case staticLibrary = "library.static"
  case bundle
  case xpcService = "xpc-service"
  case metalLibrary = "metal-library"
  case instrumentsPackage = "instruments-package"
}

extension ProductType {
  public var isApp: Bool {
    switch self {
    case .application, .messagesApplication, .watchApp, .watch2App, .watch2AppContainer, .appClip:
      true
    default: false
    }
  }

  public var isExtension: Bool {
    switch self {
    case .appExtension, .messagesExtension, .stickerPack, .intentsServiceExtension,
      .extensionKitExtension, .tvExtension, .watchExtension, .watch2Extension, .xcodeExtension:
      true
    default: false
    }
  }

  public var isSystemExtension: Bool { self == .systemExtension || self == .driverExtension }

  public var isTest: Bool { self == .unitTestBundle || self == .uiTestBundle }

  /// Whether XcodeGen embeds files that it links by default.
  public var embedsFiles: Bool { isApp || isTest }

  /// Whether XcodeGen links static dependencies into it by default.
  public var linksStaticsByDefault: Bool {
    isApp || isExtension || isSystemExtension || isTest || self == .tool
  }

  /// Whether it starts a process or is a test bundle.
  public var isExecutable: Bool { linksStaticsByDefault || self == .xpcService }

  /// Whether the product is a bundle that an application may contain and whose identifier must be
  /// valid there.
  public var hasBundleIdentifier: Bool {
    isApp || isExtension || isSystemExtension || isFramework || self == .xpcService
  }

  public var isLibrary: Bool { self == .dynamicLibrary || self == .staticLibrary }

  public var isFramework: Bool { self == .framework || self == .staticFramework }

  /// The extension of the product's file name, or `nil` for none.
  public var fileExtension: String? {
    switch self {
    case .none, .tool: nil
    case .framework, .staticFramework: "framework"
    case .xcFramework: "xcframework"
    case .dynamicLibrary: "dylib"
    case .staticLibrary: "a"
    case .bundle: "bundle"
    case .unitTestBundle, .uiTestBundle: "xctest"
    case .ocUnitTestBundle: "octest"
    case .systemExtension: "systemextension"
    case .driverExtension: "dext"
    case .xpcService: "xpc"
    case .metalLibrary: "metallib"
    case .instrumentsPackage: "instrpkg"
    default: isApp ? "app" : "appex"
    }
  }

  public static func isFileExtension(_ text: String) -> Bool {
    allCases.contains { $0.fileExtension == text }
  }
}
