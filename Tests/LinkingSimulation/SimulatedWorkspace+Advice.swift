extension SimulatedWorkspace {
  /// Does what a sentence of help says, as a reader of it would.
  ///
  /// - Returns: Whether the sentence was understood.
  package mutating func follow(_ advice: String) -> Bool {
    if let match = advice.wholeMatch(of: /embed it in the applications? instead: (.+)/) {
      return follow(instead: String(match.1))
    }
    if let match = advice.wholeMatch(
      of: /(drop `embed: true` from .+?), and (embed it in the application.+)/)
    {
      return follow(String(match.1)) && follow(String(match.2))
    }
    if let match = advice.wholeMatch(of: /set MERGED_BINARY_TYPE of '(.+?)' to manual.+/) {
      guard let place = targets.firstIndex(where: { $0.name == match.1 }) else { return false }
      targets[place].mergesLibraries = false
      return true
    }
    if let match = advice.wholeMatch(
      of: /declare `copy: { destination: frameworks }` in the dependency of '(.+?)' on '(.+?)'/)
    {
      return edit(String(match.1), String(match.2)) { $0.copy = "frameworks" }
    }
    if let match = advice.wholeMatch(of: /add to '(.+?)': `- (.+?)`/) {
      guard let dependency = SimulatedDependency(entry: String(match.2)) else { return false }
      return edit(String(match.1)) { $0.dependencies.append(dependency) }
    }
    if let match = advice.wholeMatch(
      of: /drop `embed: (?:true|false)` from the dependency of '(.+?)' on '(.+?)'/)
    {
      return edit(String(match.1), String(match.2)) { $0.embed = nil }
    }
    if let match = advice.wholeMatch(
      of: /declare `embed: true` in the dependency of '(.+?)' on '(.+?)'/)
    {
      return edit(String(match.1), String(match.2)) { $0.embed = true }
    }
    if let match = advice.wholeMatch(of: /drop `copy:` from the dependency of '(.+?)' on '(.+?)'/) {
      return edit(String(match.1), String(match.2)) { $0.copy = nil }
    }
    if let match = advice.wholeMatch(of: /in the dependency of '(.+?)' on '(.+?)', (.+)/) {
      return edit(String(match.1), String(match.2)) { dependency in
        if match.3.contains("drop `embed: false`") { dependency.embed = nil }
        if match.3.contains("declare `embed: true`") { dependency.embed = true }
        if match.3.contains("drop `copy:`") { dependency.copy = nil }
        if match.3.contains("declare `copy:") { dependency.copy = "frameworks" }
        if match.3.contains("let its platform filter admit") { dependency.platformFilter = nil }
      }
    }
    if let match = advice.wholeMatch(
      of: /let the platform filter of the dependency of '(.+?)' on '(.+?)' admit.+/)
    {
      return edit(String(match.1), String(match.2)) { $0.platformFilter = nil }
    }
    return followCopyAdvice(advice)
  }

  /// Follows an advice for one application, and does the same in others that are named behind it.
  private mutating func follow(instead advice: String) -> Bool {
    let parts = advice.split(separator: ", and in the same way to ", maxSplits: 1)
    let before = self
    guard follow(String(parts[0])) else { return false }
    guard parts.count > 1 else { return true }
    let changed = zip(before.targets, targets).first { $0.dependencies != $1.dependencies }
    guard let (old, new) = changed,
      let entry = new.dependencies.first(where: { !old.dependencies.contains($0) })
    else { return false }
    let isNew = !old.dependencies.contains { $0.name == entry.name }
    return parts[1].matches(of: /'(.+?)'/).allSatisfy {
      embed(entry.name, in: String($0.1), link: isNew ? entry.link : nil)
    }
  }

  /// Has an application embed a framework, however that is written there.
  package mutating func embed(
    _ framework: String, in app: String, link: Bool? = nil
  ) -> Bool {
    guard let spec = target(app)?.spec else { return false }
    var dependency = SimulatedDependency(framework, .binary)
    dependency.link = link
    if let head = target(framework) {
      dependency.form = head.spec == spec ? .target : .product
      if head.type == .staticFramework { dependency.embed = true }
    }
    if target(framework)?.type == .dynamicLibrary {
      dependency.form = .product
      dependency.file = "lib\(framework).dylib"
    }
    return edit(app) { target in
      if let place = target.dependencies.firstIndex(where: { $0.name == framework }) {
        let isLibrary = dependency.file != nil && target.dependencies[place].form == .target
        target.dependencies[place].embed = true
        target.dependencies[place].copy = isLibrary ? "frameworks" : nil
        target.dependencies[place].platformFilter = nil
      } else {
        target.dependencies.append(dependency)
      }
    }
  }

  private mutating func edit(_ name: String, _ change: (inout SimulatedTarget) -> Void) -> Bool {
    guard let place = targets.firstIndex(where: { $0.name == name }) else { return false }
    change(&targets[place])
    return true
  }

  mutating func edit(
    _ name: String, _ head: String, _ change: (inout SimulatedDependency) -> Void
  ) -> Bool {
    guard let place = targets.firstIndex(where: { $0.name == name }),
      let entry = targets[place].dependencies.firstIndex(where: { $0.name == head })
    else { return false }
    change(&targets[place].dependencies[entry])
    return true
  }
}

extension SimulatedDependency {
  /// Reads an entry of `dependencies`, as advice spells it.
  fileprivate init?(entry: String) {
    var text = entry
    if text.hasPrefix("{ "), text.hasSuffix(" }") { text = String(text.dropFirst(2).dropLast(2)) }
    let parts = text.split(separator: ", ").map { part in
      part.split(separator: ": ", maxSplits: 1).map(String.init)
    }
    guard let first = parts.first, first.count == 2 else { return nil }
    let file = first[1].split(separator: "/").last.map(String.init) ?? first[1]
    let stem = String(file.prefix { $0 != "." })
    switch first[0] {
    case "target": self.init(first[1], .target)
    case "bundle": self.init(stem, .bundle)
    case "framework" where first[1].contains("/"): self.init(stem, .binary)
    case "framework":
      self.init(stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem, .product)
      self.file = file
    default: return nil
    }
    for part in parts.dropFirst() {
      switch part {
      case ["embed", "true"]: embed = true
      case ["link", "false"]: link = false
      case ["implicit", "true"] where form == .product: break
      default: return nil
      }
    }
  }
}
