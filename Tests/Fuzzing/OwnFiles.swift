import Diagnostics
import Rules
import Architecture

func readRules(_ bytes: [UInt8]) {
  do throws(Diagnostic) {
    let configuration = try Configuration(rules: bytes, file: fuzzedFile, catalog: ruleCatalog)
    requirePlaces(of: configuration.problems, in: bytes)
    for rule in allRules { _ = configuration.severity(of: rule.info.id) }
  } catch {
    requirePlaces(of: [error], in: bytes)
  }
}

/// What is read and written again must be the same entries, and then the same text.
func readBaseline(_ bytes: [UInt8]) {
  do throws(Diagnostic) {
    let baseline = try Baseline(bytes, file: fuzzedFile)
    requirePlaces(of: baseline.problems, in: bytes)
    let entries = Set(baseline.entries)
    let text = Baseline().text(of: Array(entries), documentation: "https://modlint.example")
    let again = try Baseline(Array(text.utf8), file: fuzzedFile)
    require(again.problems.isEmpty, "what was written is invalid: \(again.problems)")
    require(Set(again.entries) == entries, "what was written reads as something else")
    let second = Baseline().text(of: again.entries, documentation: "https://modlint.example")
    require(second == text, "the same entries give another text")
  } catch {
    requirePlaces(of: [error], in: bytes)
  }
}
