internal import Diagnostics
internal import YAML

extension Tree {
  mutating func resolvingTemplates(of root: NodeID) -> NodeID {
    guard let targets = value(of: root, for: .targets) else { return root }
    let resolved = resolvingTemplates(
      of: targets, among: value(of: root, for: .targetTemplates), variable: "target_name")
    return resolved == targets ? root : setting([(.targets, resolved)], in: root)
  }

  mutating func resolvingTemplates(ofSchemes schemes: NodeID, in root: NodeID) -> NodeID {
    guard has(.templates), has(.schemeTemplates) else { return schemes }
    return resolvingTemplates(
      of: schemes, among: value(of: root, for: .schemeTemplates), variable: "scheme_name")
  }

  /// Merges each entry of a mapping onto its templates, where `variable` is the key of the entry.
  ///
  /// Returns the mapping itself if no entry names a template.
  private mutating func resolvingTemplates(
    of users: NodeID, among templates: NodeID?, variable: String
  ) -> NodeID {
    guard isMapping(users) else { return users }
    let before = entries(of: users)
    guard before.contains(where: { value(of: $0.value, for: .templates) != nil }),
      before.allSatisfy({ isMapping($0.value) })
    else { return users }
    let table = TemplateTable(templates, in: self)
    var resolved = before
    for index in resolved.indices where !isTooLarge {
      let (key, user) = before[index]
      resolved[index].value = table.resolve(user, calling: variable, string(key), in: &self)
    }
    return addMapping(resolved, like: users)
  }
}

private struct TemplateTable {
  private var templates: [String: NodeID] = [:]

  /// Ignores all templates if one is not a mapping, like XcodeGen.
  init(_ table: NodeID?, in tree: Tree) {
    let entries = tree.entries(of: table)
    guard entries.allSatisfy({ tree.isMapping($0.value) }) else { return }
    for (key, value) in entries { templates[tree.string(key)] = value }
  }

  /// Merges `user` onto its templates, and sets `variable` in them to its name.
  func resolve(
    _ user: NodeID, calling variable: String, _ name: String, in tree: inout Tree
  ) -> NodeID {
    let templates = templates(of: user, in: tree)
    guard !templates.isEmpty else { return user }
    var merged: NodeID?
    for template in templates where !tree.isTooLarge { merged = tree.merge(template, onto: merged) }
    var result = tree.merge(user, onto: merged)
    result = tree.expanding([variable: name], in: result)
    guard let attributes = tree.value(of: result, for: .templateAttributes),
      tree.isMapping(attributes)
    else { return result }
    var variables: [String: String] = [:]
    for (name, value) in tree.entries(of: attributes) {
      // XcodeGen ignores all attributes if one is not text.
      guard let text = tree.textValue(value) else { return result }
      variables[tree.string(name)] = text
    }
    return tree.expanding(variables, in: result)
  }

  /// Returns the templates of `target` in the order of merging: depth first, the templates of a
  /// template before itself, each once.
  private func templates(of target: NodeID, in tree: Tree) -> [NodeID] {
    var ordered: [NodeID] = []
    // Each template is visited once, so that a cycle ends.
    var seen: Set<String> = []
    // Recursion could overflow: a chain of templates may be as long as the file.
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

  /// Returns the names in `templates` of a target or a template; none if an element is not text.
  private func names(in mapping: NodeID, of tree: Tree) -> [String] {
    guard let list = tree.value(of: mapping, for: .templates) else { return [] }
    let named = tree.elements(of: list).map { tree.textValue($0) }
    return named.contains(nil) ? [] : named.compactMap { $0 }
  }
}

extension Tree {
  /// Merges `new` onto `old`, key by key: a file onto its includes, or a target onto its templates.
  ///
  /// A key that ends in `:REPLACE` replaces the old value. Two mappings are merged, two lists are
  /// concatenated, and otherwise the new value wins. A value without counterpart is unchanged,
  /// including any `:REPLACE` in it.
  mutating func merge(_ new: NodeID, onto old: NodeID?) -> NodeID {
    var merged: [(key: NodeID, value: NodeID)] = []
    merged.reserveCapacity(8)
    if let old {
      var oldEntries = startOfEntries(of: old)
      while let entry = nextEntry(&oldEntries) { merged.append(entry) }
    }
    let oldCount = merged.count
    let places = oldCount > Self.mostLookedAt ? places(of: merged) : [:]
    var mayRepeat = false
    var newEntries = startOfEntries(of: new)
    while let (key, value) = nextEntry(&newEntries) {
      var entry = (key: key, value: value)
      let replaces = isReplacingKey(key)
      if replaces {
        let name = Array(bytes(key).dropLast(":REPLACE".utf8.count))
        entry.key = addKey(name, like: key, in: KeyTable.shared.knownKeys)
      }
      let place =
        oldCount > Self.mostLookedAt
        ? places[Array(bytes(entry.key))] : place(of: entry.key, amongFirst: oldCount, of: merged)
      if let place {
        if !replaces { entry.value = combine(value, onto: merged[place].value) }
        merged[place] = entry
      } else {
        merged.append(entry)
        if replaces { mayRepeat = true }
      }
    }
    // XcodeGen's result for `k` and `k:REPLACE` in one mapping is random; here the last wins.
    return addMapping(mayRepeat ? lastOfEach(merged) : merged, like: new)
  }

  private mutating func combine(_ new: NodeID, onto old: NodeID) -> NodeID {
    // The resolver rejects a tree beyond the limit.
    guard !isTooLarge else { return new }
    if isMapping(new), isMapping(old) { return merge(new, onto: old) }
    if isSequence(new), isSequence(old) {
      return addSequence(elements(of: old) + elements(of: new), like: new)
    }
    return new
  }

  /// The number of entries up to which a linear search is used.
  private static var mostLookedAt: Int { 24 }

  private func place(
    of key: NodeID, amongFirst count: Int, of entries: [(key: NodeID, value: NodeID)]
  ) -> Int? {
    for place in 0..<count where sameKey(entries[place].key, key) { return place }
    return nil
  }

  private func places(of entries: [(key: NodeID, value: NodeID)]) -> [[UInt8]: Int] {
    var places: [[UInt8]: Int] = [:]
    for (place, entry) in entries.enumerated() { places[Array(bytes(entry.key))] = place }
    return places
  }
}
