import Diagnostics
import Fixes
import Report
import Rules

extension FixRun {
  /// What was done, and what is left of what was asked about.
  func report(files: Int) -> FixReport {
    var report = FixReport()
    report.files = files
    report.fixed = fixed.map { .init($0.finding, at: $0.place) }
    let names = state.loaded.namesAskedFor
    for finding in state.result.findings where state.loaded.isSelected(finding, names: names) {
      switch (finding.state, finding.severity) {
      case (.known, _): report.known += 1
      case (.new, .error): report.errors += 1
      case (.new, .warning): report.warnings += 1
      }
      let refusal = finding.fix == nil ? nil : refusals[key(finding)]
      if refusal == .isForUnsafe {
        report.unsafe += 1
      } else if let refusal {
        report.refused.append(
          .init(finding, at: state.loaded.place(of: finding), reason: refusal.reason))
      } else {
        report.unfixable += 1
      }
    }
    return report
  }
}

extension LoadedWorkspace {
  /// `core/Network/project.yml:23:9`; nothing where the file is not to be named.
  func place(of finding: Diagnostic) -> String {
    guard let location = finding.location, !hiddenFiles.contains(location.file) else { return "" }
    return "\(sources[location.file]):\(location.start.line):\(location.start.column)"
  }
}
