internal import Text

extension ForeignWords {
  /// Keys, rules, severities and other words of other linters that rules.yml does not have.
  static let inRules = ForeignWords(ofValues + ofFile + ofLayers + ofConstraints + ofRules)

  private static let ofValues: [Entry] = [
    .init(
      "warn warnings info information hint notice note advice suggestion minor low medium moderate "
        + "weak 1", "warning"),
    .init(
      "none ignore ignored disable disabled skip skipped allow allowed never silent quiet false no "
        + "0", "off"),
    .init(
      "err errors fail failure fatal critical high severe blocker major strict deny denied forbid "
        + "forbidden always on yes true enable enabled default 2", "error"),
    .init("none off never false no 0 deny denied forbidden disallow disallowed", "forbid"),
    .init("all any always on yes true 1 allowed", "allow"),
    .init("all any lower lowerlayers every everything transitive unlimited *", "below"),
    .init("adjacent direct neighbor neighbors neighbour neighbours one strict 1", "next"),
    .init("yes on 1", "true"),
    .init("no off 0", "false"),
  ]

  private static let ofFile: [Entry] = [
    .init(
      "disabledrules disable disabled skiprules ignorerules", "rules",
      help: "a rule is switched off by its severity: 'rules: { %: off }'"),
    .init(
      "optinrules onlyrules enabledrules analyzerrules whitelistrules enable enabled select "
        + "extendselect checks", "rules",
      help: "a rule is switched on by its severity: 'rules: { %: error }'"),
    .init(
      "severity severities level strict lenient warningthreshold failon enforcedependencies "
        + "enforceprivacy enforcelayers", "rules",
      help: "each rule has its severity: 'rules: { cycle: warning }'; '--strict' fails on warnings"),
    .init(
      "include included includes includeonly source sources src path paths files rootpackage "
        + "rootpackages targets", "specs",
      help:
        "every spec below rules.yml is read; 'specs' narrows that, and 'exclude' leaves folders out"
    ),
    .init("ignores ignorepaths excludepaths excludepatterns extendexclude skip", "exclude"),
    .init(
      "extends extend inherit inheritfrom parent parentconfig childconfig import imports presets "
        + "plugins overrides config", beside: "layers",
      help:
        "a rules.yml is complete in itself; several workspaces share one by 'modlint --config FILE'"
    ),
    .init(
      "reporter format output cachepath swiftversion", beside: "layers",
      help: "options of a run are given on the command line: 'modlint lint --help'"),
    .init(
      "baseline knownviolations todo packagetodo freeze", beside: "layers",
      help: "'modlint baseline create' records known findings in modlint-baseline.yml"),
    .init("modules components elements tiers levels architecture order", "layers"),
    .init(
      "contracts", "links",
      help: "an order of layers is the list 'layers'; each other contract is an entry of 'links'"),
    .init(
      "allow allowed allows permitted only", "links",
      help: "write 'links: [{ id: owner, only: \"A -> B\" }]', or 'reach' and 'peers' of a layer"),
    .init(
      "forbid forbidden deny denied disallow disallowed banned constraints boundaries dependencies "
        + "deps independence edges", "links",
      help: "write 'links: [{ id: no-b, forbid: \"A -> B\" }]'"),
    .init(
      "ignoreimports ignoreviolations allowlist whitelist suppress suppressions exemptions excepts "
        + "perfileignores", "exceptions"),
    .init("groups labels categories aliases", "tags"),
    .init("mocks tests testmodules testtargets testing", "test-support"),
    .init("protocols apis public publicmodules", "interfaces"),
    .init("xcodeproj xcodeprojs xcodeprojects workspace workspaces", "projects"),
  ]

