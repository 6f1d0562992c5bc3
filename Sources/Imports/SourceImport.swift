public import Diagnostics

/// A module imported by a source, by its name or by one of its headers.
public struct SourceImport: Hashable, Sendable {
  /// The first component of the imported name: `UIKit` of `UIKit.UIView` and of `<UIKit/UIView.h>`.
  ///
  /// Without enclosing back-ticks.
  public var module: String
  /// The path of an imported header: `M/x.h` of `<M/x.h>`.
  public var header: String?
  /// The start of the name, including its back-tick.
  public var position: Position
  /// The end of the name, on the same line.
  public var endColumn: UInt32
  /// Whether importing this source's module also imports that module: `@_exported`.
  public var isReexported = false
  /// The condition under which the compiler sees the import.
  public var condition = ImportCondition.always

  /// Returns the range of the name in a file.
  public func range(in file: FileID) -> SourceRange {
    SourceRange(
      file: file, start: position, end: Position(line: position.line, column: endColumn))
  }
}

/// The condition of the `#if` branches around an import.
///
/// An `#else` is the negation of all branches before it.
public indirect enum ImportCondition: Hashable, Sendable {
  case always
  /// `DEBUG`, or a version such as `compiler(>=6)`.
  case flag(String)
  /// `os(iOS)`, and `TARGET_OS_IOS` of C.
  case os(String)
  /// `targetEnvironment(simulator)`, and `TARGET_OS_SIMULATOR` of C.
  case targetEnvironment(String)
  /// `canImport(M)`, and `__has_include(<M/x.h>)` of C.
  case canImport(String)
  case not(ImportCondition)
  case all([ImportCondition])
  case any([ImportCondition])
  /// A condition on something else, such as the version of the compiler.
  case unknown

  /// Returns the conjunction of the conditions.
  static func all(of conditions: [ImportCondition]) -> ImportCondition {
    let requirements = conditions.filter { $0 != .always }
    guard let first = requirements.first else { return .always }
    return requirements.count == 1 ? first : .all(requirements)
  }
}

/// The branches of the open `#if` directives.
struct OpenConditions {
  /// For each level, the condition of its current branch and those of the branches before it.
  private var levels: [(now: ImportCondition, before: [ImportCondition])] = []
  /// The number of open levels above the limit.
  private var ignored = 0

  /// The maximum number of levels with conditions, since each import stores all of them.
  private static let most = 32
  /// The maximum number of branches of one `#if` that later ones exclude.
  private static let mostBranches = 64

  mutating func open(_ condition: ImportCondition) {
    if levels.count == Self.most { ignored += 1 } else { levels.append((condition, [])) }
  }

  /// Starts the next branch; a condition of `nil` is an `#else`.
  mutating func branch(_ condition: ImportCondition?) {
    guard ignored == 0, var level = levels.popLast() else { return }
    if level.before.count < Self.mostBranches { level.before.append(.not(level.now)) }
    // An unknown condition stays unknown, whatever branches it excludes.
    level.now = condition ?? .always
    levels.append(level)
  }

  /// Replaces the condition of the innermost level.
  mutating func replaceLast(by condition: ImportCondition) {
    guard ignored == 0, let last = levels.indices.last else { return }
    levels[last].now = condition
  }

  mutating func close() {
    if ignored > 0 { ignored -= 1 } else { _ = levels.popLast() }
  }

  /// The conjunction of the conditions of all levels.
  var all: ImportCondition {
    if levels.isEmpty { return .always }
    return .all(of: levels.flatMap { $0.before + [$0.now] } + (ignored > 0 ? [.unknown] : []))
  }
}
