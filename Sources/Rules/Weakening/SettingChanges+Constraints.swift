internal import Architecture
internal import Diagnostics

// Constraints and tags.
extension SettingChanges {
  mutating func compareConstraints() {
    let standard = Level(today.severity(of: LinkConstraint.id))
    let known = Dictionary(before.links.map { ($0.id, $0) }) { first, _ in first }
    for new in today.links {
      guard let old = known[new.id] else {
        add(.constraint("adding", new.id, at: new.location), isLooser: false)
        continue
      }
      let levels = [old.level ?? standard, new.level ?? standard]
      let sides = [sides(of: old, in: before, roles.names), sides(of: new, in: today, [:])]
      if levels[0] != levels[1] {
        addLevels(
          levels[0], levels[1], of: "constraint '\(new.id.name)'", "constraint \(new.id.name)",
          new.location)
      } else if old.kind != new.kind || sides[0] != sides[1]
        || old.isTransitive != new.isTransitive
      {
        let isLooser =
          old.kind != new.kind || old.isTransitive && !new.isTransitive
          || !sides[1].to.isSuperset(of: sides[0].to)
          || (new.kind == .forbid
            ? !sides[1].from.isSuperset(of: sides[0].from)
            : !sides[1].from.isSubset(of: sides[0].from))
        add(.constraint("the change of", new.id, at: new.location), isLooser: isLooser)
      }
    }
    let kept = Set(today.links.map(\.id))
    for old in before.links where !kept.contains(old.id) {
      add(.constraint("removing", old.id, at: .rulesStart), isLooser: true)
    }
  }

  private struct Sides: Equatable {
    var from: Set<String>
    var to: Set<String>
  }

  /// Returns the terms of both sides, with the current names of layers.
  private func sides(
    of constraint: Configuration.LinkConstraint, in configuration: Configuration,
    _ names: [String: String]
  ) -> Sides {
    func terms(_ selector: Selector) -> Set<String> {
      Set(
        selector.terms.map { term in
          guard case .layer(let number) = term.subject else { return term.text }
          let name = configuration.layers[number].name
          return "\(term.isNegated ? "!" : "")layer:\(names[name] ?? name)"
        })
    }
    return Sides(from: terms(constraint.from), to: terms(constraint.to))
  }

  /// Compares tags: a larger tag makes its bans stricter and its permissions looser.
  mutating func compareTags() {
    let known = Dictionary(before.tags.map { ($0.name, $0) }) { first, _ in first }
    let uses = tagUses
    for tag in today.tags {
      guard let old = known[tag.name] else { continue }
      let (was, now) = (Set(old.patterns.map(\.text)), Set(tag.patterns.map(\.text)))
      guard was != now else { continue }
      let use = uses[tag.name] ?? []
      let isLooser =
        !was.isSubset(of: now) && use.contains(true)
        || !now.isSubset(of: was) && use.contains(false)
      add(Cause("tag", at: tag.location, "the change of tag '\(tag.name)'"), isLooser: isLooser)
    }
  }

  /// For each tag in a constraint, whether a larger tag makes the constraint stricter.
  private var tagUses: [String: Set<Bool>] {
    var uses: [String: Set<Bool>] = [:]
    for constraint in today.links {
      for (terms, forbids) in [
        (constraint.from.terms, constraint.kind == .forbid), (constraint.to.terms, true),
      ] {
        for term in terms {
          guard case .tag(let number) = term.subject else { continue }
          uses[today.tags[number].name, default: []].insert(forbids != term.isNegated)
        }
      }
    }
    return uses
  }
}
