/// Finds what sources import, without a compiler and without looking at any other file.
///
/// It searches for the word first and goes through the code, past comments, literals and what is nested,
/// only as far as the last place that may be an import. So a source costs hardly more than to read it.
public struct ImportScanner: Sendable {
  public init() {}

  /// The imports of a source, in the order in which they stand there.
  ///
  /// Any bytes are a source: what is not closed ends with its line or with the text.
  ///
  /// - Complexity: O(*n*).
  public mutating func imports(in text: [UInt8], _ language: SourceLanguage) -> [SourceImport] {
    let text = SourceText(bytes: text)
    switch language {
    case .swift:
      guard let last = text.lastPlausibleImport else { return [] }
      var scan = SwiftImportScan(text, upTo: last)
      return scan.run()
    case .cFamily:
      guard let last = text.lastPlausibleDirective else { return [] }
      var scan = CImportScan(text, upTo: last)
      return scan.run()
    }
  }
}
