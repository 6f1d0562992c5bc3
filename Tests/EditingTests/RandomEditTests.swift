import Editing
import Testing
import TestSupport

/// Every change of every value of files that are nearly right is made as it is meant to be, or refused.
@Suite struct RandomEditTests {
  private static let samples = [
    "name: App\ntargets:\n  A:\n    type: framework\n    dependencies:\n      - target: B # why\n      # c\n      - { target: 'C', embed: true }\n",
    "a: &x\n  - b\n  - - c\n    - d\nb: *x\nc:\n  <<: { k: 1 }\n  l: [1, 2,\n    3]\n",
    "layers: [app, { name: core, modules: [\"core/**\"] }]\nexceptions:\n- link: \"A -> B\"\n  reason: |\n    text\n\n- {}\n",
    "\u{feff}k: 'it''s'\r\nl:\r\n-   x\r\n-   y: &e ü # z\r\n    z: \r\n",
    "{\"a\": [1, {\"b\": \"c\"}, []], \"d\": {}}",
  ]

  @Test(arguments: samples.indices) func changesAreExactOrRefused(_ number: Int) throws {
    var random = SplitMix64(state: UInt64(number + 1))
    var (made, refused) = (0, 0)
    for round in 0..<120 {
      var text = Array(Self.samples[number].utf8)
      // The first round is the file as it is.
      for _ in 0..<(round == 0 ? 0 : 1 + round % 3) {
        let place = Int(random.next() % UInt64(text.count))
        let signs = Array(" \n\t#-:,[]{}&*!|>'\"ax\r".utf8)
        let sign = signs[Int(random.next() % UInt64(signs.count))]
        if random.next() % 2 == 0 { text[place] = sign } else { text.insert(sign, at: place) }
      }
      guard let document = try? Document(text) else { continue }
      for id in document.allValues {
        for change in changes(of: id) {
          do throws(EditRefusal) {
            let (edits, result) = try document.edits(for: [change])
            #expect(edits.applied(to: text) == result)
            made += 1
          } catch {
            #expect(!error.reason.isEmpty)
            refused += 1
          }
        }
      }
    }
    #expect(made > 20 && refused > 20, "\(made) made, \(refused) refused")
  }

  private func changes(of id: Document.ValueID) -> [DocumentChange] {
    let entry = NewValue.mapping([.init("target", .text("Z")), .init("embed", .flag(true))])
    return [
      .remove(id), .replace(id, with: .text("a: b")), .replace(id, with: .text("yes")),
      .append(entry, to: id), .add(.init("zz", .sequence([entry])), to: id),
    ]
  }
}
