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

  /// Options of other tools; a meaning with `--` is an option that the command has to have.
  static let options = ForeignWords([
    .init(
      "dryrun check preview noop", "--diff", help: "'--diff' shows the changes and writes nothing"),
    .init(
      "base from changed against", "--since",
      help: "'--since REV' reports what is new since a revision"),
    .init(
      "reporter outputformat outputtype formatter", "--format",
      help: "'--format' names the format"),
    .init(
      "json sarif github gitlab junit html dot mermaid svg", "--format",
      help: "'--format %' chooses the format"),
    .init(
      "maxwarnings failonwarnings werror", "--strict", help: "'--strict' fails on warnings"),
    .init(
      "exitzero nofail warnonly", "rules",
      help: "what has the severity 'warning' in rules.yml, or is in the baseline, fails no run"),
    .init(
      "only select enable disable skip", "rules",
      help: "rules.yml says which rules run: 'rules: { cycle: off }'"),
    .init("fix autofix autocorrect", "fix", help: "'modlint fix' changes files"),
    .init("init", "init", help: "'modlint init' writes rules.yml"),
    .init(
      "baseline writebaseline", "baseline",
      help: "'modlint baseline create' records known findings"),
  ])
}
