/// The identifier of one of the *n* modules or links of a graph: its number, from 0 to *n* − 1.
///
/// Numbers allow bit sets (`IDSet`) and tables without hashing (`IDMap`), whose order is the same
/// in every run. A number is valid in one graph only.
public protocol GraphID: Hashable, Comparable, Sendable {
  init(_ number: Int)
  var number: Int { get }
}

extension GraphID {
  @inlinable public static func < (a: Self, b: Self) -> Bool { a.number < b.number }
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

/// A range of consecutive IDs of one graph.
public struct IDRange<ID: GraphID>: RandomAccessCollection, Sendable {
  @usableFromInline let numbers: Range<Int>

  @inlinable public init(_ numbers: Range<Int>) { self.numbers = numbers }

  @inlinable public var startIndex: Int { numbers.lowerBound }
  @inlinable public var endIndex: Int { numbers.upperBound }
  @inlinable public subscript(position: Int) -> ID { ID(position) }
  @inlinable public func contains(_ id: ID) -> Bool { numbers.contains(id.number) }
}
