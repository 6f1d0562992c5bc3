internal import Text

extension ForeignWords {
  /// Keys, rules, severities and other words that rules.yml does not have, of dependency-cruiser,
  /// deptrac, ESLint, import-linter, packwerk, ruff and SwiftLint.
  static let inRules = ForeignWords(ofValues + ofFile + ofLayers + ofConstraints + ofRules)

  private static let ofValues: [Entry] = [
    .init("warn warnings info hint notice minor low medium 1", "warning"),
    .init("none ignore ignored disable disabled skip allow allowed never false no 0", "off"),
    .init(
      "err fail failure fatal critical high blocker major strict deny forbid forbidden always on "
        + "yes true enable enabled default 2", "error"),
    .init("none off never false no 0 deny forbidden disallow", "forbid"),
    .init("all any always on yes true 1 allowed", "allow"),
    .init("all any lower every everything transitive *", "below"),
    .init("adjacent direct neighbor neighbour one strict 1", "next"),
    .init("yes on 1", "true"),
    .init("no off 0", "false"),
  ]

  private static let ofFile: [Entry] = [
    .init(
      "disabledrules disable disabled skiprules ignorerules", "rules",
      help: "a rule is switched off by its severity: 'rules: { %: off }'"),
    .init(
      "optinrules onlyrules enabledrules analyzerrules enable enabled select extendselect", "rules",
      help: "a rule is switched on by its severity: 'rules: { %: error }'"),
    .init(
      "severity severities level strict lenient warningthreshold enforcedependencies "
        + "enforceprivacy enforcelayers", "rules",
      help: "each rule has its severity: 'rules: { cycle: warning }'; '--strict' fails on warnings"),
    .init(
      "include included includeonly source sources path paths files rootpackage rootpackages targets",
      "specs",
      help:
        "every spec below rules.yml is read; 'specs' narrows that, and 'exclude' leaves folders out"
    ),
    .init("ignores ignorepaths ignorepatterns excludepaths excludefiles extendexclude", "exclude"),
    .init(
      "extends inherit inheritfrom parentconfig childconfig imports plugins overrides",
      beside: "layers",
      help:
        "a rules.yml is complete in itself; several workspaces share one by 'modlint --config FILE'"
    ),
    .init(
      "reporter format output cachepath swiftversion", beside: "layers",
      help: "options of a run are given on the command line: 'modlint lint --help'"),
    .init(
      "baseline knownviolations packagetodo skipviolations", beside: "layers",
      help: "'modlint baseline create' records known findings in modlint-baseline.yml"),
    .init("modules components elements architecture architecturelayers", "layers"),
    .init(
      "contracts", "links",
      help: "an order of layers is the list 'layers'; each other contract is an entry of 'links'"),
    .init(
      "allow allowed only", "links",
      help: "write 'links: [{ id: owner, only: \"A -> B\" }]', or 'reach' and 'peers' of a layer"),
    .init(
      "forbid forbidden deny disallow banned constraints boundaries dependencies ruleset", "links",
      help: "write 'links: [{ id: no-b, forbid: \"A -> B\" }]'"),
    .init("ignoreimports ignoreviolations allowlist suppressions perfileignores", "exceptions"),
    .init("groups labels categories", "tags"),
    .init("mocks tests testtargets", "test-support"),
    .init("protocols apis public", "interfaces"),
    .init("xcodeproj xcodeprojects workspace", "projects"),
  ]

  private static let ofLayers: [Entry] = [
    .init(
      "path paths pattern patterns folder folders directory directories match glob include files "
        + "targets packages contains collectors", "modules"),
    .init("id layer title", "name"),
    .init(
      "allow allowed canuse mayuse uses canlink dependson dependencies deps access imports",
      "reach",
      help: "'reach: [%]' lists the layers that it may link"),
    .init(
      "siblings samelayer independent horizontal closed slices", "peers",
      help: "'peers' is forbid, allow or '{ within: \"features/*\" }'"),
    .init("in inside by slice slices path folder pattern", "within"),
    .init("type kind mode link", "linkage"),
    .init("framework product library pod thirdparty vendor", "external"),
    .init("system apple", "sdk"),
    .init(
      "module modules target targets name path folder file", beside: "external",
      help: "modules are named alone, as in 'A' or 'a/**'"),
  ]

  private static let ofConstraints: [Entry] = [
    .init(
      "from source sources sourcemodules importer module modules target", "forbid",
      to: "to target targets forbiddenmodules imported destination dependency dependencies",
      help: "write both ends as 'forbid: \"%\"'"),
    .init("deny disallow forbidden ban banned", "forbid"),
    .init("allow allowed exclusive owner", "only"),
    .init("name title", "id"),
    .init("reason message comment description why note", "because"),
    .init("fix suggestion alternative use hint", "instead"),
    .init("docs link reference", "url"),
    .init("level", "severity"),
    .init(
      "type kind layers containers rule transitive", beside: "forbid",
      help: "a constraint is 'forbid' or 'only', with '->>' for links through others; "
        + "an order of layers is the list 'layers'"),
    .init(
      "from source importer", "link", to: "to target imported destination dependency",
      help: "write both ends as 'link: \"%\"'"),
    .init("dependency edge import", "link"),
    .init("because message comment description why note", "reason"),
    .init("expires expiry validuntil deadline date", "until"),
    .init("rules rulename id check code", "rule"),
    .init("path paths spec files", "file"),
    .init("target targets name modules package", "module"),
  ]

  private static let ofRules: [Entry] = [
    .init("level type enabled", "severity", help: "'off' switches a rule off"),
    .init("max maximum threshold count", "limit"),
    .init(
      "ignore exclude excluded except exceptions allow", beside: "severity",
      help: "what a rule does not apply to is listed under 'exceptions', with a reason"),
    .init(
      "nocircular circular circulardependency circulardependencies nocycle nocycles cycles "
        + "import/nocycle acyclicsiblings", "cycle"),
    .init("noorphans orphans unreachable unusedmodule unusedmodules", "orphan"),
    .init(
      "unusedimport unusedimports unuseddependency unuseddependencies redundant", "unused-link"),
    .init(
      "implicitimport implicitdependency missingdependency missingdependencies missingimport",
      "undeclared-import"),
    .init(
      "all recommended", beside: "cycle",
      help: "rules are set one by one, and 'modlint rules' lists them"),
    .init("nottounresolvable unresolved nounresolved unresolvable", "unknown-module"),
    .init("layers layer layering layerviolation architecture", "upward"),
    .init("independence siblings peers samelevel", "same-layer"),
    .init("nottotest nottospec testsinproduction testsupport", "test-support-in-product"),
    .init("staticsideeffects duplicatesymbols duplicatelibraries", "duplicate-static"),
    .init("embed embedding notembedded missingframeworks", "missing-embed"),
    .init("forbidden forbid boundaries dependencies privacy customrules", "link-constraint"),
  ]
}
