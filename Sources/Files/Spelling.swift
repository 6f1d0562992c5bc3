extension FileTree {
  public func spelling(of path: String) -> String? {
    let start = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    var candidates = [start]
    var exact = start
    for name in path.split(separator: "/") where name != "." {
      exact = join(exact, String(name))
      candidates = candidates.flatMap { spellings(of: String(name), in: $0) }
      if candidates.isEmpty { return nil }
    }
    if let same = candidates.first(where: { $0.utf8.elementsEqual(exact.utf8) }) { return same }
    return candidates.count == 1 ? candidates.first : nil
  }

  /// The paths of the entries of `folder` whose names differ from `name` in case at most.
  private func spellings(of name: String, in folder: String) -> [String] {
    if name == ".." { return [join(folder, name)] }
    guard let entries = try? entries(of: folder) else { return [] }
    let key = name.lowercased()
    return entries.lazy.map(\.name).filter { $0.lowercased() == key }.map { join(folder, $0) }
  }
}
