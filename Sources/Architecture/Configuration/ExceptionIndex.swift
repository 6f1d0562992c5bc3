internal import Diagnostics
internal import Paths
internal import Text

/// The exceptions of rules.yml by what they are about, so that each finding is compared with few.
public struct ExceptionIndex: Sendable {
  private var byRule: [RuleID: Entries] = [:]

  /// The exceptions of one rule, by their numbers.
  fileprivate struct Entries: Sendable {
    /// By the name of the module, or of the one that links, where it has no wildcards.
    var byName: [String: [Int]] = [:]
    /// By the folder or file that all files lie in that they are about.
    var byFolder: [ArraySlice<UInt8>: [Int]] = [:]
    var others: [Int] = []
  }

  init(_ exceptions: [Configuration.Exception]) {
    for (number, exception) in exceptions.enumerated() {
      byRule[exception.rule, default: Entries()].insert(number, exception.about)
    }
  }

  /// The exceptions from `rule` that may speak of a link from the module `name`, or of that module, or
  /// of an error in the file at `path`, in order.
  func candidates(_ rule: RuleID, name: String?, path: String? = nil) -> [Int] {
    guard let entries = byRule[rule] else { return [] }
    var found = entries.others
    if let name { found += entries.byName[name] ?? [] }
    if let path, !entries.byFolder.isEmpty {
      for start in Path(path).starts { found += entries.byFolder[start] ?? [] }
    }
    return found.sorted()
  }
}

extension ExceptionIndex.Entries {
  fileprivate mutating func insert(_ number: Int, _ about: Configuration.Exception.About) {
    switch about {
    case .link(let glob, _), .module(let glob):
      guard let name = glob.literal else { return others.append(number) }
      byName[String(decoding: name, as: UTF8.self), default: []].append(number)
    case .file(let pattern):
      let folder = pattern.firstFolder
      if folder.isEmpty {
        others.append(number)
      } else {
        byFolder[folder, default: []].append(number)
      }
    }
  }
}
