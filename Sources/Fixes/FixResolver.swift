import Diagnostics
public import Editing
import Paths
import Text

struct FixResolver {
  let document: Document

  /// The keys that determine the kind of a dependency.
  private static let kinds = ["target", "framework", "carthage", "package", "sdk", "bundle"]

  func changes(for change: Diagnostic.Fix.Change) throws(EditRefusal) -> [DocumentChange] {
    switch change {
    case .remove(let place):
      guard let entry = document.entry(at: place) else { throw .notFound }
      return [.remove(entry)]
    case .removeMapping(let place):
      guard let entry = document.mappingInList(around: place) else { throw .notFound }
      return [.remove(entry)]
    case .replace(let place, let old, let text):
      guard let scalar = document.scalar(at: place) else { throw .notFound }
      guard document.string(scalar) == old else { throw .isNotLiteral }
      return [.replace(scalar, with: .text(text))]
    case .set(let key, let flag, let place):
      return set([.init(key, flag)], of: try dependency(at: place))
    case .removeKey(let key, let place):
      let keys = document.children(of: try dependency(at: place))
        .filter { document.string($0) == key }
      guard !keys.isEmpty else { throw .notFound }
      return keys.map { .remove($0) }
    case .rename(let name, let other, let place):
      return try rename(name, to: other, in: dependency(at: place))
    case .replaceDependency(let place, let fields):
      return try replace(dependency(at: place), with: fields)
    case .addDependency(let fields, let place):
      return [try add(fields, toTargetAt: place)]
    }
  }

  /// Returns the entry of a dependency; the place may be that of an include outside the root.
  private func dependency(at place: SourceRange) throws(EditRefusal) -> Document.ValueID {
    guard let entry = document.mappingInList(at: place), kindKey(of: entry) != nil else {
      throw .isNoDependency
    }
    return entry
  }

  private func kindKey(of entry: Document.ValueID) -> Document.ValueID? {
    Self.kinds.lazy.compactMap { document.key($0, of: entry) }.first
  }

  private func set(
    _ fields: [Diagnostic.Fix.Field], of entry: Document.ValueID
  ) -> [DocumentChange] {
    fields.map { field in
      guard let key = document.key(field.key, of: entry) else {
        return .add(.init(field.key, field.newValue), to: entry)
      }
      return .replace(document.value(ofKey: key), with: field.newValue)
    }
  }

  private func rename(
    _ name: String, to other: String, in entry: Document.ValueID
  ) throws(EditRefusal) -> [DocumentChange] {
    let values = document.children(of: entry).map(document.value(ofKey:))
    let elements = values.filter(document.isSequence).flatMap(document.children(of:))
    var texts = (values + elements).filter { document.string($0) == name }.map { ($0, other) }
    if texts.isEmpty, let file = document.key("framework", of: entry).map(document.value(ofKey:)),
      let text = document.string(file)?.renamingFile(name, to: other)
    {
      texts = [(file, text)]
    }
    guard let (value, text) = texts.first, texts.count == 1 else { throw .isNotLiteral }
    return [.replace(value, with: .text(text))]
  }

  private func replace(
    _ entry: Document.ValueID, with fields: [Diagnostic.Fix.Field]
  ) throws(EditRefusal) -> [DocumentChange] {
    guard let key = kindKey(of: entry), let first = fields.first else { throw .isNoDependency }
    let value = document.value(ofKey: key)
    return [.replace(key, with: .text(first.key)), .replace(value, with: first.newValue)]
      + set(Array(fields.dropFirst()), of: entry)
  }

  private func add(
    _ fields: [Diagnostic.Fix.Field], toTargetAt place: SourceRange
  ) throws(EditRefusal) -> DocumentChange {
    guard let target = document.key(at: place).map(document.value(ofKey:)),
      document.isMapping(target)
    else { throw .notFound }
    let entry = NewValue.mapping(fields.map { .init($0.key, $0.newValue) })
    guard let list = document.key("dependencies", of: target).map(document.value(ofKey:)) else {
      return .add(.init("dependencies", .sequence([entry])), to: target)
    }
    guard document.isSequence(list) || document.isEmpty(list) else { throw .dependenciesAreShared }
    return .append(entry, to: list)
  }
}

extension String {
  /// Returns a path with another name, in the same folder and with the same extension.
  fileprivate func renamingFile(_ name: String, to other: String) -> String? {
    let file = Path.lastComponent(self)
    let (stem, ending) = Path.splitExtension(file)
    guard let ending, hasSuffix(file), stem == name || stem == "lib" + name else { return nil }
    return dropLast(file.count) + stem.dropLast(name.count) + "\(other).\(ending)"
  }
}

extension Diagnostic.Fix.Field {
  fileprivate var newValue: NewValue {
    switch value {
    case .text(let text): .text(text)
    case .flag(let flag): .flag(flag)
    }
  }
}

extension EditRefusal {
  public static let isManifest = Self("Package.swift is not edited")
  static let isOutside = Self("the file lies outside of the workspace")
  static let isNotEditable = Self("only specs, rules.yml and the baseline are edited")
  static let isNotLiteral = Self("the name is not written there as it is shown")
  static let isNoDependency = Self("no dependency is written where the finding points to")
  static let dependenciesAreShared = Self("the dependencies of the target are written elsewhere")
  static let isJSON = Self("JSON is not edited")

  static func isUnreadable(_ path: String, _ reason: String) -> Self { Self("\(path): \(reason)") }

  public static func isUsed(by names: [String]) -> Self {
    let isOne = names.count == 1
    return Self(
      "\(names.quoted.joinedByAnd) \(isOne ? "shares" : "share") the text and \(isOne ? "has" : "have") no such finding"
    )
  }

  static func isIncluded(by path: String) -> Self {
    Self("'\(path)', which is not read here, includes the file")
  }

  public static func causes(_ message: String, _ rule: String) -> Self {
    Self("it would cause: \(message) [\(rule)]", bringsFinding: true)
  }

  public static func hides(_ message: String, _ rule: String) -> Self {
    Self("it would hide: \(message) [\(rule)]")
  }

  public static func repeats(_ message: String, _ rule: String) -> Self {
    Self("it would repeat: \(message) [\(rule)]", bringsFinding: true)
  }

  public static let isUntried = Self("too many others cannot be made")

  public static let hasNoEffect = Self("the finding would stay")
  public static let isOutsidePaths = Self("it would change a file outside of the given paths")
  public static let isForUnsafe = Self("only with --unsafe")
  public static let baselineInCI = Self("the baseline is not written in CI")
}
