/// The modules of Apple's SDKs.
///
/// An undeclared import of such a name is never reported, since it may not refer to a module of the
/// workspace with the same name.
public enum SystemFrameworks {
  public static func contains(_ module: String) -> Bool { names.contains(module) }

  /// The public frameworks and Swift modules of the SDKs of iOS 26, macOS 26, tvOS 26, watchOS 26
  /// and visionOS 26, those of earlier SDKs back to iOS 12, C libraries, and modules of the
  /// toolchains for other systems.
  static let names = Set(
    """
    AGL ARKit AVFAudio AVFoundation AVKit AVRouting Accelerate Accessibility
    AccessoryLiveActivities AccessoryNotifications AccessorySetupKit AccessoryTransportExtension
    Accounts ActivityKit AdAttributionKit AdServices AdSupport AddressBook AddressBookUI AlarmKit
    Android AppClip AppIntents AppIntentsTesting AppKit AppMigrationKit AppTrackingTransparency
    AppleArchive AppleScriptKit AppleScriptObjC ApplicationServices AssetsLibrary
    AudioAccessoryKit AudioDriverKit AudioToolbox AudioUnit AudioVideoBridging
    AuthenticationServices AutomatedDeviceEnrollment AutomaticAssessmentConfiguration Automator
    BackgroundAssets BackgroundTasks Bionic BlockStorageDeviceDriverKit BrowserEngineCore
    BrowserEngineKit Builtin BusinessChat CFNetwork CRT CalendarStore CallKit CarKey CarPlay
    Carbon Charts Cinematic ClassKit ClockKit CloudKit Cocoa Collaboration ColorSync Combine
    CommonCrypto CompilerPluginSupport CompositorServices Compression Contacts ContactsUI
    CoreAudio CoreAudioKit CoreAudioTypes CoreBluetooth CoreData CoreFoundation CoreGraphics
    CoreHID CoreHaptics CoreImage CoreLocation CoreLocationUI CoreMIDI CoreML CoreMedia
    CoreMediaIO CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText
    CoreTransferable CoreVideo CoreWLAN CreateML CreateMLComponents CryptoKit CryptoTokenKit Cxx
    CxxStdlib DVDPlayback Darwin DataDetection DeclaredAgeRange DeveloperToolsSupport
    DeviceActivity DeviceCheck DeviceDiscoveryExtension DeviceDiscoveryUI DeviceManagement
    DirectoryService DiscRecording DiscRecordingUI DiskArbitration Dispatch Distributed DockKit
    DriverKit EndpointSecurity EnergyKit EventKit EventKitUI ExceptionHandling ExecutionPolicy
    ExposureNotification ExtensionFoundation ExtensionKit ExternalAccessory FSKit FamilyControls
    FileProvider FileProviderUI FinanceKit FinanceKitUI FinderSync ForceFeedback Foundation
    FoundationModels FoundationNetworking FoundationXML GLKit GLUT GSS GameController GameKit
    GamePolicy GameSave GameplayKit GeoToolbox Glibc GroupActivities HIDDriverKit HealthKit
    HealthKitUI HomeKit Hypervisor ICADevices IOBluetooth IOBluetoothUI IOKit IOSurface IOUSBHost
    IdentityDocumentServices IdentityDocumentServicesUI IdentityLookup IdentityLookupUI
    ImageCaptureCore ImageIO ImagePlayground ImmersiveMediaSupport InputMethodKit InstallerPlugins
    InstantMessage Intents IntentsUI JavaApplicationLauncher JavaNativeFoundation
    JavaRuntimeSupport JavaScriptCore JavaVM JournalingSuggestions Kerberos Kernel
    KernelManagement LDAP LatentSemanticMapping LightweightCodeRequirements LinkPresentation
    LiveCommunicationKit LocalAuthentication LocalAuthenticationEmbeddedUI LockedCameraCapture
    MIDIDriverKit MIDIServer MLCompute MachO MailKit ManagedApp ManagedAppDistribution
    ManagedSettings ManagedSettingsUI MapKit MarketplaceKit Matter MatterSupport
    MediaAccessibility MediaExtension MediaLibrary MediaPlayer MediaSetup MediaToolbox MessageUI
    Messages Metal MetalFX MetalKit MetalPerformanceShaders MetalPerformanceShadersGraph MetricKit
    MobileCoreServices ModelIO MultipeerConnectivity MusicKit Musl NaturalLanguage
    NearbyInteraction NetFS Network NetworkExtension NetworkingDriverKit NewsstandKit
    NotificationCenter OSAKit OSLog ObjectiveC Observation OpenAL OpenCL OpenDirectory OpenGL
    OpenGLES OpenScripting PCIDriverKit PCSC PDFKit PHASE PackageDescription PackagePlugin
    PaperKit ParavirtualizedGraphics PassKit PencilKit PermissionKit Photos PhotosUI
    PlaygroundBluetooth PlaygroundSupport Playgrounds PreferencePanes ProximityReader PushKit
    PushToTalk QTKit Quartz QuartzCore QuickLook QuickLookThumbnailing QuickLookUI
    RealityFoundation RealityKit RegexBuilder RelevanceKit ReplayKit RoomPlan Ruby
    SCSIControllerDriverKit SQLite3 SafariServices SafetyKit SceneKit ScreenCaptureKit ScreenSaver
    ScreenTime ScriptingBridge SecureElementCredential Security SecurityFoundation
    SecurityInterface SecurityUI SensitiveContentAnalysis SensorKit SerialDriverKit
    ServiceManagement SharedWithYou SharedWithYouCore ShazamKit Social SoundAnalysis Spatial
    Speech SpriteKit StickerFoundation StickerKit StoreKit StoreKitTest Swift SwiftData
    SwiftOnoneSupport SwiftOverlayShims SwiftShims SwiftUI SwiftUICore Symbols SyncServices
    Synchronization System SystemConfiguration SystemExtensions TVMLKit TVServices TVUIKit TWAIN
    TabletopKit TabularData Tcl TelephonyMessagingKit Testing ThreadNetwork TipKit Tk Translation
    TranslationUIProvider Twitter UIKit USBDriverKit USBSerialDriverKit UniformTypeIdentifiers
    UserNotifications UserNotificationsUI VideoDecodeAcceleration VideoSubscriberAccount
    VideoToolbox Virtualization Vision VisionKit VisualIntelligence WASILibc WatchConnectivity
    WatchKit WeatherKit WebKit WiFiAware WiFiInfrastructure WidgetKit WinSDK WorkoutKit XCTest
    XCUIAutomation XPC XcodeKit XcodeProjectPlugin _Backtracing _Builtin_float _Concurrency
    _Differentiation _RegexParser _StringProcessing _SwiftConcurrencyShims _Testing_Foundation
    _Volatile asl cups ffi iAd iTunesLibrary libkern libxml2 libxslt os simd ucrt unwind vecLib
    vmnet zlib
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
