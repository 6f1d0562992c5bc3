import Diagnostics

extension Diagnostic {
  /// Returns the diagnostic in one line, such as `core/Kit/project.yml:3:5: error: … [cycle]`,
  /// unescaped.
  func line(in sources: SourceMap) -> String {
    let place = location.map { "\(sources[$0.file]):\($0.start.line):\($0.start.column): " } ?? ""
    return "\(place)\(severity.rawValue): \(message.text) [\(rule.name)]"
  }
}
