public typealias ModuleMap<Value> = IDMap<ModuleID, Value>

public typealias LinkMap<Value> = IDMap<LinkID, Value>

/// A value for every module or every link of a graph, by number.
///
/// `ID` is a `GraphID`; a constraint would cost a search of all conformances for each type of map.
public struct IDMap<ID, Value> {
  @usableFromInline var storage: [Value]

  @inlinable public init(values: [Value]) { storage = values }
}

extension IDMap where ID: GraphID {
  @inlinable public subscript(id: ID) -> Value {
    get { storage[id.number] }
    _modify { yield &storage[id.number] }
  }
}

extension IDMap: Sendable where Value: Sendable {}

extension IDMap where ID == ModuleID {
  @inlinable public init(repeating value: Value, for graph: ModuleGraph) {
    storage = Array(repeating: value, count: graph.modules.count)
  }

  @inlinable public init(for graph: ModuleGraph, _ value: (ModuleID) -> Value) {
    storage = graph.modules.map(value)
  }
}
