import Diagnostics
import Projects
import Report
@testable import SpecReading
import TestSupport
import Testing

/// The schema refuses what lint reports, and nothing else: for every key that XcodeGen reads, with values
/// of every kind.
///
/// A schema knows neither the other files of a spec nor what names refer to.
@Suite struct SchemaAgreementTests {
  private static let values: [SampleValue] = {
    let scalars: [SampleValue] = [
      .text("x"), .blank, .number(7), .number(1), .decimal(1.5), .bool(true),
    ]
    let entry = { (value: SampleValue) in SampleValue.map([("x", value)]) }
    return scalars + [.list([]), .map([])]
      + scalars.filter { $0.type != "null" }.map { .list([$0]) }
      + scalars.map(entry) + [
        .list([.list([.text("x")])]), .list([.map([])]), .list([entry(.text("x"))]),
        .list([.text("x"), .map([])]), entry(.list([.text("x")])), entry(.map([])),
        entry(entry(.text("x"))), entry(.list([entry(.text("x"))])),
      ]
  }()

  /// A mapping of the section with what XcodeGen insists on.
  private static func sample(of section: SpecSection) -> SampleValue {
    func text(_ keys: String...) -> SampleValue { .map(keys.map { ($0, .text("x")) }) }
    switch section {
    case .project: return .map([("name", .text("P"))])
    case .target: return .map([("type", .text("framework")), ("platform", .text("iOS"))])
    case .include, .projectReference, .source, .plist: return text("path")
    case .dependency: return text("target")
    case .copy: return .map([("destination", .text("wrapper"))])
    case .plugin: return text("plugin", "package")
    case .package: return .map([("url", .text("x")), ("from", .text("1.0.0"))])
    case .buildScript: return text("script")
    case .buildRule: return text("filePattern", "script")
    case .buildPhase: return .map([("copyFiles", sample(of: .copy))])
    // The others need nothing, or are not judged.
    default: return .map([])
    }
  }

  /// Where a mapping of the section is: the section around it, the key there, and what is between.
  private static func place(
    of section: SpecSection
  ) -> (outer: SpecSection, key: String, wrap: (SampleValue) -> SampleValue)? {
    let list = { SampleValue.list([$0]) }
    let table = { SampleValue.map([("T", $0)]) }
    let plain = { (value: SampleValue) in value }
    switch section {
    case .include: return (.project, "include", list)
    case .options: return (.project, "options", plain)
    case .target: return (.project, "targets", table)
    case .aggregate: return (.project, "aggregateTargets", table)
    case .legacy: return (.target, "legacy", plain)
    case .dependency: return (.target, "dependencies", list)
    case .copy: return (.dependency, "copy", plain)
    case .plugin: return (.target, "buildToolPlugins", list)
    case .package: return (.project, "packages", table)
    case .projectReference: return (.project, "projectReferences", table)
    case .source: return (.target, "sources", list)
    case .buildScript: return (.target, "preBuildScripts", list)
    case .buildRule: return (.target, "buildRules", list)
    case .plist: return (.target, "info", plain)
    case .buildPhase: return (.source, "buildPhase", plain)
    case .fileType: return (.options, "fileTypes", table)
    case .groupOrdering: return (.options, "groupOrdering", list)
    case .deploymentTarget: return (.options, "deploymentTarget", plain)
    default: return nil
    }
  }

  /// A spec in which a mapping of `section` is `mapping`.
  private static func spec(_ section: SpecSection, _ mapping: SampleValue) -> SampleValue {
    guard let place = place(of: section) else { return mapping }
    return spec(
      place.outer, sample(of: place.outer).setting(place.key, to: place.wrap(mapping)))
  }

  /// What a schema cannot tell.
  private static let exempt = [
    // An include or a template may add it.
    " has no 'platform'", " has no 'path'",
    " has no version requirement", "unknown template 'x'",
    // What a text must be like.
    "cannot be read: is a folder", "a target has a blank name",
    // What depends on the platform of the target.
    "only a target with a list of platforms takes one version for each",
    // 12 and 12.0 are one number to it.
    "a version must be a string",
  ]

  /// The keys of a target of whose values lint judges the keys alone.
  private static let unjudged: Set = ["info", "entitlements", "scheme"]

  /// The keys of a section whose values lint judges.
  private static func judgedKeys(of section: SpecSection) -> [(name: String, shape: KeyShape)] {
    projectSections[section.rawValue].keys.flatMap { entry -> [(name: String, shape: KeyShape)] in
      switch entry {
      case .key(.any, _), .unread: []
      case .key(let shape, let names), .strict(let shape, let names), .loose(let shape, let names):
        names.filter { !unjudged.contains($0) }.map { ($0, shape) }
      }
    }
  }

  /// What lint reports about a spec.
  private static func findings(in spec: SampleValue) -> [String] {
    let resolved = Resolved([
      "project.yml": spec.yaml, "x": "name: x\n", "x.yml": "",
    ])
    let rules: Set<RuleID> = [.invalidSpec, .ignoredValue, .unknownKey]
    return resolved.diagnostics.filter { rules.contains($0.rule) }.map(\.message.text)
  }

  @Test(arguments: SpecSection.allCases) func refusesWhatLintReports(_ section: SpecSection) throws
  {
    let validator = try SchemaValidator(specSchema)
    for (name, shape) in Self.judgedKeys(of: section) {
      var values = Self.values
      if case .choice(let words) = shape { values += words.words.map { .text($0) } }
      if case .choices(let words) = shape {
        values += words.words.map { .list([.text($0)]) }
      }
      if let inner = shape.section {
        let sample = Self.sample(of: inner)
        values += [sample, .list([sample]), .map([("x", sample)])]
      }
      for value in values {
        let mapping = Self.sample(of: section).setting(name, to: value)
        let spec = Self.spec(section, mapping)
        let findings = Self.findings(in: spec)
        let unknowable = findings.filter { text in Self.exempt.contains { text.contains($0) } }
        guard findings.isEmpty || unknowable.count < findings.count else { continue }
        #expect(
          validator.accepts(spec) == findings.isEmpty,
          "\(section).\(name): \(value.yaml) \(findings.first ?? "")")
      }
    }
  }
}

extension KeyShape {
  /// The kind of the mappings in a value.
  fileprivate var section: SpecSection? {
    switch self {
    case .section(let section), .sections(let section), .items(let section), .table(let section):
      section
    default: nil
    }
  }
}
