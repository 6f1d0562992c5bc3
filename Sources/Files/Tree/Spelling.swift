internal import Paths

extension FileTree {
  public func spelling(of path: String) -> String? {
    var spelled = Path.isAbsolute(path) ? "/" : ""
    for name in Path.components(of: path).map(String.init) {
      let names = name == ".." ? [name] : entries(like: name, in: spelled)
      let same = names.first { $0.utf8.elementsEqual(name.utf8) }
      guard let found = same ?? (names.count == 1 ? names[0] : nil) else { return nil }
      spelled = Path.join(spelled, entry: found)
    }
    return spelled
  }

  /// Returns the entries of `folder` whose names differ from `name` at most in case.
  private func entries(like name: String, in folder: String) -> [String] {
    let name = name.lowercased()
    return ((try? entries(of: folder)) ?? []).map(\.name).filter { $0.lowercased() == name }
  }
}
