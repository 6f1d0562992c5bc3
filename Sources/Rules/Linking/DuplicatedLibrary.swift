import Diagnostics
import Graph

/// A static library and the images that each have a copy of it, which is what makes the finding
/// one.
struct DuplicatedLibrary {
  var kind: Kind
  /// The places where it was found, by number of the view; at least one.
  var places: [Place]
  /// The executables whose processes have just these owners, that first which the finding is
  /// reported for; of what clients may load the first owner.
  var processes: [ModuleID]
  /// The configurations in which each process has them.
  private var configurations: [ModuleID: ConfigurationSet]

  /// The configurations in which the process has them that the finding is reported for.
  var configurationsOfFirst: ConfigurationSet { configurations[processes[0]] ?? .all }

  /// The library and its owners in one view; on another platform they may be other variants.
  struct Place {
    var view: Int
    var library: ModuleID
    /// In order of the names that are shown.
    var owners: [ModuleID]
    /// The owners that only tests bring to their host.
    var ownersLoadedByTests: [ModuleID] = []
  }

  /// The reason why the copies are in one process, the worst first.
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

  /// Takes over what another view, or another kind of process, has of the same library and owners;
  /// the worse kind is reported for.
  mutating func merge(_ other: Self, _ precedes: (ModuleID, ModuleID) -> Bool) {
    if other.kind.rawValue < kind.rawValue {
      let milder = self
      self = other
      return merge(milder, precedes)
    }
    configurations.merge(other.configurations) { $0.union($1) }
    let new = other.processes.filter { !processes.contains($0) }
    processes += new
    if kind == other.kind { processes.sort(by: precedes) }
    let places = places
    self.places += other.places.filter { new in !places.contains { $0.view == new.view } }
  }
}
