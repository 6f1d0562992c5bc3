/// The identifier of one of the *n* modules or links of a graph: its number, from 0 to *n* − 1.
///
/// Numbers allow bit sets (`IDSet`) and tables without hashing (`IDMap`), whose order is the same
/// in every run. A number is valid in one graph only.
public protocol GraphID: Hashable, Strideable, Sendable where Stride == Int {
  init(_ number: Int)
  var number: Int { get }
}

extension GraphID {
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
  @inlinable public func distance(to other: Self) -> Int { other.number - number }
  @inlinable public func advanced(by offset: Int) -> Self { Self(number + offset) }
}

/// The identifier of a module in one graph.
///
/// Modules are numbered in order of name, then of spec, and externals after them, so sorting by
/// number is sorting by name.
public struct ModuleID: GraphID {
  @usableFromInline let row: Int32

  @inlinable public init(_ number: Int) { row = Int32(truncatingIfNeeded: number) }

  @inlinable public var number: Int { Int(row) }
}

/// The identifier of a link: numbered by the module that links, the linked one, the location.
public struct LinkID: GraphID {
  @usableFromInline let row: Int32

  @inlinable public init(_ number: Int) { row = Int32(truncatingIfNeeded: number) }

  @inlinable public var number: Int { Int(row) }
}
