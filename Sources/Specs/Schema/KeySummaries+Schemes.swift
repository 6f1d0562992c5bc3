// Schemes and breakpoints.
extension MappingKind {
  func schemeSummary(of key: SpecKey) -> String {
    switch self {
    case .scheme: schemePartSummary(of: key)
    case .testTarget, .testableReference, .testPlan: testSummary(of: key)
    case .breakpoint, .breakpointAction: breakpointSummary(of: key)
    case .schemeScript, .environmentVariable, .simulatedLocation, .management:
      detailSummary(of: key)
    default: actionSummary(of: key)
    }
  }

  private func schemePartSummary(of key: SpecKey) -> String {
    switch key {
    case .name: "The name of the scheme, if it is not its key."
    case .build: "What is built for which actions."
    case .run: "How to run."
    case .test: "What to test, and how."
    case .profile: "How to profile."
    case .analyze: "How to analyze."
    case .archive: "How to archive."
    case .management: "How Xcode lists the scheme."
    case .templates: "Templates to begin with, in this order."
    default: "What stands for '${…}' in templates."
    }
  }

  private func actionSummary(of key: SpecKey) -> String {
    switch key {
    case .targets: self == .test ? "What to test." : "The targets, and for which actions."
    case .testTargets: "What to test."
    case .config: "The build configuration."
    case .configVariants: "Words of configurations, each of which makes a scheme."
    case .preActions: "Scripts to run before."
    case .postActions: "Scripts to run after."
    case .parallelizeBuild: "Whether to build targets side by side."
    case .buildImplicitDependencies: "Whether to build what is linked by its file."
    case .runPostActionsOnFailure: "Whether scripts run after a build that fails."
    case .commandLineArguments: "Arguments, and whether to pass each."
    case .environmentVariables: "Environment variables."
    case .language: "The language of the application."
    case .region: "The region of the application."
    case .gatherCoverageData: "Whether to gather code coverage."
    case .coverageTargets: "The targets to gather it for; all if there are none."
    case .testPlans: "Test plans."
    case .management: "How Xcode lists the scheme."
    case .macroExpansion: "The target whose settings expand variables."
    case .customLLDBInit: "A file of commands for LLDB."
    case .debugEnabled: "Whether to attach the debugger."
    case .simulateLocation: "The location to simulate."
    case .storeKitConfiguration: "The StoreKit configuration."
    case .executable: "The target to run."
    case .askForAppToLaunch: "Whether to ask which application to run."
    case .customWorkingDirectory: "The folder to run in."
    case .launchAutomaticallySubstyle: "How Xcode launches it, as a number."
    case .customArchiveName: "The name of the archive."
    case .revealArchiveInOrganizer: "Whether to show the archive."
    default: diagnosticSummary(of: key)
    }
  }

  private func diagnosticSummary(of key: SpecKey) -> String {
    switch key {
    case .enableGPUFrameCaptureMode: "Which GPU frames to capture."
    case .enableGPUValidationMode: "Whether to validate the use of the GPU."
    case .enableAddressSanitizer: "Whether to use the address sanitizer."
    case .enableASanStackUseAfterReturn: "Whether it detects the use of a stack after return."
    case .enableThreadSanitizer: "Whether to use the thread sanitizer."
    case .enableUBSanitizer: "Whether to use the undefined behavior sanitizer."
    case .disableMainThreadChecker: "Whether not to use the main thread checker."
    case .stopOnEveryMainThreadCheckerIssue: "Whether to stop where it finds something."
    case .disableThreadPerformanceChecker: "Whether not to use the thread performance checker."
    case .captureScreenshotsAutomatically: "Whether UI tests take pictures of the screen."
    case .deleteScreenshotsWhenEachTestSucceeds: "Whether to keep only those of failures."
    default: "What UI tests take of the screen."
    }
  }

  private func testSummary(of key: SpecKey) -> String {
    switch key {
    case .name: "The target, as 'Name' or 'Reference/Name'."
    case .target: "The target."
    case .local: "A target of this project."
    case .project: "A target of another project, as 'Reference/Name'."
    case .package: "A target of a package, as 'Package/Name'."
    case .randomExecutionOrder: "Whether to run tests in random order."
    case .parallelizable: "Whether to run tests side by side."
    case .location: "The location to simulate."
    case .skipped: "Whether to run none of it."
    case .skippedTests: "Tests not to run."
    case .selectedTests: "The only tests to run."
    case .path: "The .xctestplan."
    default: "Whether it is the plan to run unless another one is named."
    }
  }

  private func detailSummary(of key: SpecKey) -> String {
    switch key {
    case .script: "The script itself."
    case .name: "What it is called in Xcode."
    case .settingsTarget: "The target whose build settings it sees."
    case .shell: "What runs it."
    case .variable: "The variable."
    case .value: "Its value."
    case .isEnabled: "Whether it is set."
    case .allow: "Whether a location may be simulated."
    case .defaultLocation: "The location to begin with."
    case .shared: "Whether everybody has the scheme."
    case .orderHint: "Its place in the list."
    default: "Whether Xcode lists it."
    }
  }

  private func breakpointSummary(of key: SpecKey) -> String {
    switch key {
    case .type: self == .breakpoint ? "What stops." : "What happens."
    case .enabled: "Whether it stops."
    case .ignoreCount: "How often it does not stop."
    case .continueAfterRunningActions: "Whether it only runs its actions."
    case .path: "The file."
    case .line: "The line."
    case .column: "The column."
    case .symbol: "The symbol that it stops at."
    case .module: "The module of the symbol."
    case .scope: "Which exceptions it stops at."
    case .stopOnStyle: "Whether it stops at throw or catch."
    case .condition: "Where it stops only if this holds."
    case .timestamp: "When it was changed."
    case .breakpointStackSelectionBehavior: "Which frame Xcode shows."
    case .actions: "What happens where it stops."
    case .command, .consoleCommand: "A command."
    case .message: "A message."
    case .conveyanceType: "How the message is told."
    case .arguments: "The command's arguments."
    case .waitUntilDone: "Whether to wait for the command."
    case .script: "An AppleScript."
    default: "A sound."
    }
  }
}
