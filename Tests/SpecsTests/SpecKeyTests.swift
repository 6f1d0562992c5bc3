import Graph
import Projects
@testable import SpecReading
import Testing
@testable import YAML

@Suite struct SpecKeyTests {
  @Test func theyAreKnownByNumber() {
    func id(_ spelling: String) -> KeyID {
      let bytes = Array(spelling.utf8)
      return KeyTable.shared.knownKeys.id(of: bytes.span, Fingerprint(bytes.span))
    }
    for key in SpecKey.allCases { #expect(id(key.spelling) == key.id) }
    for key in SettingKey.all {
      let ids = [id(key.rawValue), id(key.rawValue + "[sdk=iphoneos*]")]
      #expect(ids[0] == key.id)
      #expect(ids.map { SettingKey($0) } == [key, key])
      #expect(ids.map { SettingKey.isConditional($0) } == [false, true])
    }
    #expect(SettingKey(SpecKey.name.id) == nil)
  }

  @Test func sectionsAreInTheOrderOfTheirNumbers() {
    #expect(projectSections.map(\.section) == SpecSection.allCases)
  }

  @Test(arguments: SpecSection.allCases) func eachSectionHasItsKeysOnce(_ section: SpecSection) {
    let names = section.keyNames
    #expect(!names.isEmpty && Set(names).count == names.count)
  }

  @Test(arguments: SpecSection.allCases) func keysAreFoundBySection(_ section: SpecSection) {
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
    #expect(KeyShape.Words.destinations.words == BuildPlatform.names)
  }
}
