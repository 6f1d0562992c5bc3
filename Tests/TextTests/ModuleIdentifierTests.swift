import Testing
import Text

/// The names of modules in source code.
@Suite struct ModuleIdentifierTests {
  /// As `swift package describe` gives them.
  @Test(
    arguments: [
      ("Alpha🚀", "Alpha_"), ("🚀3", "_3"), ("Alpha½", "Alpha_"), ("٣Kit", "_Kit"),
      ("A٣", "A٣"), ("a·b", "a·b"), ("中𠀀", "中_"), ("Ω", "Ω"), ("한", "한"), ("0-a", "__a"),
      // As Xcode does.
      ("Ku\u{308}che", "Küche"),
    ]) func identifiers(name: String, identifier: String)
  {
    #expect(name.moduleIdentifier == identifier)
  }
}
