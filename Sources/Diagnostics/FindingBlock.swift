/// How a report for people says several findings of one rule in one sentence, where one edit resolves them.
public struct FindingBlock: Sendable {
  /// The sentence for a number of findings, which are about links of one module unless `isOfOneModule` is false.
  public var sentence: @Sendable (_ module: String, _ count: Int) -> Diagnostic.Message
  public var isOfOneModule: Bool
  /// Whether each finding has a line to change of its own.
  public var showsPlaces: Bool
  /// What to do, instead of what each of the findings says.
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
