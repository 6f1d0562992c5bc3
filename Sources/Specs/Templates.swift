internal import YAML

extension Tree {
  /// The specification with each target merged onto the templates it names.
  mutating func resolvingTemplates(of root: NodeID) -> NodeID {
    guard has(.templates),
      let targets = value(of: root, for: .targets), isMapping(targets)
    else { return root }
    let before = entries(of: targets)
    guard before.contains(where: { value(of: $0.value, for: .templates) != nil }),
      before.allSatisfy({ isMapping($0.value) })
    else { return root }
    let table = TemplateTable(of: root, in: self)
    var resolved = before
    for index in resolved.indices where !isTooLarge {
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
    for template in templates where !isTooLarge { merged = merge(template, onto: merged) }
    var result = merge(target, onto: merged)
    result = expanding(["target_name": string(key)], in: result)
    guard let attributes = value(of: result, for: .templateAttributes), isMapping(attributes)
    else { return result }
    var variables: [String: String] = [:]
    for (name, value) in entries(of: attributes) {
      // One attribute that is no text, and XcodeGen knows none.
      guard let text = textValue(value) else { return result }
      variables[string(name)] = text
    }
    return expanding(variables, in: result)
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
    var ordered: [NodeID] = []
    // One met again is left out even while those it names are collected, so a circle ends.
    var seen: Set<String> = []
    // No recursion: a chain of templates may be as long as the file.
    var open = [(template: target, names: names(in: target, of: tree), next: 0)]
    while let (current, names, next) = open.last {
      guard next < names.count else {
        open.removeLast()
        if !open.isEmpty { ordered.append(current) }
        continue
      }
      open[open.count - 1].next += 1
      guard let template = templates[names[next]], seen.insert(names[next]).inserted else {
        continue
      }
      open.append((template, self.names(in: template, of: tree), 0))
    }
    return ordered
  }

  /// What `templates` of a target or a template lists; nothing if anything but text is in it.
  private func names(in mapping: NodeID, of tree: Tree) -> [String] {
    guard let list = tree.value(of: mapping, for: .templates) else { return [] }
    let named = tree.elements(of: list).map { tree.textValue($0) }
    return named.contains(nil) ? [] : named.compactMap { $0 }
  }
}
