// What lies in bundles, and what the loader and the code look for there.
extension LinkSimulation {
  /// Whether XcodeGen copies the product of a dependency into the bundle of a target.
  static func isCopied(
    _ dependency: SimulatedDependency, by tail: SimulatedTarget, in workspace: SimulatedWorkspace
  ) -> Bool {
    switch dependency.form {
    case .package: return dependency.embed == true
    case .bundle: return tail.type != .staticLibrary && tail.type != .dynamicLibrary
    case .binary, .product: return dependency.embed ?? (tail.type.isApp || tail.type.isTest)
    case .target:
      if let embed = dependency.embed { return embed }
      guard let head = workspace.target(dependency.name) else { return false }
      // XcodeGen looks at the type alone: it does not see what single configurations say.
      if head.type == .staticFramework || head.type == .staticLibrary { return false }
      if tail.type.isApp { return true }
      return tail.type.isTest && (head.type == .framework || head.type.isBundle)
    }
  }

  func copies(of name: String) -> [SimulatedDependency] {
    guard let target = workspace.target(name) else { return [] }
    return dependencies(of: name).filter { Self.isCopied($0, by: target, in: workspace) }
  }

  /// What lies in the `Frameworks` folder of a target.
  private func frameworksFolder(of name: String) -> Set<String> {
    Set(copies(of: name).filter { isForFrameworks($0) }.map(\.name))
  }

  /// XcodeGen puts a library that it knows as a target among the resources.
  private func isForFrameworks(_ dependency: SimulatedDependency) -> Bool {
    let isLibrary = dependency.form == .target && type(dependency.name) == .dynamicLibrary
    return (dependency.copy ?? (isLibrary ? "resources" : "frameworks")) == "frameworks"
  }

  /// The dynamic frameworks in the bundle of a target, and those in theirs.
  private func frameworks(in name: String) -> Set<String> {
    var found: Set<String> = []
    var open = [name]
    while let holder = open.popLast() {
      for inner in copies(of: holder).map(\.name)
      where type(inner)?.isFramework == true && !isStatic(inner) && found.insert(inner).inserted {
        open.append(inner)
      }
    }
    return found
  }

  /// The applications around a macOS application.
  private func surroundings(of app: String) -> [String] {
    guard let helper = workspace.target(app), helper.type == .application, helper.isMac else {
      return []
    }
    return workspace.targets.filter { other in
      other.type.isApp && other.name != app
        && other.dependencies.contains {
          $0.name == app && Self.isCopied($0, by: other, in: workspace)
        }
    }.map(\.name)
  }

  /// The applications of which all around them have the framework, whatever the platform, or are such
  /// applications themselves.
  private func appsInside(of framework: String) -> Set<String> {
    let holders = workspace.targets.filter { target in
      target.type.isApp
        && target.dependencies.contains { dependency in
          dependency.name == framework && isForFrameworks(dependency)
            && Self.isCopied(dependency, by: target, in: workspace)
        }
    }.map(\.name)
    var inside: Set<String> = []
    while true {
      let more = workspace.targets.map(\.name).filter { app in
        let around = surroundings(of: app)
        return !inside.contains(app) && !around.isEmpty
          && around.allSatisfy { holders.contains($0) || inside.contains($0) }
      }
      if more.isEmpty { return inside }
      inside.formUnion(more)
    }
  }

  /// What the loader does not find, by application.
  func missingFrameworks() -> Set<String> {
    var found: Set<String> = []
    for app in workspace.targets where app.type.isApp && isBuilt(app.name) {
      var missing = missing(launching: app.name, in: app.name)
      for inner in copies(of: app.name).map(\.name)
      where type(inner) == .appExtension || type(inner) == .service {
        missing.formUnion(self.missing(launching: inner, in: app.name))
      }
      for framework in missing { found.insert("missing-embed \(app.name) -> \(framework)") }
    }
    return found
  }

  /// Follows the load commands of `executable`, which lies in the bundle of `app`.
  private func missing(launching executable: String, in app: String) -> Set<String> {
    let folders = frameworksFolder(of: app).union(frameworksFolder(of: executable))
    var umbrellas = frameworks(in: app).union(frameworks(in: executable))
    for outer in allSurroundings(of: app) { umbrellas.formUnion(frameworks(in: outer)) }
    var missing: Set<String> = []
    var images: Set<String> = [executable]
    var open = [executable]
    while let image = open.popLast() {
      let commands = parts(of: image, skippingWeak: true).flatMap {
        links(of: $0, skippingWeak: true)
      }.filter { !isStatic($0) }
      for framework in commands {
        let isBrought = umbrellas.contains { umbrella in
          frameworksFolder(of: umbrella).contains(framework)
            && process(of: umbrella).contains(image)
        }
        let isThere =
          folders.contains(framework) || image != executable && isBrought
          || appsInside(of: framework).contains(app)
          || workspace.binary(framework)?.isEmbeddedOtherwise == true
        if !isThere { missing.insert(framework) }
        if images.insert(framework).inserted { open.append(framework) }
      }
    }
    return missing
  }

