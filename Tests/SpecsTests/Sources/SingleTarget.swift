import SpecDecoding

extension SpecReader {
  /// What the targets of the spec at `path` are made of; nothing if it cannot be read.
  mutating func targetSources(
    in path: String, folder: String, of targets: Set<String>? = nil
  ) -> [TargetSources] {
    var spec = sources(of: path, in: folder)
    return spec?.targetSources(of: targets) ?? []
  }

  /// What a target of the specification at `path` is made of; nothing if it is not there.
  mutating func targetSources(of target: String, in path: String, folder: String) -> TargetSources?
  {
    targetSources(in: path, folder: folder, of: [target]).first
  }
}
