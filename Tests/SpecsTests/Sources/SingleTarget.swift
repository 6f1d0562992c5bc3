import Specs

extension SpecReader {
  /// What a target of the specification at `path` is made of; nothing if it is not there.
  mutating func targetSources(of target: String, in path: String, folder: String) -> TargetSources?
  {
    targetSources(in: path, folder: folder, of: [target]).first
  }
}
