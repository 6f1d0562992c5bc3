internal import Diagnostics
internal import Files
internal import Paths
internal import YAML

// The module's name and the files that settings name, from build settings at all levels where Xcode looks for them.
extension SpecReader {
  /// The name that the module of a target is imported by; `nil` where configurations or conditions differ, or
  /// where it holds variables that cannot be known.
  mutating func moduleName(
    of target: NodeID, named name: String, _ settings: SettingsReader
  ) -> String? {
    let keys: [SpecKey] = [
      .productNameSetting, .conditionalProductName, .productModuleName, .conditionalModuleName,
    ]
    guard keys.contains(where: { settings.mayHave($0) }) else {
      return name.isEmpty || name.hasVariable ? nil : name.moduleIdentifier
    }
    var module: String?
    for configuration in settings.configurations.prefix(LinkSettings.mostConfigurations) {
      let levels = settingLevels(of: target, settings, in: configuration)
      guard let own = moduleName(in: levels, named: name), module == nil || module == own else {
        return nil
      }
      module = own
    }
    return module
  }

  private func moduleName(in levels: [SettingLevel], named name: String) -> String? {
    guard let product = setting("PRODUCT_NAME", in: levels, else: name, targetName: name) else {
      return nil
    }
    guard var text = setting("PRODUCT_MODULE_NAME", in: levels, else: product, targetName: name)
    else { return nil }
    guard text.hasVariable else { return text.isEmpty ? nil : text.moduleIdentifier }
    for (operation, change) in [
      ("", { $0 }), (":c99extidentifier", \.moduleIdentifier), (":identifier", \.moduleIdentifier),
    ] as [(String, (String) -> String)] {
      text = text.replacingVariable("PRODUCT_NAME\(operation)", with: change(product))
      text = text.replacingVariable("TARGET_NAME\(operation)", with: change(name))
    }
    return text.hasVariable || text.isEmpty ? nil : text.moduleIdentifier
  }

  /// The files that a setting names in a target's configurations, as paths from the tree's root; those with
  /// variables that cannot be known are left out.
  mutating func files(
    of setting: SpecKey, of target: NodeID, named name: String, _ settings: SettingsReader,
    in folder: String
  ) -> [String] {
    guard settings.mayHave(setting) else { return [] }
    var files: [String] = []
    for configuration in settings.configurations.prefix(LinkSettings.mostConfigurations) {
      let levels = settingLevels(of: target, settings, in: configuration)
      for level in levels {
        guard let texts = texts(of: setting.spelling, in: level) else { continue }
        var path = texts.joined(separator: " ").replacingVariable("TARGET_NAME", with: name)
          .replacingVariable("PRODUCT_NAME", with: name)
        for root in ["$(SRCROOT)/", "${SRCROOT}/", "$(PROJECT_DIR)/", "${PROJECT_DIR}/"]
        where path.hasPrefix(root) {
          path = String(path.dropFirst(root.utf8.count))
        }
        guard !path.isEmpty, !path.hasVariable else { break }
        let file = Path.normalized(Path.join(folder, path))
        if !files.contains(file) { files.append(file) }
        break
      }
    }
    return files.sorted { $0.precedes($1) }
  }

  /// What a setting comes to at the nearest level that has it; `nil` where some condition changes it, or where
  /// it holds a variable that nothing here can tell.
  private func setting(
    _ name: String, in levels: [SettingLevel], else usual: String, targetName: String
  ) -> String? {
    for level in levels {
      if isConditional(name, in: level) { return nil }
      guard let texts = texts(of: name, in: level) else { continue }
      let text = texts.joined(separator: " ").replacingVariable("TARGET_NAME", with: targetName)
        .replacingVariable("inherited", with: usual)
      if name == "PRODUCT_NAME", text.hasVariable { return nil }
      return text.isEmpty ? usual : text
    }
    return usual
  }

  /// The value of a setting at one level, the entries of a list one by one.
  private func texts(of name: String, in level: SettingLevel) -> [String]? {
    switch level {
    case .mappings(let mappings):
      for mapping in mappings {
        guard let value = tree.entry(of: mapping, named: name)?.value else { continue }
        return tree.isSequence(value)
          ? tree.elements(of: value).map(settingText) : [settingText(value)]
      }
      return nil
    case .file(let file, _, _): return file.values[name].map { [$0.text] }
    }
  }

  /// Whether a level has the setting for some platforms alone, as `NAME[sdk=…]`.
  private func isConditional(_ name: String, in level: SettingLevel) -> Bool {
    switch level {
    case .mappings(let mappings):
      mappings.contains { mapping in
        tree.entries(of: mapping).contains { key, _ in tree.string(key).hasPrefix(name + "[") }
      }
    case .file(let file, _, _): file.conditional[name] != nil
    }
  }
}

extension String {
  /// The name as an identifier of C, as Xcode makes the names of modules: what may not stand there becomes `_`.
  public var moduleIdentifier: String {
    // Most names are identifiers.
    if utf8.allSatisfy(\.isInIdentifiers), let first = utf8.first, !first.isDigit { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isPart =
        scalar.isASCII
        ? UInt8(ascii: scalar).isInIdentifiers
          && (!scalars.isEmpty || !UInt8(ascii: scalar).isDigit) : true
      scalars.append(isPart ? scalar : "_")
    }
    return String(scalars)
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether it stands for itself in an identifier, as all of what is not ASCII does.
  fileprivate var isInIdentifiers: Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return letters.contains(self | 0x20) || isDigit || self == UInt8(ascii: "_") || self >= 0x80
  }
}
