internal import Diagnostics
internal import Projects
internal import Text

/// A table of build settings in a project file.
struct SettingTable {
  private let tree: PropertyListTree
  private let node: PropertyListTree.Node
  /// The configuration, if the table is that of several.
  private let configuration: String?

  init(_ tree: PropertyListTree, _ node: PropertyListTree.Node, in configuration: String?) {
    self.tree = tree
    self.node = node
    self.configuration = configuration
  }

  /// Returns the level of the settings that modlint reads.
  func level(_ file: FileID) -> SettingLevel {
    var level = SettingLevel(table: node)
    guard tree.kind(node) == .table else { return level }
    for isSpecific in passes {
      var nodes = tree.children(of: node)
      while let name = nodes.next(), let value = nodes.next() {
        let raw = tree.nameOfSetting(name)
        let key = SettingKey.all.first {
          $0.rawValue.utf8.count == raw.count && $0.rawValue.utf8.elementsEqual(raw)
        }
        guard let key, let isConditional = isConditional(name, isSpecific: isSpecific),
          let text = text(of: value)
        else { continue }
        let place = key == .linkerFlags ? tree.range(value, file: file) : nil
        level.add(key, text, isConditional: isConditional, at: place)
      }
    }
    return level
  }

  /// Returns what the table says of any setting.
  func value(of name: String) -> SettingValue {
    var found = SettingValue()
    guard tree.kind(node) == .table else { return found }
    let wanted = Array(name.utf8)
    for isSpecific in passes {
      var nodes = tree.children(of: node)
      var count = 0
      while count < PropertyListTree.mostKeys, let name = nodes.next(), let value = nodes.next() {
        count += 1
        guard tree.nameOfSetting(name).elementsEqual(wanted),
          let isConditional = isConditional(name, isSpecific: isSpecific),
          let text = text(of: value)
        else { continue }
        found.add(text, isConditional: isConditional)
      }
    }
    return found
  }

  /// Entries for one configuration are read after those for all, which they override.
  private var passes: [Bool] { configuration == nil ? [false] : [false, true] }

  /// Returns whether an entry has conditions; `nil` if it is not read in a pass.
  private func isConditional(_ name: PropertyListTree.Node, isSpecific: Bool) -> Bool? {
    let conditions = tree.rawText(name).dropFirst(tree.nameOfSetting(name).count)
    guard let configuration, !conditions.isEmpty else {
      return isSpecific ? nil : !conditions.isEmpty
    }
    let all = String(decoding: conditions, as: UTF8.self).split(separator: "]")
    let own = all.filter { $0.hasPrefix("[config=") }
    let isMatch = own.allSatisfy { condition in
      let pattern = String(condition.dropFirst(8))
      return pattern == configuration
        || pattern.contains("*") && Glob(pattern)?.matches(configuration) ?? false
    }
    return own.isEmpty != isSpecific && isMatch ? all.count > own.count : nil
  }

  /// Returns a text, or the elements of a list with spaces between them.
  private func text(of value: PropertyListTree.Node) -> String? {
    guard tree.kind(value) == .list else { return tree.text(value) }
    return tree.children(of: value).compactMap { tree.text($0) }.joined(separator: " ")
  }
}
