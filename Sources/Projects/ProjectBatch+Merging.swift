public import Diagnostics
internal import Graph

extension ProjectBatch {
  /// Appends the contents of `other` with names, files and indices renumbered.
  ///
  /// A file that both batches contain occurs twice afterwards.
  ///
  /// - Returns: The renumbering of `other`; `nil` if this batch was empty, so that numbers stay.
  /// - Complexity: O(size of `other`).
  public mutating func append(_ other: consuming ProjectBatch) -> Renumbering? {
    guard !sources.paths.isEmpty else {
      self = other
      return nil
    }
    let shift = Renumbering(
      names: names.intern(allOf: other.names), files: UInt32(sources.paths.count),
      notes: Int32(outsideNotes.count), projects: projects.count)
    for path in other.sources.paths { _ = files.add(path) }
    // Projects come first, since they are shifted by the current numbers of targets and packages.
    appendProjects(of: other, shift)
    appendTargets(of: other, shift)
    diagnostics += other.diagnostics.map { $0.movingPlaces(shift.moved) }
    outsideNotes += other.outsideNotes
    return shift
  }

  private mutating func appendProjects(of other: borrowing ProjectBatch, _ shift: Renumbering) {
    let (firstTarget, firstPackage) = (targets.count, packages.count)
    let firstReference = projectReferences.count
    let firstSetting = writtenSettings.count
    for var project in other.projects {
      shift.renumber(&project)
      project.targets = project.targets.shifted(by: firstTarget)
      project.packages = project.packages.shifted(by: firstPackage)
      project.projectReferences = project.projectReferences.shifted(by: firstReference)
      project.settingRows = RowRange(project.settingRows.rows.shifted(by: firstSetting))
      projects.append(project)
    }
    for var package in other.packages {
      package.renumber(shift)
      packages.append(package)
    }
    for var reference in other.projectReferences {
      reference.renumber(shift)
      projectReferences.append(reference)
    }
  }

  private mutating func appendTargets(of other: borrowing ProjectBatch, _ shift: Renumbering) {
    let firstDependency = dependencies.count
    let firstSettings = Int32(linkSettings.count)
    let firstWritten = writtenSettings.count
    for var target in other.targets {
      shift.renumber(&target)
      target.dependencies = target.dependencies.shifted(by: firstDependency)
      target.settingRows = RowRange(target.settingRows.rows.shifted(by: firstWritten))
      if target.linkSettings >= 0 { target.linkSettings += firstSettings }
      targets.append(target)
    }
    for var dependency in other.dependencies {
      dependency.renumber(shift)
      dependencies.append(dependency)
    }
    for var setting in other.hostSettings {
      shift.renumber(&setting.target)
      shift.renumber(&setting.location)
      hostSettings.append(setting)
    }
    for var settings in other.linkSettings {
      settings.renumber(shift)
      linkSettings.append(settings)
    }
    for var setting in other.writtenSettings {
      shift.renumber(&setting.configuration)
      shift.renumber(&setting.value)
      shift.renumber(&setting.location)
      writtenSettings.append(setting)
    }
  }
}

/// Maps the numbers of an appended batch to those of the batch that contains it.
public struct Renumbering: Sendable {
  /// The new number of each name, by old number.
  let names: [NameID]
  let files: UInt32
  let notes: Int32
  /// The number of projects before the appended ones.
  public let projects: Int

  public func renumber(_ name: inout NameID) { name = names[Int(name.index)] }

  func renumber(_ name: inout NameID?) {
    if let old = name { name = names[Int(old.index)] }
  }

  func renumber(_ range: inout SourceRange) { range.file = moved(range.file) }

  public func moved(_ file: FileID) -> FileID { FileID(index: Int(file.index + files)) }
}

extension Range<Int> {
  fileprivate func shifted(by count: Int) -> Self { lowerBound + count..<upperBound + count }
}

// Records with references to other records of the batch.
extension Renumbering {
  fileprivate func renumber(_ project: inout Project) {
    project.file = moved(project.file)
    renumber(&project.name)
    renumber(&project.nameRange)
    renumber(&project.firstSource)
  }

  fileprivate func renumber(_ target: inout Target) {
    renumber(&target.name)
    renumber(&target.unsuffixedName)
    renumber(&target.productName)
    renumber(&target.location)
    renumber(&target.builtProductName)
    renumber(&target.sourceFolder)
    renumber(&target.includedFolder)
    renumber(&target.testHost)
  }

  fileprivate func renumber(_ host: inout Target.TestHost) {
    guard case .product(var name, let orDefault) = host else { return }
    renumber(&name)
    host = .product(name, orDefault: orDefault)
  }
}

extension LinkSettings {
  fileprivate mutating func renumber(_ shift: Renumbering) {
    for value in values.indices {
      shift.renumber(&values[value].testHost)
      shift.renumber(&values[value].productName)
      for flag in values[value].flags.indices {
        shift.renumber(&values[value].flags[flag].location)
      }
    }
  }
}

extension Dependency {
  fileprivate mutating func renumber(_ shift: Renumbering) {
    shift.renumber(&reference)
    shift.renumber(&product)
    shift.renumber(&location)
    if let number = outside { outside = number + shift.notes }
  }
}

extension PackageReference {
  fileprivate mutating func renumber(_ shift: Renumbering) {
    shift.renumber(&key)
    shift.renumber(&identity)
    shift.renumber(&requirement)
    shift.renumber(&location)
    if let number = outside { outside = number + shift.notes }
  }
}

extension ProjectReference {
  fileprivate mutating func renumber(_ shift: Renumbering) {
    shift.renumber(&key)
    shift.renumber(&path)
    shift.renumber(&location)
    if let number = outside { outside = number + shift.notes }
  }
}
