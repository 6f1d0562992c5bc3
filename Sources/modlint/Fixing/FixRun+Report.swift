import Architecture
import Diagnostics
import Editing
import Files
import Fixes
import Loading
import Paths
import Report
import Rules
import Workspace

extension FixRun {
  /// Returns the report of fixed and remaining findings below the given paths.
  ///
  /// A finding is fixed if it is gone, also by the fix of another one.
  ///
  /// - Parameters:
  ///   - files: The number of changed files.
  ///   - isPlanned: Whether nothing was written, so that locations refer to the original files.
  /// - Returns: The report.
  func report(files: Int, isPlanned: Bool = false) -> FixReport {
    var report = FixReport()
    (report.rules, report.files) = (options.rules.count, files)
    var places: [String: [String]] = [:]
    for (finding, isGone) in originalFindings() {
      let place = original.loaded.place(of: finding)
      if isGone {
        report.fixed.append(.init(finding, at: place))
      } else if isPlanned {
        places[finding.fingerprint(in: original.loaded.sources), default: []].insert(place, at: 0)
      }
    }
    for finding in selectedFindings(of: state) {
      let place = places[finding.fingerprint(in: state.loaded.sources)]?.popLast()
      add(finding, at: place ?? state.loaded.place(of: finding), to: &report)
    }
    return report
  }

  func originalFindings() -> [(finding: Diagnostic, isGone: Bool)] {
    var left: [String: Int] = [:]
    for finding in selectedFindings(of: state) {
      left[finding.fingerprint(in: state.loaded.sources), default: 0] += 1
    }
    return selectedFindings(of: original).map { finding in
      let name = finding.fingerprint(in: original.loaded.sources)
      guard let count = left[name], count > 0 else { return (finding, true) }
      left[name] = count - 1
      return (finding, false)
    }
  }

  private func selectedFindings(of state: State) -> [Diagnostic] {
    state.result.joined(state.loaded.selectedFindings(of: state.result))
  }

  private func add(_ finding: Diagnostic, at place: String, to report: inout FixReport) {
    report.count(finding)
    let refusal = finding.fix == nil ? nil : refusals[state.loaded.key(of: finding)]
    if refusal == .isForUnsafe {
      report.unsafe += 1
    } else if refusal == .isManifest {
      report.inManifests += 1
    } else if let refusal {
      report.refused.append(.init(finding, at: place, reason: refusal.reason))
    } else if !options.rules.isEmpty, !options.rules.contains(finding.rule) {
      report.ofOtherRules += 1
    } else if isForXcode(finding) {
      report.inProjects += 1
    } else {
      report.unfixable += 1
    }
  }

  /// Whether a finding could be fixed if a spec described the Xcode project.
  private func isForXcode(_ finding: Diagnostic) -> Bool {
    guard ruleCatalog[finding.rule]?.fix != nil, let location = finding.location else {
      return false
    }
    return Path.isXcodeProject(state.loaded.sources[location.file])
  }
}

extension FixReport {
  fileprivate mutating func count(_ finding: Diagnostic) {
    switch (finding.state, finding.severity) {
    case (.known, _): known += 1
    case (.new, .error): errors += 1
    case (.new, .warning): warnings += 1
    }
  }
}

extension LoadedWorkspace {
  /// Returns the location as `core/Network/project.yml:23:9`; empty if the file must not be shown.
  func place(of finding: Diagnostic) -> String {
    guard let location = finding.location, !hiddenFiles.contains(location.file) else { return "" }
    return "\(sources[location.file]):\(location.start.line):\(location.start.column)"
  }

  /// Returns a key of a finding that is stable between runs while the lines above it stay.
  func key(of finding: Diagnostic) -> String {
    "\(place(of: finding)) \(finding.rule.name) \(finding.message.text)"
  }
}
