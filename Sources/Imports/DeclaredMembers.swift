/// The names of functions, variables and cases that the types of a Swift source declare.
public struct DeclaredMembers: Sendable {
  public private(set) var all: Set<String> = []
  /// Those in extensions that other modules may use.
  public private(set) var ofExtensions: Set<String> = []

  /// A brace, or the declaration before one.
  private struct Scope {
    var isType = false
    var isExtension = false
    var isPublic = false
  }

  /// - Complexity: O(*n*) for a source of *n* bytes.
  public init(in text: [UInt8]) {
    var lexer = SwiftLexer(SourceText(bytes: text))
    var scopes: [Scope] = []
    var next = Scope()
    var isDeclaration = false
    while true {
      let token = lexer.next()
      switch token {
      case .end: return
      case .open where lexer.isWord("{"):
        scopes.append(next)
        next = Scope()
      case .close where lexer.isWord("}"):
        _ = scopes.popLast()
        next = Scope()
      case .word where Self.types.contains(where: { lexer.isWord($0) }):
        next.isType = true
        next.isExtension = lexer.isWord("extension")
      case .word where Self.levels.contains(where: { lexer.isWord($0) }): next.isPublic = true
      case .word, .escapedWord:
        if isDeclaration, let scope = scopes.last, scope.isType {
          let name = String(decoding: text[lexer.range].filter { $0 != 0x60 }, as: UTF8.self)
          all.insert(name)
          if scope.isExtension, next.isPublic || scope.isPublic { ofExtensions.insert(name) }
        }
        if isDeclaration { next = Scope() }
      default: break
      }
      isDeclaration =
        token == .word && Self.declarations.contains(where: { lexer.isWord($0) })
    }
  }

  private static let types: [StaticString] = [
    "extension", "struct", "class", "enum", "protocol", "actor",
  ]
  private static let levels: [StaticString] = ["public", "open", "package"]
  private static let declarations: [StaticString] = ["func", "var", "let", "case"]

  public mutating func formUnion(_ other: DeclaredMembers) {
    all.formUnion(other.all)
    ofExtensions.formUnion(other.ofExtensions)
  }
}
