internal import YAML

extension Tree {
  /// The specification with each target merged onto the templates it names.
  mutating func resolvingTemplates(of root: NodeID) -> NodeID {
    guard let targets = value(of: root, for: .targets), isMapping(targets) else { return root }
    let before = entries(of: targets)
    guard before.contains(where: { value(of: $0.value, for: .templates) != nil }),
      before.allSatisfy({ isMapping($0.value) })
    else { return root }
    let table = TemplateTable(of: root, in: self)
    var resolved = before
    for index in resolved.indices {
      resolved[index].value = resolve(resolved[index].value, named: resolved[index].key, table)
    }
    return setting([(.targets, addMapping(resolved, like: targets))], in: root)
  }

  private mutating func resolve(
    _ target: NodeID, named key: NodeID, _ table: TemplateTable
  ) -> NodeID {
    let templates = table.templates(of: target, in: self)
    guard !templates.isEmpty else { return target }
    var merged: NodeID?
    for template in templates { merged = merge(template, onto: merged) }
    var result = merge(target, onto: merged)
    result = replacing(Array("${target_name}".utf8), with: Array(bytes(key)), in: result)
    guard let attributes = value(of: result, for: .templateAttributes), isMapping(attributes),
      entries(of: attributes).allSatisfy({ isText($0.value) })
    else { return result }
    for (name, value) in entries(of: attributes) {
      let pattern = Array("${".utf8) + bytes(name) + Array("}".utf8)
      result = replacing(pattern, with: Array(bytes(value)), in: result)
    }
    return result
  }
}

/// The templates of a specification by name.
private struct TemplateTable {
  private var templates: [String: NodeID] = [:]

  /// One template that is no mapping, and XcodeGen knows none.
  init(of root: NodeID, in tree: Tree) {
    guard let table = tree.value(of: root, for: .targetTemplates) else { return }
    let entries = tree.entries(of: table)
    guard entries.allSatisfy({ tree.isMapping($0.value) }) else { return }
    for (key, value) in entries { templates[tree.string(key)] = value }
  }

  /// The templates that `target` names, in the order in which they are merged: depth first, those
  /// that a template names before itself, each once.
  func templates(of target: NodeID, in tree: Tree) -> [NodeID] {
    var names: [String] = []
    var seen: Set<String> = []
    // A template takes its place before the ones it names are looked at, so a circle ends.
    func collect(from mapping: NodeID, at place: inout Int) {
      guard let list = tree.value(of: mapping, for: .templates), tree.isSequence(list) else { return }
      let named = tree.elements(of: list)
      guard named.allSatisfy({ tree.isText($0) }) else { return }
      for name in named.map({ tree.string($0) }) {
        guard let template = templates[name], seen.insert(name).inserted else { continue }
        names.insert(name, at: place)
        collect(from: template, at: &place)
        place += 1
      }
    }
    var place = 0
    collect(from: target, at: &place)
    return names.compactMap { templates[$0] }
  }
}
