import Architecture
import ArgumentParser

struct BaselineOptions: ParsableArguments {
  @Argument(help: "The workspace, by any folder in it.", completion: .directory)
  var path: String = "."

  @Option(
    help: "The date (YYYY-MM-DD) to check exceptions against (default: today, UTC).")
  var today: Day?

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions
}
