import Graph

// The library as a dynamic framework, or in one.
extension CopyAdvisor {
  /// Whether a library can be dynamic in all views because nothing else absorbs its static modules.
  mutating func absorbsForItself(_ library: ModuleID) -> Bool {
    if views[0].graph.isLinkedByMergingApp(library) { return false }
    for number in views.indices where views[number].kinds[library].contains(.isStatic) {
      let view = views[number]
      guard !isInCycle(library, number) else { return false }
      let inside = walk(.absorbed, library, number)
      let isAlone = inside.allSatisfy { module in
        module == library
          || view.graph.links(to: module).allSatisfy {
            !view.does(.absorbs, $0) || inside.contains($0.from)
          }
      }
      let images = walk(.bringing, library, number)
      guard isAlone, images.allSatisfy({ loads($0, library, likeIn: number) }),
        !bringsBundles(for: inside, in: images, view)
      else { return false }
    }
    return true
  }

  /// Whether an image that absorbs a library already loads it in a configuration in which the
  /// library is dynamic.
  ///
  /// Otherwise, possibly no bundle embeds it.
  private mutating func loads(
    _ module: ModuleID, _ library: ModuleID, likeIn number: Int
  ) -> Bool {
    !views[number].kinds[module].contains(.isImage)
      || views.indices.contains {
        views[$0].platform == views[number].platform
          && views[$0].kinds[library].contains(.isDynamic)
          && walk(.loading, library, $0).contains(module)
      }
  }

  /// Whether a framework among `images` copies a resource bundle for code of `modules`, which needs
  /// that copy unless `kept` has one as well.
  func bringsBundles(
    for modules: ModuleSet, in images: some Sequence<ModuleID>, besides kept: ModuleID? = nil,
    _ view: PlatformLinkage
  ) -> Bool {
    guard hasBundles else { return false }
    let frameworks = ModuleSet(images.filter { view.kinds[$0].contains([.isDynamic, .isImage]) })
    return modules.contains { module in
      view.graph.links(from: module).contains { link in
        guard view.graph[link.to].roles.contains(.resourceBundle) else { return false }
        let copying = view.graph.links(to: link.to).filter(\.isCopying).map(\.from)
        return copying.contains { frameworks.contains($0) } && !copying.contains { $0 == kept }
      }
    }
  }

  /// Returns the library and its dependencies that others link as well; `nil` if one framework
  /// around them would leave copies or add dependencies to images without them.
  mutating func wrapped(_ library: ModuleID) -> [ModuleID]? {
    if let known = knownWraps[library] { return known }
    let wrapped = findWrapped(library)
    knownWraps[library] = .some(wrapped)
    return wrapped
  }

  private mutating func findWrapped(_ library: ModuleID) -> [ModuleID]? {
    // In a cycle, the framework would load its dependents, and the owners of copies would change.
    for number in views.indices where isInCycle(library, number) { return nil }
    var wrapped: ModuleSet = [library]
    for number in views.indices {
      let view = views[number]
      let inside = walk(.absorbed, library, number)
      for module in inside {
        // A module that is dynamic in some configuration is not part of the framework there.
        guard isAlwaysStatic(module), !isSkipped(module, view) else { return nil }
        let isLinkedOutside = view.graph.links(to: module).contains {
          (view.does(.absorbs, $0) || view.isSkipped($0)) && !inside.contains($0.from)
        }
        guard isLinkedOutside else { continue }
        if view.graph.isLinkedByMergingApp(module) { return nil }
        wrapped.insert(module)
      }
    }
    for number in views.indices {
      let images = walk(.bringing, library, number)
      guard !bringsBundles(for: walk(.absorbed, library, number), in: images, views[number])
      else { return nil }
      for module in wrapped {
        // An image that links only a part would get all of the framework.
        let isWanted = walk(.bringing, module, number).allSatisfy {
          !views[number].kinds[$0].contains(.isImage) || images.contains($0)
        }
        guard !isInCycle(module, number), isWanted || needsNothing(library, number) else {
          return nil
        }
      }
    }
    return Array(wrapped)
  }

  /// Whether nothing that the library absorbs loads a dynamic module or needs a resource bundle.
  private mutating func needsNothing(_ library: ModuleID, _ number: Int) -> Bool {
    let view = views[number]
    return walk(.absorbed, library, number).allSatisfy { module in
      view.graph.links(from: module).allSatisfy { link in
        !view.graph[link.to].roles.contains(.resourceBundle)
          && (!view.does(.loads, link) || view.kinds[link.to].contains(.isStatic))
      }
    }
  }

  /// Whether a binary is dynamic on other platforms, so that its vendor can build it that way.
  func isVendoredDynamically(_ library: ModuleID) -> Bool {
    views[0].graph[library].isBinary
      && views.contains { $0.kinds[library].contains(.isDynamic) }
  }

  /// Whether an image imports a module that it absorbs in no view.
  private func isSkipped(_ module: ModuleID, _ view: PlatformLinkage) -> Bool {
    view.graph.links(to: module).contains { link in
      // Advice replaces the links that are declared.
      !link.flags.contains(.linked) && view.isSkipped(link)
        && !views.contains { $0.does(.absorbs, link) }
    }
  }

  /// Whether a module is static in every view in which anything links it.
  func isAlwaysStatic(_ module: ModuleID) -> Bool {
    views.allSatisfy { view in
      view.kinds[module].contains(.isStatic)
        || !view.graph.links(to: module).contains { view.does(.loads, $0) }
    }
  }

  private mutating func isInCycle(_ module: ModuleID, _ number: Int) -> Bool {
    if let known = cyclic[number] { return known.contains(module) }
    let view = views[number]
    let components = view.subgraph(of: ModuleSet(view.graph.modules), along: .loads)
      .stronglyConnectedComponents()
    let found = ModuleSet(components.cyclic.joined())
    cyclic[number] = found
    return found.contains(module)
  }
}
