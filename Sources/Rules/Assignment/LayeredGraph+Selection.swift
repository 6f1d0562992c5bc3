public import Diagnostics
public import Graph

extension LayeredGraph {
  /// The modules that `text`, a selector as in `links` of rules.yml, names.
  ///
  /// - Throws: What is wrong with the selector, without a place.
  public func members(of text: String) throws(Diagnostic) -> ModuleSet {
    // Selectors carry their place in rules.yml; this one has none.
    let start = Position(line: 1, column: 1)
    let place = SourceRange(file: FileID(index: 0), start: start, end: start)
    let scope = Selector.Scope(
      layers: configuration.layers.map(\.name), tags: configuration.tags.map(\.name))
    do throws(Diagnostic) {
      return SelectorTable(self).members(of: try Selector(text, at: place, in: scope))
    } catch {
      throw Diagnostic(error.rule, error.severity, error.message, at: nil)
    }
  }
}
