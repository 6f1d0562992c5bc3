internal import Diagnostics
internal import Paths

/// The linker options in a value of `OTHER_LDFLAGS`.
struct LinkerArguments {
  /// The linked libraries and frameworks, in order.
  private(set) var linked: [LinkerFlag] = []
  /// Further names: libraries linked upward, lazily or merged, and framework binaries linked by
  /// path.
  private(set) var named: [String] = []
  /// Whether undefined symbols are resolved at run time: `-undefined dynamic_lookup`.
  private(set) var allowsMissingSymbols = false
  /// Whether the linker loads more members of archives than it needs: `-ObjC`, `-all_load`.
  private(set) var loadsWholeArchives = false
  /// Whether the value of the next level is added: `$(inherited)`.
  private(set) var inherits = false
  private let place: SourceRange

  /// - Parameters:
  ///   - text: The value, in which blanks separate options.
  ///   - place: The location of the setting.
  init(_ text: String, at place: SourceRange) {
    self.place = place
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
    } else if Self.optionsOfPaths.contains(word) {
      _ = Self.argument(&rest)
    } else if word.hasPrefix("-") {
      let modes = Self.linkingModes + Self.namingModes
      let mode = modes.first { word.hasPrefix("-\($0)_") || word.hasPrefix("-\($0)-l") } ?? ""
      let option = word.dropFirst(mode.isEmpty ? 1 : mode.utf8.count + 2)
      if option == "framework" {
        // `-framework Name,-suffix` is old syntax.
        let name = Self.argument(&rest)?.prefix { $0 != "," }
        add(String(name ?? ""), .framework, mode)
      } else if option == "library" || option == "force_load" {
        add(path: Self.argument(&rest) ?? "", mode)
      } else if option.hasPrefix("l") {
        add(String(option.dropFirst()), .library, mode)
      }
    } else {
      let (stem, ending) = Path.splitExtension(Path.lastComponent(word))
      if ending == nil, word.contains("\(stem).framework/") {
        if !stem.isEmpty, !stem.hasVariable { named.append(stem) }
      } else if ending != nil {
        add(path: word, "")
      }
    }
  }

  /// What may precede `_framework`, `_library` and `-l`.
  private static let linkingModes = ["weak", "reexport", "needed", "hidden"]
  private static let namingModes = ["upward", "lazy", "delay", "merge", "no_merge"]
  /// Options whose arguments may be paths of frameworks that are not linked.
  private static let optionsOfPaths: Set = [
    "-install_name", "-dylib_install_name", "-rpath", "-umbrella", "-bundle_loader", "-F", "-L",
    "-o",
  ]

  private mutating func add(_ name: String, _ form: LinkerFlag.Form, _ mode: String) {
    guard !name.isEmpty, !name.hasVariable else { return }
    if Self.namingModes.contains(mode) { return named.append(name) }
    linked.append(LinkerFlag(name: name, form: form, isWeak: mode == "weak", location: place))
  }

  private mutating func add(path: String, _ mode: String) {
    let (stem, ending) = Path.splitExtension(Path.lastComponent(path))
    // The name by which `-l` links it.
    let library = stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem
    switch ending {
    case "a": add(library, .archive, mode)
    case "dylib", "tbd": add(library, .library, mode)
    case nil where path.contains(".framework/"): add(stem, .framework, mode)
    default: break
    }
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
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote == nil, character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }
}
