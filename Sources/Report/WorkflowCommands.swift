/// What GitHub's runner takes for a command in the output of a step.
public enum WorkflowCommands {
  /// `text` so that no line of it is a command: names and paths in it come from strangers.
  ///
  /// A command starts with `::` or has `##[` anywhere (`ActionCommand.cs` of the runner). Text with
  /// either stands between the commands that stop and resume, with a token that it does not hold;
  /// one without letters, for the runner does not tell their case.
  public static func fence(_ text: String) -> String {
    func holds(_ part: String) -> Bool { text.utf8.firstRange(of: part.utf8) != nil }
    guard holds("::") || holds("##[") else { return text }
    var number = 0
    while holds("--\(number)--") { number += 1 }
    return "::stop-commands::--\(number)--\n\(text)::--\(number)--::\n"
  }
}
