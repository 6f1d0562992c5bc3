import Foundation
import Yams

// yams-load FOLDER: loads each project.yml below a folder into dictionaries, and keeps none.
let root = URL(fileURLWithPath: CommandLine.arguments[1])
guard let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else {
  fatalError("cannot list \(root.path)")
}
var count = 0
for case let file as URL in files where file.lastPathComponent == "project.yml" {
  let text = try String(contentsOf: file, encoding: .utf8)
  if try Yams.load(yaml: text) is [String: Any] { count += 1 }
}
print("\(count) files")
