import Testing

@testable import Imports

/// The names of the modules that come with systems, which are searched as they are written.
@Suite struct SystemFrameworkTests {
  private let names = String(decoding: SystemFrameworks.names, as: UTF8.self).split {
    $0 == " " || $0 == "\n"
  }.map(String.init)

  @Test func areInOrderAndOneCharacterApart() {
    #expect(names.count > 300)
    for (name, next) in zip(names, names.dropFirst()) {
      #expect(name.utf8.lexicographicallyPrecedes(next.utf8), "\(name) stands before \(next)")
    }
    let length = names.map(\.utf8.count).reduce(0, +) + names.count - 1
    #expect(SystemFrameworks.names.count == length)
  }

  @Test func eachIsFound() {
    for name in names {
      #expect(SystemFrameworks.contains(name))
      #expect(!SystemFrameworks.contains(name + "0"))
      #expect(!SystemFrameworks.contains("0" + name))
    }
    #expect(!SystemFrameworks.contains(""))
    #expect(!SystemFrameworks.contains("AGL ARKit"))
  }
}
