internal import Paths

/// The linker options in a value of `OTHER_LDFLAGS`.
public struct LinkerArguments {
  /// The linked libraries and frameworks, in order.
  private(set) var linked: [(name: String, form: LinkerFlag.Form, isWeak: Bool)] = []
  /// Further names: libraries linked upward, lazily or merged, and framework binaries linked by
  /// path.
  private(set) var named: [String] = []
  /// Whether undefined symbols are resolved at run time: `-undefined dynamic_lookup`.
  private(set) var allowsMissingSymbols = false
  /// Whether the linker loads more members of archives than it needs: `-ObjC`, `-all_load`.
  private(set) var loadsWholeArchives = false
  /// Whether the value of the next level is added: `$(inherited)`.
  private(set) var inherits = false

  /// - Parameter text: The value, in which blanks separate options.
  init(_ text: String) {
    let words = Self.words(of: text).flatMap { Self.passedOn($0) }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.isVariable("inherited") {
        inherits = true
      } else if word != "-Xlinker" {
        read(word, &rest)
      }
    }
  }

  private mutating func read(_ word: String, _ rest: inout ArraySlice<String>) {
    if word == "-undefined" {
      if Self.argument(&rest) == "dynamic_lookup" { allowsMissingSymbols = true }
    } else if word == "-ObjC" || word == "-all_load" {
      loadsWholeArchives = true
    } else if let isWeak = Self.frameworkOptions[word] {
      // `-framework Name,-suffix` is old syntax.
      guard let name = Self.argument(&rest)?.prefix(while: { $0 != "," }) else { return }
      add(String(name), .framework, isWeak: isWeak)
    } else if let isWeak = Self.fileOptions[word] {
      if let path = Self.argument(&rest) { add(path: path, isWeak: isWeak) }
    } else if Self.namingOptions.contains(word) {
      if let name = Self.argument(&rest) { note(name: String(name.prefix { $0 != "," })) }
    } else if Self.namingFileOptions.contains(word) {
      if let path = Self.argument(&rest) { note(name: Self.library(at: path)) }
    } else if Self.optionsOfPaths.contains(word) {
      _ = Self.argument(&rest)
    } else if let option = Self.namingLibraryOptions.first(where: { word.hasPrefix($0) }) {
      note(name: String(word.dropFirst(option.utf8.count)))
    } else if let option = Self.libraryOptions.first(where: { word.hasPrefix($0) }) {
      add(
        String(word.dropFirst(option.utf8.count)), .library, isWeak: option.hasPrefix("-weak"))
    } else if !word.hasPrefix("-") {
      let (stem, ending) = Path.splitExtension(Path.lastComponent(word))
      if ending == nil, word.contains("\(stem).framework/") {
        note(name: stem)
      } else if ending != nil {
        add(path: word, isWeak: false)
      }
    }
  }

  private static let frameworkOptions = [
    "-framework": false, "-weak_framework": true, "-reexport_framework": false,
    "-needed_framework": false,
  ]
  private static let fileOptions = [
    "-force_load": false, "-weak_library": true, "-reexport_library": false,
    "-needed_library": false,
  ]
  private static let namingOptions: Set = [
    "-upward_framework", "-lazy_framework", "-delay_framework", "-merge_framework",
    "-no_merge_framework",
  ]
  private static let namingFileOptions: Set = [
    "-upward_library", "-lazy_library", "-delay_library", "-merge_library", "-no_merge_library",
  ]
  private static let namingLibraryOptions = [
    "-upward-l", "-lazy-l", "-delay-l", "-merge-l", "-no_merge-l",
  ]
  /// Options whose arguments may be paths of frameworks that are not linked.
  private static let optionsOfPaths: Set = [
    "-install_name", "-dylib_install_name", "-rpath", "-umbrella", "-bundle_loader", "-F", "-L",
    "-o",
  ]
  private static let libraryOptions = ["-weak-l", "-reexport-l", "-needed-l", "-hidden-l", "-l"]

  private mutating func add(_ name: String, _ form: LinkerFlag.Form, isWeak: Bool) {
    guard !name.isEmpty, !name.hasVariable else { return }
    linked.append((name, form, isWeak))
  }

  private mutating func note(name: String) {
    if !name.isEmpty, !name.hasVariable { named.append(name) }
  }

  private mutating func add(path: String, isWeak: Bool) {
    let (stem, ending) = Path.splitExtension(Path.lastComponent(path))
    switch ending {
    case "a": add(Self.library(at: path), .archive, isWeak: isWeak)
    case "dylib", "tbd": add(Self.library(at: path), .library, isWeak: isWeak)
    case nil where path.contains(".framework/"): add(stem, .framework, isWeak: isWeak)
    default: break
    }
  }

  /// Returns the name by which `-l` links the library at a path.
  private static func library(at path: String) -> String {
    let stem = Path.splitExtension(Path.lastComponent(path)).stem
    return stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem
  }

  /// Returns the argument of an option, which may follow `-Xlinker`.
  private static func argument(_ rest: inout ArraySlice<String>) -> String? {
    if rest.first == "-Xlinker" { rest.removeFirst() }
    return rest.popFirst()
  }

  /// Returns the options that `-Wl,` passes to the linker; other options are unchanged.
  private static func passedOn(_ word: String) -> [String] {
    guard word.hasPrefix("-Wl,") else { return [word] }
    return word.dropFirst(4).split(separator: ",").map(String.init)
  }

  /// Splits a text into words like a shell.
  public static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word = word ?? ""
        word?.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = word ?? ""
        word?.append(character)
      }
    }
    return word.map { words + [$0] } ?? words
  }
}
