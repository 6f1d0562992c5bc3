internal import Diagnostics
internal import Graph

extension SpecBatch {
  /// Appends all that `other` holds, with its names, files and ranges renumbered.
  ///
  /// A path that both have the file of is there twice afterwards.
  ///
  /// - Complexity: O(size of `other`).
  public mutating func append(_ other: consuming SpecBatch) {
    guard !files.sources.paths.isEmpty else {
      self = other
      return
    }
    let shift = Shift(
      names: names.intern(allOf: other.names), files: UInt32(files.sources.paths.count),
      notes: Int32(outsideNotes.count), specs: specs.count)
    for path in other.files.sources.paths { _ = files.add(path) }
    // Specifications point at targets and packages by what came before these, and so come first.
    appendSpecs(of: other, shift)
    appendTargets(of: other, shift)
    appendClaims(of: other, shift)
    findings.diagnostics += other.findings.diagnostics.map { $0.movingPlaces(shift.moved) }
    outsideNotes += other.outsideNotes
    inclusions.paths.formUnion(other.inclusions.paths)
    inclusions.gitIgnored.formUnion(other.inclusions.gitIgnored)
    inclusions.waiting += other.inclusions.waiting
    inclusions.ignoredKeys.merge(other.inclusions.ignoredKeys) { known, _ in known }
  }

  /// Appends claims and refusals, with the numbers of their specs after those of this batch.
  private mutating func appendClaims(of other: borrowing SpecBatch, _ shift: Shift) {
    for var refusal in other.findings.refusals {
      shift.renumber(&refusal)
      findings.refusals.append(refusal)
    }
    for var absent in other.findings.absentSources {
      shift.renumber(&absent.refusal)
      findings.absentSources.append(absent)
    }
    for var claim in other.findings.projectClaims {
      shift.renumber(&claim)
      findings.projectClaims.append(claim)
    }
  }

  private mutating func appendSpecs(of other: borrowing SpecBatch, _ shift: Shift) {
    let (firstTarget, firstPackage) = (targets.count, packages.count)
    let firstReference = projectReferences.count
    let firstSetting = settings.written.count
    for var spec in other.specs {
      shift.renumber(&spec)
      spec.targets = spec.targets.shifted(by: firstTarget)
      spec.packages = spec.packages.shifted(by: firstPackage)
      spec.projectReferences = spec.projectReferences.shifted(by: firstReference)
      spec.settingRows = RowRange(spec.settingRows.rows.shifted(by: firstSetting))
      specs.append(spec)
    }
    for var package in other.packages {
      shift.renumber(&package)
      packages.append(package)
    }
    for var reference in other.projectReferences {
      shift.renumber(&reference)
      projectReferences.append(reference)
    }
  }

  private mutating func appendTargets(of other: borrowing SpecBatch, _ shift: Shift) {
    let firstDependency = dependencies.count
    let firstSettings = Int32(settings.links.count)
    let firstWritten = settings.written.count
    for var target in other.targets {
      shift.renumber(&target)
      target.dependencies = target.dependencies.shifted(by: firstDependency)
      target.settingRows = RowRange(target.settingRows.rows.shifted(by: firstWritten))
      if target.linkSettings >= 0 { target.linkSettings += firstSettings }
      targets.append(target)
    }
    for var dependency in other.dependencies {
      shift.renumber(&dependency)
      dependencies.append(dependency)
    }
    for var setting in other.settings.hosts {
      shift.renumber(&setting)
      settings.hosts.append(setting)
    }
    for var settings in other.settings.links {
      shift.renumber(&settings)
      self.settings.links.append(settings)
    }
    for var setting in other.settings.written {
      shift.renumber(&setting)
      self.settings.written.append(setting)
    }
  }
}

/// Renumbers records of one batch for another.
private struct Shift {
  /// By the number of the name.
  var names: [NameID]
  var files: UInt32
  var notes: Int32
  /// The number of specs before.
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

// Records with references to other records of the batch.
extension Shift {
  fileprivate func renumber(_ spec: inout Spec) {
    spec.file = moved(spec.file)
    renumber(&spec.name)
    renumber(&spec.nameRange)
    renumber(&spec.firstSource)
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

  private func renumber(_ host: inout Target.TestHost) {
    guard case .product(var name, let orDefault) = host else { return }
    renumber(&name)
    host = .product(name, orDefault: orDefault)
  }

  fileprivate func renumber(_ settings: inout LinkSettings) {
    for value in settings.values.indices {
      renumber(&settings.values[value].testHost)
      renumber(&settings.values[value].productName)
      for flag in settings.values[value].flags.indices {
        renumber(&settings.values[value].flags[flag].location)
      }
    }
  }

  fileprivate func renumber(_ setting: inout WrittenSetting) {
    renumber(&setting.configuration)
    renumber(&setting.value)
    renumber(&setting.location)
  }

  fileprivate func renumber(_ setting: inout HostSetting) {
    renumber(&setting.target)
    renumber(&setting.location)
  }

  fileprivate func renumber(_ dependency: inout Dependency) {
    renumber(&dependency.reference)
    renumber(&dependency.product)
    renumber(&dependency.location)
    if let number = dependency.outside { dependency.outside = number + notes }
  }

  fileprivate func renumber(_ refusal: inout Refusal) {
    refusal.spec += specs
    refusal.diagnostic = refusal.diagnostic.movingPlaces(moved)
  }

  fileprivate func renumber(_ claim: inout ProjectClaim) {
    claim.spec += specs
    renumber(&claim.path)
    renumber(&claim.target)
    claim.diagnostic = claim.diagnostic.movingPlaces(moved)
  }

  fileprivate func renumber(_ package: inout Package) {
    renumber(&package.key)
    renumber(&package.identity)
    renumber(&package.requirement)
    renumber(&package.location)
    if let number = package.outside { package.outside = number + notes }
  }

  fileprivate func renumber(_ reference: inout ProjectReference) {
    renumber(&reference.key)
    renumber(&reference.path)
    renumber(&reference.location)
    if let number = reference.outside { reference.outside = number + notes }
  }
}
