import Diagnostics
import Packages

/// The bytes as a Package.swift: read or not, every place lies in the text, and the same names come out
/// of the same bytes.
func readManifest(_ bytes: [UInt8]) {
  // The compiler's line breaks are some of YAML's.
  let lines = lineCount(of: bytes)
  let contents = ManifestReader.read(bytes, file: fuzzedFile)
  require(contents == ManifestReader.read(bytes, file: fuzzedFile), "read twice, it differs")
  switch contents {
  case .computed(_, let stop):
    let place = stop.position
    requirePlace(SourceRange(file: fuzzedFile, start: place, end: place), lines: lines)
  case .literal(let manifest):
    for product in manifest.products {
      requirePlace(product.location, lines: lines)
      for target in product.targets { requirePlace(target.location, lines: lines) }
    }
    for package in manifest.dependencies { requirePlace(package.location, lines: lines) }
    for target in manifest.targets {
      requirePlace(target.location, lines: lines)
      for other in target.dependencies + target.plugins {
        requirePlace(other.location, lines: lines)
      }
    }
    require(
      Set(manifest.targets.map(\.name)).count == manifest.targets.count, "two targets of a name")
  }
}
