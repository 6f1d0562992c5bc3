extension SimulatedWorkspace {
  /// A few targets of all kinds with dependencies, filters and settings drawn by lot; cycles included.
  package init(using random: inout some RandomNumberGenerator) {
    let types: [SimulatedType] = [
      .application, .application, .clip, .appExtension, .service, .tool, .unitTests, .uiTests,
      .framework, .framework, .framework, .framework, .framework, .dynamicLibrary,
      .staticFramework, .staticFramework, .staticFramework, .staticLibrary, .plugIn, .resources,
      .resources,
    ]
    let macPercent = [0, 100, 100, 50][Int.random(in: 0..<4, using: &random)]
    let specs = Int.random(in: 1...2, using: &random)
    let settingsPercent = Bool.random(using: &random) ? 15 : 0
    // The more dependencies are plain, the less goes wrong by itself.
    let oddPercent = [5, 15, 35][Int.random(in: 0..<3, using: &random)]
    for number in 0..<Int.random(in: 4...13, using: &random) {
      let type = number == 0 ? .application : types[Int.random(in: types.indices, using: &random)]
      var target = SimulatedTarget(
        name: "M\(number < 10 ? "0" : "")\(number)", type: type,
        isMac: random.percent(macPercent), spec: Int.random(in: 0..<specs, using: &random))
      if type == .framework || type == .staticFramework, random.percent(settingsPercent) {
        for configuration in ["Debug", "Release"] where random.percent(60) {
          target.machOTypes[configuration] = random.percent(50) ? "staticlib" : "mh_dylib"
        }
      }
      target.hasObjCFlag = random.percent(settingsPercent / 2)
      target.mergesLibraries = type == .application && random.percent(settingsPercent)
      if random.percent(settingsPercent) {
        target.minimum = ["9.0", "16", "16.4"][Int.random(in: 0..<3, using: &random)]
      }
      targets.append(target)
    }
    binaries = [
      SimulatedBinary(name: "Archive", isStatic: true),
      SimulatedBinary(name: "Loaded", isStatic: false),
      SimulatedBinary(name: "Brought", isStatic: false, isEmbeddedOtherwise: true),
    ]
    for _ in 0..<Int.random(in: 6...40, using: &random) {
      addDependency(oddPercent: oddPercent, using: &random)
    }
  }

  private mutating func addDependency(
    oddPercent: Int, using random: inout some RandomNumberGenerator
  ) {
    let tail = Int.random(in: targets.indices, using: &random)
    let lot = Int.random(in: 0..<20, using: &random)
    var dependency: SimulatedDependency
    if lot == 0 {
      let binary = binaries[Int.random(in: binaries.indices, using: &random)]
      dependency = SimulatedDependency(binary.name, .binary)
    } else if lot == 1 {
      dependency = SimulatedDependency("Kit", .package)
    } else {
      let head = targets[Int.random(in: targets.indices, using: &random)]
      guard head.name != targets[tail].name else { return }
      guard let form = form(of: head, in: targets[tail]) else { return }
      dependency = SimulatedDependency(head.name, form)
    }
    guard !targets[tail].dependencies.contains(where: { $0.name == dependency.name }) else {
      return
    }
    if random.percent(oddPercent) { dependency.link = Bool.random(using: &random) }
    if random.percent(oddPercent) { dependency.embed = Bool.random(using: &random) }
    if random.percent(oddPercent / 3) { dependency.isWeak = true }
    if random.percent(oddPercent / 3) {
      dependency.copy =
        ["frameworks", "plugins", "resources"][
          Int.random(in: 0..<3, using: &random)]
    }
    if random.percent(oddPercent / 3) {
      dependency.platformFilter = Bool.random(using: &random) ? "iOS" : "macOS"
    }
    targets[tail].dependencies.append(dependency)
  }

  /// How a target can depend on another one at all.
  private func form(
    of head: SimulatedTarget, in tail: SimulatedTarget
  ) -> SimulatedDependency.Form? {
    if head.spec == tail.spec { return .target }
    if head.type.isFramework { return .product }
    return head.type == .resources ? .bundle : nil
  }
}

extension RandomNumberGenerator {
  mutating func percent(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &self) < share }
}
