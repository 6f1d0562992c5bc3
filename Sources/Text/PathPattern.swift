/// A pattern of CODEOWNERS or .gitignore that matches paths of files of a repository.
public struct PathPattern: Sendable {
  private var parts: [Part] = []
  private var end: End

  private enum Part: Sendable {
    case name(NameWildcard)
    case folders
  }

  /// The paths that may follow the last part.
  private enum End: Sendable {
    case nothing
    /// The part is the file or a folder that contains it.
    case anything
    /// The part is a folder.
    case something
  }

  /// Parses a pattern with the rules of GitHub: those of .gitignore, but `folder/*` does not match
  /// files in subfolders.
  ///
  /// A pattern with a `/` before its end is anchored at the root.
  public init?(github text: Substring) { self.init(rooted: text, hasSets: false) }

  /// Parses a pattern of .gitignore without its `!` and final `/`, which matches no files in a folder.
  public init?(gitignore text: Substring) {
    self.init(rooted: text, hasSets: true)
    if end == .anything { end = .nothing }
  }

  private init?(rooted text: Substring, hasSets: Bool) {
    guard !text.contains("***"), text != "/" else { return nil }
    var names = text.split(separator: "/", omittingEmptySubsequences: false)
    end = .anything
    if names.count > 1, names.last?.isEmpty ?? false {
      names.removeLast()
      end = .something
    }
    if names.first?.isEmpty ?? false {
      names.removeFirst()
    } else if names.count == 1 {
      parts = [.folders]
    }
    if names.last == "**" {
      names.removeLast()
      end = .something
    } else if names.last == "*", end == .anything {
      end = .nothing
    }
    append(names) { NameWildcard($0, hasSets: hasSets) }
  }

  /// Parses a pattern with the rules of GitLab: Ruby's `File.fnmatch` with `FNM_PATHNAME` and
  /// `FNM_DOTMATCH`.
  ///
  /// A pattern without a leading `/` matches anywhere; with a final `/` it matches a folder.
  public init?(gitlab text: Substring) {
    var names = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.isEmpty else { return nil }
    end = .nothing
    if names.count > 1, names.last?.isEmpty ?? false {
      names.removeLast()
      end = .something
    }
    if names.first?.isEmpty ?? false { names.removeFirst() } else { parts = [.folders] }
    // `**` that is not before a `/` is a `*`.
    let last = end == .nothing ? names.popLast() : nil
    append(names) { NameWildcard($0, hasSets: true) }
    if let last { parts.append(.name(NameWildcard(last, hasSets: true))) }
  }

  private mutating func append(_ names: [Substring], _ pattern: (Substring) -> NameWildcard) {
    for name in names { parts.append(name == "**" ? .folders : .name(pattern(name))) }
  }

  /// Returns whether it matches the file whose path has the components `path`.
  public func matches(_ path: ArraySlice<[UInt8]>) -> Bool {
    // The common case of .gitignore.
    if end == .nothing, parts.count == 2, case .folders = parts[0], case .name(let name) = parts[1]
    {
      return path.last.map { name.matches($0[...]) } ?? false
    }
    return Wildcard.matches(
      tokens: parts.count, elements: path.indices,
      isAnyRun: { if case .folders = parts[$0] { true } else { false } },
      length: { part, place in
        guard case .name(let name) = parts[part], name.matches(path[place][...]) else { return nil }
        return 1
      },
      mayEnd: { place in
        switch end {
        case .nothing: place == path.endIndex
        case .anything: true
        case .something: place < path.endIndex
        }
      })
  }
}

extension NameWildcard {
  /// Parses a name in which `\\` escapes any character; an unclosed set matches nothing.
  fileprivate init(_ text: Substring, hasSets: Bool) {
    let scalars = Array(text.unicodeScalars)
    self.init(Self.tokens(of: scalars, hasSets: hasSets, hasEscapes: true) ?? [.never])
  }
}
