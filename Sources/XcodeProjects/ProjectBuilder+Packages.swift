internal import Diagnostics
internal import Files
internal import Paths
internal import Projects

extension ProjectBuilder {
  /// A file reference or synchronized folder that may be, or contain, a package.
  typealias Folder = (path: String, isSynchronized: Bool, location: SourceRange)

  /// Adds the packages among folders in the navigator.
  mutating func addPackages(in folders: [Folder], hasProductsWithoutPackage: Bool) {
    var seen: Set<String> = []
    var listed = 0
    for (path, isSynchronized, location) in folders
    // Folders are searched only for products without a package.
    where (!isSynchronized || hasProductsWithoutPackage) && !Path.leadsOutside(path) {
      let folders = isSynchronized ? packages(below: path, &seen, &listed) : [path]
      for folder in folders where isPackage(folder) { addPackage(in: folder, at: location) }
    }
  }

  mutating func addPackage(in folder: String, at location: SourceRange) {
    result.project.packages.append(
      PackageReference(key: folder, identity: folder, isLocal: true, at: location))
  }

  mutating func addPackage(at url: String, _ requirement: String?, location: SourceRange) {
    let last = Path.lastComponent(url)
    result.project.packages.append(
      PackageReference(
        key: last.hasSuffix(".git") ? String(last.dropLast(4)) : last,
        identity: normalized(url: url), isLocal: false, requirement: requirement, at: location))
  }

  private func isPackage(_ folder: String) -> Bool {
    tree.kind(of: Path.join(folder, entry: "Package.swift")) == .file
  }

  /// Returns the packages in a folder and its subfolders, of which each is listed once.
  private func packages(
    below folder: String, _ seen: inout Set<String>, _ listed: inout Int
  ) -> [String] {
    var packages: [String] = []
    var open = [folder]
    while let folder = open.popLast(), listed < Limits.sourceFolders {
      guard seen.insert(folder).inserted else { continue }
      listed += 1
      guard !isPackage(folder) else {
        packages.append(folder)
        continue
      }
      for entry in (try? tree.entries(of: folder)) ?? []
      where entry.kind == .folder && !Walk.neverDescends(into: entry.name) {
        open.append(Path.join(folder, entry: entry.name))
      }
    }
    return packages.sorted { $0.precedes($1) }
  }
}