  /// What Xcode has left out of the copies in bundles, since applications have merged it, and others load.
  func mergedFrameworks() -> Set<String> {
    var found: Set<String> = []
    for app in workspace.targets where app.type.isApp && app.mergesLibraries && isBuilt(app.name) {
      let merged = dependencies(of: app.name).filter { dependency in
        dependency.form == .target && !dependency.isWeak && isDynamic(dependency.name)
          && link(dependency, in: app.name) == .certain
          && Self.isCopied(dependency, by: app, in: workspace)
      }.map(\.name)
      let extensions = copies(of: app.name).map(\.name).filter { type($0) == .appExtension }
      let loaded = ([app.name] + extensions).flatMap { process(of: $0) }.filter {
        isDynamic($0) && type($0) != nil
      }
      for image in Set(extensions + loaded).subtracting(merged + [app.name]) {
        let needed = parts(of: image, skippingWeak: true).flatMap {
          links(of: $0, skippingWeak: true)
        }
        for library in Set(needed).intersection(merged)
        where !copies(of: image).contains(where: { $0.name == library }) {
          found.insert("missing-embed \(image) -> \(library)")
        }
      }
    }
    return found
  }

  private func allSurroundings(of app: String) -> Set<String> {
    var found: Set<String> = []
    var open = [app]
    while let inner = open.popLast() {
      for outer in surroundings(of: inner) where found.insert(outer).inserted { open.append(outer) }
    }
    return found
  }

  /// The resource bundles that code of a process asks for and that nobody has copied.
  func missingBundles() -> Set<String> {
    var found: Set<String> = []
    for product in workspace.targets
    where (product.type.isApp || product.type == .appExtension) && isBuilt(product.name) {
      let modules = process(of: product.name)
      for module in modules {
        for bundle in dependencies(of: module).map(\.name)
        where type(bundle) == .resources && isBuilt(bundle) {
          let holders =
            [product.name]
            + modules.filter { holder in
              type(holder)?.isFramework == true && isDynamic(holder)
                && (holder == module || parts(of: holder).contains(module))
            }
          if !holders.contains(where: { copiesBundle(bundle, $0) }) {
            found.insert("missing-bundle \(product.name) -> \(bundle)")
          }
        }
      }
    }
    return found
  }

  private func copiesBundle(_ bundle: String, _ holder: String) -> Bool {
    // XcodeGen embeds in applications and tests, and only then looks where to.
    let embeds = type(holder)?.isApp == true || type(holder)?.isTest == true
    let isAsked = dependencies(of: holder).contains {
      $0.name == bundle && $0.copy != nil && $0.embed ?? embeds && $0.form == .target
    }
    return isAsked || copies(of: holder).contains { $0.name == bundle }
  }
}

/// What the specs say by themselves, whatever is launched.
enum NestedFrameworks {
  /// Frameworks inside extensions and frameworks, which the store refuses but for the Mac.
  static func findings(in workspace: SimulatedWorkspace) -> Set<String> {
    var found: Set<String> = []
    for target in workspace.targets where !target.isMac {
      let configurations = ["Debug", "Release"].map {
        LinkSimulation(workspace: workspace, platform: "iOS", configuration: $0)
      }
      let isChecked =
        target.type == .appExtension
        || target.type.isFramework && configurations.contains { $0.isDynamic(target.name) }
      guard isChecked else { continue }
      for dependency in target.dependencies where dependency.platformFilter != "macOS" {
        guard LinkSimulation.isCopied(dependency, by: target, in: workspace),
          (dependency.copy ?? "frameworks") == "frameworks"
        else { continue }
        let isFramework: Bool =
          switch dependency.form {
          case .binary, .product: true
          case .bundle, .package: false
          case .target:
            if let type = workspace.target(dependency.name)?.type {
              type.isFramework || dependency.copy != nil && type.isLinkable
            } else {
              false
            }
          }
        if isFramework {
          found.insert("nested-embed \(target.name) -> \(dependency.name)")
        }
      }
    }
    return found
  }

  /// What is shipped inside an application only, and is inside none.
  static func unembedded(in workspace: SimulatedWorkspace) -> Set<String> {
    let inner = workspace.targets.filter { one in
      (one.type == .clip || one.type == .appExtension || one.type == .service)
        && workspace.targets.contains { $0.type == .application && $0.isMac == one.isMac }
    }
    let alone = inner.filter { one in
      !workspace.targets.contains { holder in
        let mayHold =
          holder.type.isApp || holder.type == .appExtension
          || one.type == .service && (holder.type.isFramework || holder.type == .service)
        return mayHold && holder.name != one.name
          && holder.dependencies.contains {
            // An application that says no has a reason.
            $0.name == one.name
              && ($0.embed == false && holder.type.isApp
                || LinkSimulation.isCopied($0, by: holder, in: workspace))
          }
      }
    }
    return Set(alone.map { "unembedded-extension \($0.name)" })
  }
}

extension SimulatedWorkspace {
  /// Links to what needs a newer system, which the compiler refuses to import.
  var newerDependencies: Set<String> {
    var found: Set<String> = []
    for tail in targets {
      for dependency in tail.dependencies where [.target, .product].contains(dependency.form) {
        guard let head = target(dependency.name), head.isMac == tail.isMac,
          dependency.platformFilter ?? (tail.isMac ? "macOS" : "iOS")
            == (tail.isMac ? "macOS" : "iOS"),
          dependency.link ?? head.type.isLinkable, let own = tail.minimum, let needed = head.minimum
        else { continue }
        // As many numbers as the longer one has, and "16" is "16.0".
        let versions = [own, needed].map { $0.split(separator: ".").map { Int($0) ?? 0 } + [0] }
        if versions[0].lexicographicallyPrecedes(versions[1]),
          Array(versions[0].prefix(2)) != Array(versions[1].prefix(2))
        {
          found.insert("deployment-target \(tail.name) -> \(head.name)")
        }
      }
    }
    return found
  }
}