  private static let ofLayers: [Entry] = [
    .init(
      "path paths pattern patterns folder folders dir dirs directory directories match matches glob "
        + "globs include includes files targets module packages contains members", "modules"),
    .init("id layer title label", "name"),
    .init(
      "allow allowed allows canuse mayuse uses canlink maylink links candependon maydependon "
        + "dependson dependencies deps access mayonlyaccesslayers imports", "reach",
      help: "'reach: [%]' lists the layers that it may link"),
    .init(
      "siblings samelayer independent independence horizontal sealed closed slices internal",
      "peers",
      help: "'peers' is forbid, allow or '{ within: \"features/*\" }'"),
    .init("in inside by slice slices path folder pattern", "within"),
    .init("type kind mode link", "linkage"),
    .init("framework product library pod thirdparty vendor", "external"),
    .init("system apple", "sdk"),
    .init(
      "module modules target targets name path folder dir glob file", beside: "external",
      help: "modules are named alone, as in 'A' or 'a/**'"),
  ]

  private static let ofConstraints: [Entry] = [
    .init(
      "from source sources sourcemodules importer importers module modules consumer consumers "
        + "target", "forbid",
      to: "to target targets forbiddenmodules imported importedmodule destination dependency "
        + "dependencies disallow cannotuse provider", help: "write both ends as 'forbid: \"%\"'"),
    .init("deny denied disallow disallowed forbidden ban banned not", "forbid"),
    .init("allow allowed allows permit permitted exclusive owner", "only"),
    .init("name title key label", "id"),
    .init("reason message comment description why note justification", "because"),
    .init("fix suggestion replacement alternative use hint advice", "instead"),
    .init("doc docs link seealso reference more", "url"),
    .init("level", "severity"),
    .init(
      "type kind layers containers rule transitive", beside: "forbid",
      help: "a constraint is 'forbid' or 'only', with '->>' for links through others; "
        + "an order of layers is the list 'layers'"),
    .init(
      "from source importer", "link", to: "to target imported destination dependency",
      help: "write both ends as 'link: \"%\"'"),
    .init("dependency edge import imports", "link"),
    .init("because message comment description why note justification", "reason"),
    .init("expires expiry expiration validuntil deadline date ends", "until"),
    .init("rules rulename id check code", "rule"),
    .init("path paths spec files", "file"),
    .init("target targets name modules package", "module"),
  ]

  private static let ofRules: [Entry] = [
    .init("level type enabled", "severity", help: "'off' switches a rule off"),
    .init("max maximum threshold most count value", "limit"),
    .init(
      "ignore exclude excluded except exceptions allow", beside: "severity",
      help: "what a rule does not apply to is listed under 'exceptions', with a reason"),
    .init(
      "nocircular circular circulardependency circulardependencies nocycle nocycles cycles cyclic "
        + "acyclic import/nocycle dependencycycle acyclicsiblings nodependencycycle", "cycle"),
    .init(
      "noorphans noorphan orphans unreachable nounreachable unusedmodule unusedmodules dead",
      "orphan"),
    .init(
      "unusedimport unusedimports unuseddependency unuseddependencies redundant redundantimport "
        + "redundantimports redundantdependency redundantdependencies", "unused-link"),
    .init(
      "implicitimport implicitimports implicitdependency implicitdependencies missingdependency "
        + "missingdependencies undeclareddependency undeclaredimports missingimport",
      "undeclared-import"),
    .init(
      "all every everything recommended", beside: "cycle",
      help: "rules are set one by one, and 'modlint rules' lists them"),
    .init("nottounresolvable unresolved nounresolved unresolvable unknowntarget", "unknown-module"),
    .init("layers layer layering layerviolation architecture lowerlayer lookup", "upward"),
    .init("independence siblings peers peer samelevel horizontal nopeers", "same-layer"),
    .init(
      "nottotest nottospec notest testinproduction testsinproduction mocksinproduct testsupport",
      "test-support-in-product"),
    .init(
      "staticsideeffects duplicatesymbols duplicatelibrary duplicatelibraries staticproducts",
      "duplicate-static"),
    .init(
      "embed embedding embedded notembedded missingframework missingframeworks", "missing-embed"),
    .init(
      "forbidden forbid boundaries boundary dependency dependencies privacy banned custom customrules",
      "link-constraint"),
  ]
}
