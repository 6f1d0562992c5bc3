internal import Diagnostics
internal import YAML

// Podfile.lock in the format of CocoaPods (cocoapods-core, lockfile.rb).
//
// `PODS` and, for pods from a repository, `CHECKOUT OPTIONS` are read. The file does not contain
// the pods of each target in the Podfile, which is a program.
extension LockFile {
  init(podfileLock text: [UInt8], file: FileID) {
    self.init()
    var parser = Parser(knownKeys: KnownKeys([]), rule: "package-version-mismatch")
    var tree = Tree()
    do throws(Diagnostic) {
      let root = try parser.parse(text, into: &tree, file: file)
      if tree.isMapping(root) {
        readPods(of: root, in: tree)
      } else {
        report(.noPods, at: tree.range(of: root))
      }
    } catch {
      report(error.message, at: error.location ?? file.firstLine)
    }
  }

  private mutating func readPods(of root: NodeID, in tree: Tree) {
    guard let pods = tree.entry(of: root, named: "PODS")?.value else { return }
    guard tree.isSequence(pods) else { return report(.noPods, at: tree.range(of: pods)) }
    let revisions = Self.revisions(of: root, in: tree)
    var numbers: [String: Int] = [:]
    for entry in tree.elements(of: pods) {
      guard let (head, links) = parts(of: entry, in: tree) else { continue }
      guard let pod = PodText(tree.string(head)), let version = pod.version else {
        report(.noPod, at: tree.range(of: head))
        continue
      }
      let number = numbers[pod.root] ?? packages.count
      if number == packages.count {
        numbers[pod.root] = number
        let revision = revisions[pod.root].map { " at \($0)" } ?? ""
        packages.append(
          LockedPackage(
            name: pod.root, manager: .cocoaPods, identity: "pod:" + pod.root,
            version: version + revision, location: tree.range(of: head)))
      }
      if let links { addLinks(links, to: number, in: tree) }
    }
    dropRepeatedLinks()
  }

  /// Returns the pod of an entry of `PODS`, and the list of its dependencies if it has one.
  private mutating func parts(
    of entry: NodeID, in tree: Tree
  ) -> (head: NodeID, links: NodeID?)? {
    if tree.isScalar(entry) { return (entry, nil) }
    let entries = tree.entries(of: entry)
    guard entries.count == 1, let (key, value) = entries.first, tree.isSequence(value) else {
      report(.noPod, at: tree.range(of: entry))
      return nil
    }
    return (key, value)
  }

  private mutating func addLinks(_ links: NodeID, to number: Int, in tree: Tree) {
    for link in tree.elements(of: links) {
      guard tree.isScalar(link), let pod = PodText(tree.string(link)) else {
        report(.noDependency, at: tree.range(of: link))
        continue
      }
      // A dependency on another subspec of the same pod is not a link.
      guard pod.root != packages[number].name else { continue }
      packages[number].links.append((pod.root, tree.range(of: link)))
    }
  }

  /// Removes repeated links: subspecs of one pod may have the same dependency.
  private mutating func dropRepeatedLinks() {
    for number in packages.indices {
      var seen: Set<String> = []
      packages[number].links.removeAll { !seen.insert($0.name).inserted }
    }
  }

  /// Returns the revision, tag or branch of each pod that was checked out of a repository.
  private static func revisions(of root: NodeID, in tree: Tree) -> [String: String] {
    guard let options = tree.entry(of: root, named: "CHECKOUT OPTIONS")?.value else { return [:] }
    var revisions: [String: String] = [:]
    for (pod, values) in tree.entries(of: options) {
      let keys = [":commit", ":tag", ":branch"]
      let value = keys.lazy.compactMap { tree.entry(of: values, named: $0)?.value }.first
      if let value, tree.isScalar(value) { revisions[tree.string(pod)] = tree.string(value) }
    }
    return revisions
  }
}

/// `Firebase/Core (= 8.0)`: the name of a pod or subspec, and the text in parentheses.
private struct PodText {
  /// The pod, without subspec.
  var root: String
  var version: String?

  init?(_ text: String) {
    let bytes = text.utf8
    let open = bytes.firstIndex(of: UInt8(ascii: "(")) ?? bytes.endIndex
    var name = text[..<open]
    while name.last == " " { name.removeLast() }
    guard let root = name.split(separator: "/", omittingEmptySubsequences: false).first,
      !root.isEmpty
    else { return nil }
    self.root = String(root)
    guard open < bytes.endIndex else { return }
    guard text.hasSuffix(")") else { return nil }
    version = String(text[bytes.index(after: open)...].dropLast())
    if version?.isEmpty ?? true { return nil }
  }
}

extension Diagnostic.Message {
  fileprivate static let noPods: Self =
    "its versions cannot be compared: a Podfile.lock is a YAML mapping with a list 'PODS'"
  fileprivate static let noPod: Self =
    "an entry of 'PODS' must be 'Name (version)', or that with the list of what it depends on"
  fileprivate static let noDependency: Self = "a dependency of a pod must be its name"
}
