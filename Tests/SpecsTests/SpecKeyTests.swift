import Graph
import Projects
@testable import SpecReading
import Testing
@testable import YAML

@Suite struct SpecKeyTests {
  /// Each key that the module reads is in the table, but for the structure of build settings.
  @Test func theTableHasTheKeysThatAreRead() {
    let known = SpecSection.allCases.flatMap(\.keyNames) + ["base", "groups", "presets"]
    let keys = Set(known)
    let missing = SpecKey.allCases.map(\.spelling).filter { !keys.contains($0) }
    #expect(missing.isEmpty, "no row in 'KeyTable'")
  }

  @Test func theyAreKnownByNumber() {
    func id(_ spelling: String) -> KeyID {
      let bytes = Array(spelling.utf8)
      return KeyTable.shared.knownKeys.id(of: bytes.span, Fingerprint(bytes.span))
    }
    for key in SpecKey.allCases { #expect(id(key.spelling) == key.id) }
    for key in SettingKey.all {
      let ids = [id(key.rawValue), id(key.rawValue + "[sdk=iphoneos*]")]
      #expect(ids == key.ids)
      #expect(ids.map { SettingKey($0) } == [key, key])
      #expect(ids.map { SettingKey.isConditional($0) } == [false, true])
    }
    #expect(SettingKey(SpecKey.name.id) == nil)
  }

  @Test func sectionsAreInTheOrderOfTheirNumbers() {
    let sections = projectKeys.map(\.key.section) + schemeKeys.map(\.key.section)
    #expect(sections == SpecSection.allCases)
  }

  @Test(arguments: SpecSection.allCases) func eachSectionHasItsKeysOnce(_ section: SpecSection) {
    let names = section.keyNames
    #expect(!names.isEmpty && Set(names).count == names.count)
  }

  @Test(arguments: projectKeys.map(\.key.section))
  func keysAreFoundBySection(_ section: SpecSection) {
    let names = section.keyNames
    for key in KeyTable.shared.keys {
      let bytes = Array(key.name.utf8)
      let id = KeyTable.shared.knownKeys.id(of: bytes.span, Fingerprint(bytes.span))
      let index = KeyTable.shared.index(of: id, in: section)
      #expect(
        index.map { KeyTable.shared.keys[$0].name } == (names.contains(key.name) ? key.name : nil))
    }
    #expect(KeyTable.shared.index(of: .none, in: section) == nil)
  }

  @Test func wordsAreThoseOfTheDecoders() {
    #expect(KeyShape.Words.platforms.words == Platform.allCases.map(\.rawValue))
    #expect(KeyShape.Words.destinations.words == PlatformSet.destinationNames)
  }
}
