extension Diagnostic {
  /// What to write differently so that a finding is gone, without saying how the file is laid out.
  ///
  /// A rule proposes it beside its help; whether it can be done in the files at hand, and whether it does
  /// nothing else, is found out before anything is written.
  public struct Fix: Hashable, Sendable {
    /// Whether it does what the author meant whatever that was; others need `--unsafe`.
    public var isSafe: Bool
    public var changes: [Change]
    /// The modules that it is meant to change besides the first that the finding is about, as they are shown.
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
  /// One change of one file, at a place where the readers of specs and rules point to.
  public enum Change: Hashable, Sendable {
    /// An element of a list, or a key with its value, goes.
    case remove(SourceRange)
    /// The mapping in a list that has a value at a place goes.
    case removeMapping(around: SourceRange)
    /// A scalar, which may be a key, gets another text than it has.
    case replace(SourceRange, of: String, with: String)
    /// A key of the dependency at a place gets a value, or is added with it.
    case set(_ key: String, Bool, inDependency: SourceRange)
    /// A key of the dependency at a place goes.
    case removeKey(_ key: String, ofDependency: SourceRange)
    /// What the dependency at a place names is spelled in another way.
    case rename(_ name: String, to: String, inDependency: SourceRange)
    /// The dependency at a place is written as another; what else it says stays.
    case replaceDependency(SourceRange, with: [Field])
    /// The target whose key is at a place gets one dependency more.
    case addDependency([Field], toTarget: SourceRange)

    /// Where to change something.
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

  /// A key of a dependency and its value.
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

  /// The same with the numbers that its files have in another source map.
  public func movingPlaces(_ moved: (FileID) -> FileID) -> Self {
    var result = self
    result.changes = changes.map { $0.moved(moved) }
    return result
  }
}
