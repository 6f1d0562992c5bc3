import Architecture
import ArgumentParser

struct DayOption: ParsableArguments {
  @Option(
    help: "The date (YYYY-MM-DD) to check exceptions against (default: today, UTC).")
  var today: Day?

  var day: Day { today ?? .today }
}

struct BaselineOptions: ParsableArguments {
  @Argument(help: "The workspace, by any folder in it.", completion: .directory)
  var path: String = "."

  @OptionGroup var date: DayOption

  @OptionGroup(title: WorkspaceOptions.title) var options: WorkspaceOptions
}
