import Diagnostics
import Files
import LockFiles
import Projects
import SpecDecoding
import SpecReading

/// A specification, with what it includes behind it in the same input.
func readSpec(_ bytes: [UInt8]) {
  let set = FileSet(bytes)
  guard let text = set.files["project.yml"] else { return }
  var reader = SpecReader(
    source: set.tree, options: .init(environment: { $0 == "SET" ? "set" : nil }))
  reader.read("project.yml", text: text)
  let batch = reader.batch
  require(batch.projects.count <= 1, "one file, two specifications")
  let targets = batch.projects.flatMap(\.targets)
  require(targets.count <= Limits.targets, "more targets than allowed")
  for finding in batch.notes.diagnostics + batch.notes.findings.refusals.map(\.diagnostic) {
    require(!finding.message.text.isEmpty, "a finding without words")
    guard let place = finding.location else { continue }
    require(place.start <= place.end, "a place that ends before it starts: \(place)")
    let path = reader.sources[place.file]
    require(!path.isEmpty, "a place in no file")
  }
}

func readLockFile(_ name: String, _ bytes: [UInt8]) {
  let lock = LockFile(named: name, text: bytes, file: fuzzedFile)
  requirePlaces(of: lock.diagnostics, in: bytes)
  require(lock.packages.count <= bytes.count, "more packages than bytes")
  for package in lock.packages {
    require(
      !package.name.isEmpty && !package.frameworkName.isEmpty, "a package without a name")
  }
}
