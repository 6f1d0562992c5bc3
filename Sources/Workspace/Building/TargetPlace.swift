/// The position of a target: the index of its project, and its own in the project.
///
/// Small, since positions are sorted.
struct TargetPlace: Hashable {
  private let specRow: Int32
  private let targetRow: Int32

  init(spec: Int, target: Int) {
    specRow = Int32(truncatingIfNeeded: spec)
    targetRow = Int32(truncatingIfNeeded: target)
  }

  var spec: Int { Int(specRow) }
  var target: Int { Int(targetRow) }
}
