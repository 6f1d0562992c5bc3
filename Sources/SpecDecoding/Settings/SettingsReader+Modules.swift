internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecReading
internal import Text
internal import YAML

// Module names, and files in settings.
extension SettingsReader {
  /// Returns the name by which a target's module is imported.
  ///
  /// - Returns: `nil` if configurations or conditions disagree, or if the name has unknown
  ///   variables.
  mutating func moduleName(
    of target: NodeID, named name: String, _ scope: SettingsScope
  ) -> String? {
    let keys: [SpecKey] = [
      .productNameSetting, .conditionalProductName, .productModuleName, .conditionalModuleName,
    ]
    guard keys.contains(where: { scope.mayContain($0) }) else {
      return name.isEmpty || name.hasVariable ? nil : name.moduleIdentifier
    }
    var module: String?
    for configuration in scope.configurations.prefix(LinkSettings.mostConfigurations) {
      let levels = levels(of: target, scope, in: configuration)
      guard let own = builtNames(in: levels, named: name).module, module == nil || module == own
      else {
        return nil
      }
      module = own
    }
    return module
  }

  private func builtNames(in levels: [SettingLevel], named name: String) -> BuiltNames {
    var names = BuiltNames(target: name)
    names.product = value(
      of: .productNameSetting, .conditionalProductName, in: levels, else: name, names)
    let module = value(
      of: .productModuleName, .conditionalModuleName, in: levels, else: names.product, names)
    if let module, !module.isEmpty { names.module = module.moduleIdentifier }
    return names
  }

  /// Returns the files in a setting of a target's configurations, as paths from the root of the
  /// tree.
  ///
  /// The second value is whether some files are unknown because their paths have variables.
  mutating func files(
    of setting: SpecKey, of target: NodeID, named name: String, _ scope: SettingsScope
  ) -> (known: [String], hasUnknown: Bool) {
    guard scope.mayContain(setting) else { return ([], false) }
    var files: [String] = []
    var hasUnknown = false
    for configuration in scope.configurations.prefix(LinkSettings.mostConfigurations) {
      let levels = levels(of: target, scope, in: configuration)
      guard var path = text(of: setting, in: levels), !path.isEmpty else { continue }
      if path.hasVariable { path = builtNames(in: levels, named: name).expanding(path) }
      path = path.withoutSourceRoot
      guard !path.hasVariable else {
        hasUnknown = true
        continue
      }
      let file = Path.normalized(Path.join(spec.folder, path))
      if !files.contains(file) { files.append(file) }
    }
    return (files.sorted { $0.precedes($1) }, hasUnknown)
  }

  /// Returns the value of a setting at the nearest level that has it; `nil` if a condition changes
  /// it, or if it contains an unknown variable.
  private func value(
    of key: SpecKey, _ conditional: SpecKey, in levels: [SettingLevel], else usual: String?,
    _ names: BuiltNames
  ) -> String? {
    for level in levels {
      if !texts(ofConditional: conditional, in: level).isEmpty { return nil }
      guard let texts = texts(of: key, in: level) else { continue }
      var text = names.expanding(texts.joined(separator: " "))
      if let usual { text = text.replacingVariable("inherited", with: usual) }
      if text.hasVariable { return nil }
      return text.isEmpty ? usual : text
    }
    return usual
  }
}

/// The names of a target in one configuration, which replace variables in its settings.
private struct BuiltNames {
  var target: String
  /// The product name; `nil` if it is unknown, as for `module`.
  var product: String?
  var module: String?

  init(target: String) { self.target = target }

  /// Replaces the known variables in a text.
  func expanding(_ text: String) -> String {
    guard text.hasVariable else { return text }
    var text = text
    for (variable, value) in [
      ("TARGET_NAME", target), ("PRODUCT_NAME", product), ("PRODUCT_MODULE_NAME", module),
      ("SWIFT_MODULE_NAME", module),
    ] {
      guard let value else { continue }
      text = text.replacingVariable(variable, with: value)
      for operation in ["c99extidentifier", "identifier"] {
        text = text.replacingVariable("\(variable):\(operation)", with: value.moduleIdentifier)
      }
    }
    return text
  }
}

extension String {
  /// The path without a leading variable of the project's folder.
  var withoutSourceRoot: String {
    guard let (name, rest) = leadingVariable,
      ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"].contains(name)
    else { return self }
    return String(rest.drop { $0 == "/" })
  }
}
