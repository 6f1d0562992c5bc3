/// The modules that come with Apple's SDKs.
///
/// Needed for one excuse alone: a module of the workspace that is called like one of them, and is not declared,
/// may not be what a source imports.
enum SystemFrameworks {
  static func contains(_ module: String) -> Bool { names.contains(module) }

  /// The frameworks and Swift modules of the SDKs of iOS 26, macOS 26, tvOS 26, watchOS 26 and visionOS 26 that
  /// are public, and those that earlier SDKs had, back to iOS 12.
  private static let names = Set(
    """
    AGL ARKit AVFAudio AVFoundation AVKit AVRouting Accelerate Accessibility AccessorySetupKit
    Accounts ActivityKit AdAttributionKit AdServices AdSupport AddressBook AddressBookUI AlarmKit
    AppClip AppIntents AppKit AppTrackingTransparency AppleArchive AppleScriptKit AppleScriptObjC
    ApplicationServices AssetsLibrary AudioDriverKit AudioToolbox AudioUnit AudioVideoBridging
    AuthenticationServices AutomatedDeviceEnrollment AutomaticAssessmentConfiguration Automator
    BackgroundAssets BackgroundTasks BrowserEngineCore BrowserEngineKit Builtin BusinessChat
    CFNetwork CalendarStore CallKit CarPlay Carbon Charts Cinematic ClassKit ClockKit CloudKit
    Cocoa Collaboration ColorSync Combine CommonCrypto CompositorServices Compression Contacts
    ContactsUI CoreAudio CoreAudioKit CoreAudioTypes CoreBluetooth CoreData CoreFoundation
    CoreGraphics CoreHID CoreHaptics CoreImage CoreLocation CoreLocationUI CoreMIDI CoreML
    CoreMedia CoreMediaIO CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText
    CoreTransferable CoreVideo CoreWLAN CreateML CreateMLComponents CryptoKit CryptoTokenKit Cxx
    CxxStdlib DVDPlayback Darwin DataDetection DeclaredAgeRange DeveloperToolsSupport
    DeviceActivity DeviceCheck DeviceDiscoveryExtension DeviceDiscoveryUI DeviceManagement
    DirectoryService DiscRecording DiscRecordingUI DiskArbitration Dispatch Distributed DockKit
    DriverKit EnergyKit EventKit EventKitUI ExceptionHandling ExecutionPolicy ExposureNotification
    ExtensionFoundation ExtensionKit ExternalAccessory FSKit FamilyControls FileProvider
    FileProviderUI FinanceKit FinanceKitUI FinderSync ForceFeedback Foundation FoundationModels
    FoundationNetworking FoundationXML GLKit GLUT GSS GameController GameKit GamePolicy GameSave
    GameplayKit GeoToolbox GroupActivities HIDDriverKit HealthKit HealthKitUI HomeKit Hypervisor
    IOBluetooth IOBluetoothUI IOKit IOSurface IOUSBHost IdentityDocumentServices
    IdentityDocumentServicesUI IdentityLookup IdentityLookupUI ImageCaptureCore ImageIO
    ImagePlayground ImmersiveMediaSupport InputMethodKit InstallerPlugins InstantMessage Intents
    IntentsUI JavaApplicationLauncher JavaNativeFoundation JavaRuntimeSupport JavaScriptCore
    JavaVM JournalingSuggestions Kerberos Kernel KernelManagement LDAP LatentSemanticMapping
    LightweightCodeRequirements LinkPresentation LiveCommunicationKit LocalAuthentication
    LocalAuthenticationEmbeddedUI LockedCameraCapture MLCompute MachO MailKit ManagedApp
    ManagedAppDistribution ManagedSettings ManagedSettingsUI MapKit MarketplaceKit Matter
    MatterSupport MediaAccessibility MediaExtension MediaLibrary MediaPlayer MediaSetup
    MediaToolbox MessageUI Messages Metal MetalFX MetalKit MetalPerformanceShaders
    MetalPerformanceShadersGraph MetricKit MobileCoreServices ModelIO MultipeerConnectivity
    MusicKit NaturalLanguage NearbyInteraction NetFS Network NetworkExtension NetworkingDriverKit
    NewsstandKit NotificationCenter OSAKit OSLog ObjectiveC Observation OpenAL OpenCL
    OpenDirectory OpenGL OpenGLES PCIDriverKit PCSC PDFKit PHASE PaperKit ParavirtualizedGraphics
    PassKit PencilKit PermissionKit Photos PhotosUI PlaygroundSupport PreferencePanes
    ProximityReader PushKit PushToTalk QTKit Quartz QuartzCore QuickLook QuickLookThumbnailing
    QuickLookUI RealityFoundation RealityKit RegexBuilder RelevanceKit ReplayKit RoomPlan Ruby
    SCSIControllerDriverKit SQLite3 SafariServices SafetyKit SceneKit ScreenCaptureKit ScreenSaver
    ScreenTime ScriptingBridge Security SecurityFoundation SecurityInterface SecurityUI
    SensitiveContentAnalysis SensorKit ServiceManagement SharedWithYou SharedWithYouCore ShazamKit
    Social SoundAnalysis Spatial Speech SpriteKit StickerFoundation StickerKit StoreKit
    StoreKitTest Swift SwiftData SwiftOnoneSupport SwiftUI SwiftUICore Symbols SyncServices
    Synchronization System SystemConfiguration SystemExtensions TVMLKit TVServices TVUIKit TWAIN
    TabletopKit TabularData Tcl TelephonyMessagingKit Testing ThreadNetwork TipKit Tk Translation
    TranslationUIProvider Twitter UIKit USBDriverKit USBSerialDriverKit UniformTypeIdentifiers
    UserNotifications UserNotificationsUI VideoDecodeAcceleration VideoSubscriberAccount
    VideoToolbox Virtualization Vision VisionKit VisualIntelligence WatchConnectivity WatchKit
    WeatherKit WebKit WiFiAware WidgetKit WorkoutKit XCTest XCUIAutomation XPC _Concurrency
    _RegexParser _StringProcessing iAd iTunesLibrary os simd vecLib vmnet
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
