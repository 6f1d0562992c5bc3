/// A platform as XcodeGen spells it.
public enum Platform: String, CaseIterable, Sendable {
  case auto
  case iOS
  case tvOS
  case macOS
  case watchOS
  case visionOS
}
