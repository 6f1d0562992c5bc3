import Text

extension ForeignWords {
  static let commands = ForeignWords([
    .init(
      "check run analyze analyse verify validate test audit scan inspect cruise ci report violations",
      "lint"),
    .init("format autocorrect autofix correct apply repair", "fix"),
    .init(
      "draw show tree deps dependencies dot render visualize visualise viz diagram depgraph mermaid "
        + "export", "graph"),
    .init("setup new generate configure config bootstrap scaffold", "init"),
    .init("metrics count statistics measure complexity", "stats"),
    .init("ls modules targets packages", "list"),
    .init("trace reason chain paths whydepends", "why"),
    .init("describe info docs doc man", "explain"),
    .init("compare delta changes pr", "diff"),
    .init("impact impacted changed dependents rdeps", "affected"),
    .init("log trend evolution", "history"),
    .init("resolve parse print", "dump"),
    .init("todo freeze snapshot known", "baseline"),
    .init("except exempt suppress accept permit ignore waive", "allow"),
    .init("version", "--version"),
  ])

  /// Options of other tools.
  ///
  /// A meaning with `--` is an option that the command has to have; after `in`, it is the command.
  static let options = ForeignWords(ofRuns + ofReports + ofCommands)

  private static let ofRuns: [Entry] = [
    .init("only onlyrule onlyrules select rules", "--rule", help: "'--rule' selects a rule"),
    .init(
      "only rule rules select enable disable skip ignore onlyrule onlyrules enablerule disablerule "
        + "extendselect", "rules",
      help: "rules.yml says which rules run: 'rules: { cycle: off }'"),
    .init(
      "dryrun check preview noop pretend plan n", "--diff",
      help: "'--diff' shows the changes and writes nothing"),
    .init(
      "dryrun preview noop stdout n", "--print", help: "'--print' shows the file and writes nothing"
    ),
    .init(
      "dryrun check noop readonly n", beside: "in lint", help: "'modlint lint' changes no file"),
    .init(
      "configfile rulesfile configuration conf rcfile settings c", "--config",
      help: "'--config FILE' names the rules file"),
    .init(
      "exclude excludes ignorepath ignorepattern excludepath excludepattern extendexclude skippath",
      "exclude", help: "'exclude' in rules.yml leaves folders out"),
    .init(
      "path paths root projectroot projectdir project workspace cwd directory dir workingdirectory "
        + "rootdir", "path", help: "the path is an argument: 'modlint lint PATH'"),
    .init(
      "changed changedonly onlychanged diffbase base from against compare newfromrev ref branch",
      "--since", help: "'--since REV' reports what is new since a revision"),
    .init("cached index stagedonly", "--staged", help: "'--staged' checks the index"),
    .init("threads parallel workers concurrency j", "--jobs", help: "'--jobs N' sets the threads"),
  ]

  private static let ofReports: [Entry] = [
    .init("json", "--format", help: "'--format json' prints JSON"),
    .init("format", "--json", help: "'--json' prints JSON"),
    .init(
      "reporter reporters outputformat outformat outputtype formatter reportformat report f",
      "--format", help: "'--format' names the format"),
    .init(
      "sarif github gitlab junit checkstyle markdown xcode html dot mermaid svg", "--format",
      help: "'--format %' chooses the format"),
    .init(
      "exitzero nofail nofailure warnonly softfail lenient allowfailures", beside: "in lint",
      help: "what has the severity 'warning' in rules.yml, or is in the baseline, fails no run"),
    .init(
      "maxwarnings failonwarning failonwarnings warningsaserror warningsaserrors werror denywarnings "
        + "fatalwarnings faillevel failon", "--strict", help: "'--strict' fails on warnings"),
    .init("o out outfile outputfile", "--output", help: "'--output FILE' writes to a file"),
    .init(
      "o output out outfile outputfile", beside: "in graph",
      help: "the graph is printed: 'modlint graph --format svg >graph.svg'"),
    .init("silent", "--quiet", help: "'--quiet' prints nothing without findings"),
    .init("debug trace v", "--verbose", help: "'--verbose' prints every finding by itself"),
    .init("nocolor nocolour nocolors", "--color", help: "'--color never' prints no colors"),
  ]

  private static let ofCommands: [Entry] = [
    .init(
      "fix autofix autocorrect correct apply write", "fix", help: "'modlint fix' changes files"),
    .init("init setup generateconfig", "init", help: "'modlint init' writes rules.yml"),
    .init("tree graph diagram", "graph", help: "'modlint graph' draws the modules"),
    .init(
      "baseline baselinefile writebaseline createbaseline updatebaseline generatebaseline",
      "baseline", help: "'modlint baseline create' records known findings"),
    .init("listrules showrules", "rules", help: "'modlint rules' lists the rules"),
    .init("explain", "explain", help: "'modlint explain RULE' explains a rule"),
    .init("stats statistics metrics", "stats", help: "'modlint stats' measures the graph"),
    .init("why", "why", help: "'modlint why A B' shows how a module depends on another"),
    .init(
      "affected impacted", "affected", help: "'modlint affected --since REV' lists the modules"),
    .init("diff", "diff", help: "'modlint diff REV' compares with a revision"),
  ]
}
