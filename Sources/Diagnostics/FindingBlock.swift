/// The wording for several findings of a rule that one edit resolves, in text reports.
public struct FindingBlock: Sendable {
  /// The sentence for a number of findings, which are about links of one module unless
  /// `isOfOneModule` is false.
  public var sentence: @Sendable (_ module: String, _ count: Int) -> Diagnostic.Message
  public var isOfOneModule: Bool
  /// Whether each finding needs a change of a separate line.
  public var showsPlaces: Bool
  /// The help that replaces that of each finding.
  public var help: Diagnostic.Message?

  public init(
    isOfOneModule: Bool = true, showsPlaces: Bool = false, help: Diagnostic.Message? = nil,
    sentence: @escaping @Sendable (_ module: String, _ count: Int) -> Diagnostic.Message
  ) {
    self.sentence = sentence
    self.isOfOneModule = isOfOneModule
    self.showsPlaces = showsPlaces
    self.help = help
  }
}
