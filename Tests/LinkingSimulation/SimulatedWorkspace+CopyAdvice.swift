// What the rules on copies of static libraries and package products advise.
extension SimulatedWorkspace {
  /// Does what a sentence of help about copies says.
  ///
  /// - Returns: Whether the sentence was understood.
  mutating func followCopyAdvice(_ advice: String) -> Bool {
    if let match = advice.wholeMatch(of: /keep '.+?' in '.+?' alone, which the others load: (.+)/) {
      return followCopyAdvice(String(match.1))
    }
    if let match = advice.wholeMatch(of: /(?:(.+), and )?link '(.+?)' in (.+)/) {
      return match.1.map { followCopyAdvice(String($0)) } ?? true
        && Self.names(in: String(match.3)).allSatisfy { link(String(match.2), in: $0) }
    }
    if let match = advice.wholeMatch(
      of: /declare `link: false` in the dependency of '(.+?)' on '(.+?)'/)
    {
      return unlink(String(match.2), in: String(match.1))
    }
    if let match = advice.wholeMatch(of: /put (.+?) into one dynamic framework(?: |,).+/) {
      return wrap(Self.names(in: String(match.1)))
    }
    return advice.hasPrefix("drop '") && drop(advice)
  }

  private static func names(in text: String) -> [String] {
    text.matches(of: /'(.+?)'/).map { String($0.1) }
  }

  /// Has a target link another one, which it may have declared otherwise.
  private mutating func link(_ head: String, in tail: String) -> Bool {
    guard let place = targets.firstIndex(where: { $0.name == tail }), let framework = target(head)
    else { return false }
    if let entry = targets[place].dependencies.firstIndex(where: { $0.name == head }) {
      targets[place].dependencies[entry].link = nil
      targets[place].dependencies[entry].platformFilter = nil
    } else {
      var dependency = SimulatedDependency(
        head, framework.spec == targets[place].spec ? .target : .product)
      if framework.type == .dynamicLibrary, dependency.form == .product {
        dependency.file = "lib\(head).dylib"
      }
      targets[place].dependencies.append(dependency)
    }
    return true
  }

  private mutating func unlink(_ head: String, in tail: String) -> Bool {
    edit(tail, head) { $0.link = false }
  }

  /// `drop 'X' from 'A' and 'B' and 'Y' from 'C'`: a name before "from" is a head, the others are tails.
  private mutating func drop(_ advice: String) -> Bool {
    var head: String?
    for match in advice.matches(of: /'(.+?)'( from)?/) {
      let name = String(match.1)
      if match.2 != nil {
        head = name
        continue
      }
      guard let head, let place = targets.firstIndex(where: { $0.name == name }),
        targets[place].dependencies.contains(where: { $0.name == head })
      else { return false }
      targets[place].dependencies.removeAll { $0.name == head }
    }
    return head != nil
  }

  /// Puts static libraries into a dynamic framework for each platform that needs it, links it wherever they
  /// were linked, and embeds it in the applications that load it.
  private mutating func wrap(_ names: [String]) -> Bool {
    guard let spec = names.compactMap({ target($0)?.spec }).first ?? targets.first?.spec
    else { return false }
    let insiders = simulations.reduce(into: Set(names)) { insiders, simulation in
      for name in names { insiders.formUnion(simulation.parts(of: name)) }
    }
    for isMac in [false, true] {
      let wrapper = isMac ? "WrapMac" : "WrapPhone"
      var framework = SimulatedTarget(name: wrapper, type: .framework, isMac: isMac, spec: spec)
      framework.dependencies = names.filter { self.target($0)?.isMac ?? isMac == isMac }
        .map { reference(to: $0, from: spec) }
      guard !framework.dependencies.isEmpty else { continue }
      targets.append(framework)
      for place in targets.indices.dropLast()
      where targets[place].isMac == isMac && !insiders.contains(targets[place].name) {
        redirect(place, names, to: wrapper)
      }
      for app in targets.filter({ $0.type.isApp && $0.isMac == isMac }).map(\.name)
      where isLoaded(wrapper, in: app) && !embed(wrapper, in: app, link: false) { return false }
    }
    return true
  }

  /// One for each platform and configuration.
  var simulations: [LinkSimulation] {
    ["Debug", "Release"].flatMap { configuration in
      ["iOS", "macCatalyst", "macOS"].map {
        LinkSimulation(workspace: self, platform: $0, configuration: configuration)
      }
    }
  }

  /// A dependency of the framework around a library on that.
  private func reference(to name: String, from spec: Int) -> SimulatedDependency {
    guard let library = target(name) else { return SimulatedDependency(name, .binary) }
    var dependency = SimulatedDependency(name, library.spec == spec ? .target : .product)
    if library.type == .staticLibrary {
      dependency.link = true
      if dependency.form == .product { dependency.file = "lib\(name).a" }
    }
    return dependency
  }

  /// Replaces the dependencies by which a target links `names`, or is told to, by one on `wrapper`;
  /// others stay.
  private mutating func redirect(_ place: Int, _ names: [String], to wrapper: String) {
    let tail = targets[place].name
    let simulations = simulations
    let linked = names.filter { name in
      simulations.contains { simulation in
        simulation.links(of: tail).contains(name)
          || simulation.dependencies(of: tail).contains {
            $0.name == name && $0.link == nil && simulation.link($0, in: tail) == .certain
          }
      }
    }
    guard !linked.isEmpty, let framework = target(wrapper) else { return }
    let replaced = targets[place].dependencies.filter { linked.contains($0.name) }
    let filters = Set(replaced.map(\.platformFilter))
    targets[place].dependencies.removeAll { linked.contains($0.name) }
    var dependency = SimulatedDependency(
      wrapper, framework.spec == targets[place].spec ? .target : .product)
    if filters.count == 1, let filter = filters.first { dependency.platformFilter = filter }
    dependency.isWeak = replaced.allSatisfy(\.isWeak)
    targets[place].dependencies.append(dependency)
  }

  /// Whether the process of an application, or of what it embeds, loads a framework.
  private func isLoaded(_ framework: String, in app: String) -> Bool {
    simulations.contains { simulation in
      guard simulation.isBuilt(app) else { return false }
      let inside = simulation.copies(of: app).map(\.name).filter {
        simulation.type($0) == .appExtension || simulation.type($0) == .service
      }
      return ([app] + inside).contains { simulation.process(of: $0).contains(framework) }
    }
  }
}
