internal import Architecture
internal import Diagnostics
internal import SourceReading
internal import WorkspaceReading

extension SpecSearch {
  /// Returns the notes of the readers for rules.
  func notes(
    _ broken: BrokenSpecs, _ packages: PackageTable,
    _ listing: ProjectListing?, _ specs: RereadSpecs, _ options: WorkspaceOptions
  ) -> ReaderNotes {
    var notes = ReaderNotes()
    (notes.brokenSpecs, notes.incompleteSpecs) = (broken.paths, broken.incompletePaths)
    (notes.parts, notes.projects) = (parts, listing)
    (notes.usedExclusions, notes.usedSpecPatterns) = (usedExclusions, usedSpecPatterns)
    let frameworks = SourceFrameworks(specs: specs, jobs: options.jobs)
    notes.copiedFrameworks = { frameworks.names(ofTargets: $0) }
    if let resources = Resources(specs, folders: files.resourceFolders) {
      notes.resources = { resources.paths(ofTargets: $1, spec: $0) }
    }
    notes.ignoredSpecs = ignoredSpecs
    notes.absent = AbsentSearch(specs, packages).notes
    notes.usedProjectPatterns = usedProjectPatterns
    notes.usedPackagePatterns = usedPackagePatterns
    let outside = OutsideBuilders(root: options.root, environment: options.environment)
    if !options.root.isEmpty { notes.outsideBuilders = { outside.files(building: $0) } }
    notes.gaps =
      files.nestedWorkspaces.map { Gap(.nestedWorkspaces, $0) } + packages.gaps
      + absentFiles.map { Gap(.absentFiles, $0) }
    return notes
  }
}
