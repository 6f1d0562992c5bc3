import Diagnostics
import Graph

/// A static library and the images with a copy of it; together they identify the finding.
struct DuplicatedLibrary {
  var kind: Kind
  /// The occurrences by view; at least one.
  var places: [Place]
  /// The executables whose processes have exactly these owners, the reported one first; the first
  /// owner if only external clients load them.
  var processes: [ModuleID]
  private var configurations: [ModuleID: ConfigurationSet]

  /// The configurations in which the first process has the owners.
  var configurationsOfFirst: ConfigurationSet { configurations[processes[0]] ?? .all }

  /// The library and its owners in one view; on another platform they may be other variants.
  struct Place {
    var view: Int
    var library: ModuleID
    var owners: [ModuleID]
    /// The owners that only tests load into their host.
    var ownersLoadedByTests: [ModuleID] = []
  }

  /// The reason why the copies are in one process, most severe first.
  enum Kind: Int {
    case process
    case tests
    case clients
    case sameImage
  }

  init(
    _ kind: Kind, _ place: Place, processes: [ModuleID], in configurations: ConfigurationSet
  ) {
    self.kind = kind
    places = [place]
    self.processes = processes
    self.configurations = Dictionary(
      processes.map { ($0, configurations) }, uniquingKeysWith: { $0.union($1) })
  }

  func inOrder(in graph: ModuleGraph) -> Self {
    var copy = self
    let named = places[0].owners.map { (name: graph.shownName($0), owner: $0) }
    copy.places[0].owners = named.sorted { $0.name.precedes($1.name) }.map(\.owner)
    return copy
  }

  /// Merges the result of another view, or of another kind of process, for the same library and
  /// owners; the more severe kind is reported.
  mutating func merge(_ other: Self, _ precedes: (ModuleID, ModuleID) -> Bool) {
    if other.kind.rawValue < kind.rawValue {
      let milder = self
      self = other
      return merge(milder, precedes)
    }
    configurations.merge(other.configurations) { $0.union($1) }
    // What only clients may load is in no process.
    let isProcess = kind == other.kind || other.kind != .clients
    let new = isProcess ? other.processes.filter { !processes.contains($0) } : []
    processes += new
    if kind == other.kind { processes.sort(by: precedes) }
    let places = places
    self.places += other.places.filter { new in !places.contains { $0.view == new.view } }
  }
}
