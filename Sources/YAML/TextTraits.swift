/// What a caller notices about texts while they are read: bits that mean something to the caller alone.
///
/// A tree tells of each value which traits its text has, or a text below it. So a caller finds the few
/// values that it looks for without going through all of them.
public struct TextTraits: OptionSet, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Finds the traits of a text; called once for each text, so it has to be fast.
  public typealias Classifier = @Sendable (_ text: Span<UInt8>) -> TextTraits
}
