internal import Diagnostics
internal import Files
internal import Paths

// From a project file to the specification XcodeGen writes it for; the file itself need not exist.
extension SpecReader {
  /// The number in the batch of the specification whose project is written to `projectFile`.
  ///
  /// Looks into the folder of the project: first at `project.yml`, then at its other YAML and JSON
  /// files, for one whose project has that name. What these report is not kept.
  public mutating func specification(of projectFile: String) -> Int? {
    let folder = Path.parent(projectFile)
    let (wanted, ending) = Path.splitExtension(Path.lastComponent(projectFile))
    guard ending == "xcodeproj" else { return nil }
    if let known = batch.specs.firstIndex(where: {
      Path.parent($0.path) == folder && batch.names.string($0.name) == wanted
    }) {
      return known
    }
    let (diagnostics, reported, options) = (batch.diagnostics, log.reported, self.options)
    let (refusals, claims) = (batch.refusals, batch.projectClaims)
    defer {
      (batch.diagnostics, log.reported, self.options) = (diagnostics, reported, options)
      (batch.refusals, batch.projectClaims) = (refusals, claims)
    }
    // Each project starts from its own folder.
    self.options.projectRoot = nil
    for file in candidates(in: folder) {
      let next = batch.specs.count
      read(Path.join(folder, file))
      if next < batch.specs.count, batch.specs[next].isNamed,
        batch.names.string(batch.specs[next].name) == wanted
      {
        return next
      }
    }
    return nil
  }

  private func candidates(in folder: String) -> [String] {
    let entries: [FileEntry]
    do throws(FileError) {
      entries = try source.entries(of: folder == "." ? "" : folder)
    } catch {
      return []
    }
    let names = entries.filter { $0.kind != .folder }.map(\.name).filter { name in
      ["yml", "yaml", "json"].contains(Path.splitExtension(name).extension)
    }
    return names.filter { $0 == "project.yml" } + names.filter { $0 != "project.yml" }
  }
}
