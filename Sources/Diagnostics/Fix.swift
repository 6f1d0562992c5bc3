extension Diagnostic {
  /// Changes that resolve a finding, independent of the layout of the file.
  ///
  /// A rule proposes it together with its help. Before files are written, the changes are checked
  /// to be possible and without side effects.
  public struct Fix: Hashable, Sendable {
    /// Whether it is correct whatever the author intended; others require `--unsafe`.
    public var isSafe: Bool
    public var changes: [Change]
    /// The shown names of the modules that it may change, except the first module of the finding.
    public var modules: [String]

    public init(safe changes: [Change], of modules: [String] = []) {
      self.isSafe = true
      self.changes = changes
      self.modules = modules
    }

    public init(unsafe changes: [Change], of modules: [String] = []) {
      self.isSafe = false
      self.changes = changes
      self.modules = modules
    }
  }
}

extension Diagnostic.Fix {
  /// A change of a file, at a location reported by the readers of specs and rules.
  public enum Change: Hashable, Sendable {
    /// Removes an element of a list, or a key with its value.
    case remove(SourceRange)
    /// Removes the mapping in a list that contains the value at a location.
    case removeMapping(around: SourceRange)
    /// Replaces the text of a scalar, which may be a key.
    case replace(SourceRange, of: String, with: String)
    /// Sets or adds a key of the dependency at a location.
    case set(_ key: String, Bool, inDependency: SourceRange)
    /// Removes a key of the dependency at a location.
    case removeKey(_ key: String, ofDependency: SourceRange)
    /// Renames the destination of the dependency at a location.
    case rename(_ name: String, to: String, inDependency: SourceRange)
    /// Replaces the destination of the dependency at a location and keeps its other keys.
    case replaceDependency(SourceRange, with: [Field])
    /// Adds a dependency to the target whose key is at a location.
    case addDependency([Field], toTarget: SourceRange)

    public var location: SourceRange {
      switch self {
      case .remove(let place), .removeMapping(let place), .replace(let place, _, _),
        .set(_, _, let place),
        .removeKey(_, let place), .rename(_, _, let place), .replaceDependency(let place, _),
        .addDependency(_, let place):
        place
      }
    }

    func moved(_ change: (FileID) -> FileID) -> Self {
      var place = location
      place.file = change(place.file)
      return switch self {
      case .remove: .remove(place)
      case .removeMapping: .removeMapping(around: place)
      case .replace(_, let old, let text): .replace(place, of: old, with: text)
      case .set(let key, let value, _): .set(key, value, inDependency: place)
      case .removeKey(let key, _): .removeKey(key, ofDependency: place)
      case .rename(let name, let other, _): .rename(name, to: other, inDependency: place)
      case .replaceDependency(_, let fields): .replaceDependency(place, with: fields)
      case .addDependency(let fields, _): .addDependency(fields, toTarget: place)
      }
    }
  }

  public struct Field: Hashable, Sendable {
    public var key: String
    public var value: Value

    public enum Value: Hashable, Sendable {
      case text(String)
      case flag(Bool)
    }

    public init(_ key: String, _ text: String) {
      self.key = key
      value = .text(text)
    }

    public init(_ key: String, _ flag: Bool) {
      self.key = key
      value = .flag(flag)
    }
  }

  public func movingPlaces(_ moved: (FileID) -> FileID) -> Self {
    var result = self
    result.changes = changes.map { $0.moved(moved) }
    return result
  }
}
