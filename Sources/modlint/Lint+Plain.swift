import ArgumentParser

extension Lint {
  /// The command for arguments that are paths or `--staged` alone, as a hook or a person in a hurry gives
  /// them; nothing for any others.
  ///
  /// It is what parsing makes of them. But to describe all options to ArgumentParser takes longer than the
  /// whole rest of a run on a dozen modules, and where none of them is given it is for nothing.
  init?(plain arguments: [String]) {
    guard arguments.allSatisfy({ $0 == "--staged" || !$0.hasPrefix("-") }) else { return nil }
    var options = WorkspaceOptions()
    (options.config, options.jobs, options.packages, options.noCache) = (nil, nil, false, false)
    var revisions = RevisionOptions()
    (revisions.since, revisions.staged) = (nil, arguments.contains("--staged"))
    var reporting = ReportOptions()
    (reporting.format, reporting.output) = (nil, [])
    (reporting.color, reporting.hyperlinks, reporting.table) = (.auto, .auto, .auto)
    self.init()
    (self.options, self.revisions, self.reporting) = (options, revisions, reporting)
    (strict, quiet, today) = (false, false, nil)
    paths = arguments.filter { $0 != "--staged" }
  }
}
