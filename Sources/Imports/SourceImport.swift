public import Diagnostics

/// A module or a header that a source imports.
public struct SourceImport: Hashable, Sendable {
  /// The first component of what is imported: `UIKit` of `UIKit.UIView` and of `<UIKit/UIView.h>`.
  ///
  /// Without the back-ticks around it. Empty where a header is named that says nothing of a module.
  public var module: String
  /// The header, of an import that names one: `x.h` of `"x.h"`, `M/x.h` of `<M/x.h>`.
  public var header: String?
  /// Where the name starts: that of the module with the back-tick before it, else that of the
  /// header.
  public var position: Position
  /// Where it ends, on the same line.
  public var endColumn: UInt32
  /// Whether who imports this source's module gets that module, too: `@_exported`.
  public var isReexported = false
  public var isTestable = false
  /// What must hold for the compiler to see it.
  public var condition: ImportCondition

  public init(
    module: String, header: String? = nil, position: Position, endColumn: UInt32,
    isReexported: Bool = false, isTestable: Bool = false, condition: ImportCondition = .always
  ) {
    self.module = module
    self.header = header
    self.position = position
    self.endColumn = endColumn
    self.isReexported = isReexported
    self.isTestable = isTestable
    self.condition = condition
  }

  /// The stretch of the name, in a file.
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
  /// `DEBUG`.
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

  /// The condition under which all of these hold.
  static func all(of conditions: [ImportCondition]) -> ImportCondition {
    let asked = conditions.filter { $0 != .always }
    guard let first = asked.first else { return .always }
    return asked.count == 1 ? first : .all(asked)
  }
}

/// The branches of an `#if` that was not closed yet.
struct OpenConditions {
  /// For each level, the condition of its current branch and those of the branches before it.
  private var levels: [(now: ImportCondition, before: [ImportCondition])] = []
  /// The number of open levels beyond the limit.
  private var ignored = 0

  /// Conditions are kept up to so many levels; each import carries all of them.
  private static let most = 32
  /// Branches of one `#if` that the following ones exclude.
  private static let mostBranches = 64

  var depth: Int { levels.count + ignored }

  mutating func open(_ condition: ImportCondition) {
    if levels.count == Self.most { ignored += 1 } else { levels.append((condition, [])) }
  }

  /// Goes on with another branch; a condition of `nil` is an `#else`.
  mutating func branch(_ condition: ImportCondition?) {
    guard ignored == 0, var level = levels.popLast() else { return }
    if level.before.count < Self.mostBranches { level.before.append(.not(level.now)) }
    // Of an own condition that is unknown nothing more is known for what it excludes.
    level.now = condition ?? .always
    levels.append(level)
  }

  /// Takes back what the innermost level asks.
  mutating func replaceLast(by condition: ImportCondition) {
    guard ignored == 0, let last = levels.indices.last else { return }
    levels[last].now = condition
  }

  mutating func close() {
    if ignored > 0 { ignored -= 1 } else { _ = levels.popLast() }
  }

  /// What must hold for all levels.
  var all: ImportCondition {
    if levels.isEmpty { return .always }
    return .all(of: levels.flatMap { $0.before + [$0.now] } + (ignored > 0 ? [.unknown] : []))
  }
}
