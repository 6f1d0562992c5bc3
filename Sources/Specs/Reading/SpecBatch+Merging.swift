internal import Diagnostics
internal import Graph

extension SpecBatch {
  /// Appends all that `other` holds, with its names, files and ranges renumbered.
  ///
  /// A path that both have the file of is there twice afterwards.
  ///
  /// - Complexity: O(size of `other`).
  public mutating func append(_ other: consuming SpecBatch) {
    guard !sources.paths.isEmpty else {
      self = other
      return
    }
    let shift = Shift(
      names: names.intern(allOf: other.names), files: UInt32(sources.paths.count),
      notes: Int32(outsideNotes.count), specs: specs.count)
    for path in other.sources.paths { _ = sources.add(path) }
    // Specifications point at targets and packages by what came before these, and so come first.
    appendSpecs(of: other, shift)
    appendTargets(of: other, shift)
    appendClaims(of: other, shift)
    diagnostics += other.diagnostics.map { $0.movingPlaces(shift.moved) }
    outsideNotes += other.outsideNotes
    includedPaths.formUnion(other.includedPaths)
    ignoredIncludes.formUnion(other.ignoredIncludes)
    waiting += other.waiting
    ignoredKeys.merge(other.ignoredKeys) { known, _ in known }
  }

  /// Claims and refusals count the specifications behind those that are already here.
  private mutating func appendClaims(of other: borrowing SpecBatch, _ shift: Shift) {
    for var refusal in other.refusals {
      refusal.spec += shift.specs
      refusal.diagnostic = refusal.diagnostic.movingPlaces(shift.moved)
      refusals.append(refusal)
    }
    for var absent in other.absentSources {
      absent.refusal.spec += shift.specs
      absent.refusal.diagnostic = absent.refusal.diagnostic.movingPlaces(shift.moved)
      absentSources.append(absent)
    }
    for var claim in other.projectClaims {
      claim.spec += shift.specs
      claim.renumber(shift)
      projectClaims.append(claim)
    }
  }

  private mutating func appendSpecs(of other: borrowing SpecBatch, _ shift: Shift) {
    let (firstTarget, firstPackage) = (targets.count, packages.count)
    let firstReference = projectReferences.count
    let firstSetting = writtenSettings.count
    for var spec in other.specs {
      spec.renumber(shift)
      spec.targets = spec.targets.shifted(by: firstTarget)
      spec.packages = spec.packages.shifted(by: firstPackage)
      spec.projectReferences = spec.projectReferences.shifted(by: firstReference)
      spec.settingRows = RowRange(spec.settingRows.rows.shifted(by: firstSetting))
      specs.append(spec)
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

  private mutating func appendTargets(of other: borrowing SpecBatch, _ shift: Shift) {
    let firstDependency = dependencies.count
    let firstSettings = Int32(linkSettings.count)
    let firstWritten = writtenSettings.count
    for var target in other.targets {
      target.renumber(shift)
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

/// What the numbers in one batch become in another.
private struct Shift {
  /// By the number of the name.
  var names: [NameID]
  var files: UInt32
  var notes: Int32
  /// How many specifications come before.
  var specs: Int

  func renumber(_ name: inout NameID) { name = names[Int(name.index)] }

  func renumber(_ name: inout NameID?) {
    if let old = name { name = names[Int(old.index)] }
  }

  func renumber(_ range: inout SourceRange) { range.file = moved(range.file) }

  func moved(_ file: FileID) -> FileID { FileID(index: Int(file.index + files)) }
}

extension Range<Int> {
  fileprivate func shifted(by count: Int) -> Self { lowerBound + count..<upperBound + count }
}

extension Spec {
  fileprivate mutating func renumber(_ shift: Shift) {
    file = shift.moved(file)
    shift.renumber(&name)
    shift.renumber(&nameRange)
    shift.renumber(&firstSource)
  }
}

extension Target {
  fileprivate mutating func renumber(_ shift: Shift) {
    shift.renumber(&name)
    shift.renumber(&unsuffixedName)
    shift.renumber(&productName)
    shift.renumber(&location)
    shift.renumber(&builtProductName)
    shift.renumber(&sourceFolder)
    shift.renumber(&includedFolder)
    testHost.renumber(shift)
  }
}

extension Target.TestHost {
  fileprivate mutating func renumber(_ shift: Shift) {
    guard case .product(var host, let orDefault) = self else { return }
    shift.renumber(&host)
    self = .product(host, orDefault: orDefault)
  }
}

extension LinkSettings {
  fileprivate mutating func renumber(_ shift: Shift) {
    for value in values.indices {
      values[value].testHost.renumber(shift)
      shift.renumber(&values[value].productName)
      for flag in values[value].flags.indices {
        shift.renumber(&values[value].flags[flag].location)
      }
    }
  }
}

extension Dependency {
  fileprivate mutating func renumber(_ shift: Shift) {
    shift.renumber(&reference)
    shift.renumber(&product)
    shift.renumber(&location)
    if let number = outside { outside = number + shift.notes }
  }
}

extension ProjectClaim {
  fileprivate mutating func renumber(_ shift: Shift) {
    shift.renumber(&path)
    shift.renumber(&target)
    diagnostic = diagnostic.movingPlaces(shift.moved)
  }
}

extension Package {
  fileprivate mutating func renumber(_ shift: Shift) {
    shift.renumber(&key)
    shift.renumber(&identity)
    shift.renumber(&requirement)
    shift.renumber(&location)
    if let number = outside { outside = number + shift.notes }
  }
}

extension ProjectReference {
  fileprivate mutating func renumber(_ shift: Shift) {
    shift.renumber(&key)
    shift.renumber(&path)
    shift.renumber(&location)
    if let number = outside { outside = number + shift.notes }
  }
}
