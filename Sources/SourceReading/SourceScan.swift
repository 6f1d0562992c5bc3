internal import Files
public import Imports

/// The relevant imports of one source file.
public struct ScannedSource: Sendable {
  public var imports: [SourceImport] = []
  var isRead = true
}

/// Scans sources on several threads, each file once.
public struct SourceScan: Sendable {
  private let tree: any FileTree
  private let jobs: Int
  private let names: Set<String>?
  private let wantsAll: Bool
  public private(set) var paths: [String] = []
  private var numbers: [String: Int] = [:]
  private var scanned: [ScannedSource?] = []
  private var hasMore: [Int: Bool] = [:]

  /// Looks for the modules `names`, or for all; with `wantsAll` also keeps imports of headers and
  /// modules that neither the workspace nor the system provides.
  public init(of names: Set<String>?, wantsAll: Bool, in lists: SourceLists, jobs: Int) {
    self.names = names
    self.wantsAll = wantsAll
    tree = lists.tree
    self.jobs = jobs
  }

  /// Returns the number of the file at a path.
  public mutating func number(of path: String) -> Int {
    if let number = numbers[path] { return number }
    numbers[path] = paths.count
    paths.append(path)
    scanned.append(nil)
    return paths.count - 1
  }

  public subscript(number: Int) -> ScannedSource {
    guard let source = scanned[number] else { preconditionFailure("a source that nobody has read") }
    return source
  }

  /// Whether a file was found unreadable; `false` if it was not read yet.
  public func isUnreadable(_ number: Int) -> Bool { scanned[number]?.isRead == false }

  /// Whether a file exists that could not be read.
  public func isTooLarge(_ number: Int) -> Bool {
    isUnreadable(number) && tree.kind(of: paths[number]) == .file
  }

  /// Returns the imports of files, which must have been scanned.
  public func imports(of files: [Int]) -> [SourceImport] { files.flatMap { self[$0].imports } }

  /// Scans the files that were not scanned before.
  ///
  /// - Complexity: O(size of the files).
  public mutating func scan(_ files: some Sequence<Int>) {
    let unread = Set(files.lazy.filter { [scanned] in scanned[$0] == nil }).sorted()
    guard !unread.isEmpty else { return }
    let paths = unread.map { self.paths[$0] }
    let (tree, names, wantsAll) = (tree, names, wantsAll)
    let sources = Self.map(paths, jobs: jobs, in: tree) { path, text in
      guard let text, let language = SourceLanguage(path: path) else {
        return ScannedSource(isRead: text != nil)
      }
      let imports = language.imports(in: text).filter {
        names?.contains($0.module) ?? true || wantsAll && !SystemFrameworks.contains($0.module)
      }
      return ScannedSource(imports: imports)
    }
    for (file, source) in zip(unread, sources) { scanned[file] = source }
  }

  /// Returns the words of each question that one of its files or texts mentions.
  ///
  /// - Complexity: O(size of the files).
  public func mentions(
    _ questions: [(files: [String], texts: [String], words: Set<String>)]
  ) -> [Set<String>] {
    let tree = tree
    return inParallel(questions.count, jobs: jobs) { number in
      var left = questions[number].words
      for text in questions[number].texts where !left.isEmpty {
        left.subtract(Imports.mentions(of: left, in: Array(text.utf8), nil))
      }
      for path in questions[number].files where !left.isEmpty {
        guard let text = try? tree.content(of: path) else { continue }
        left.subtract(Imports.mentions(of: left, in: text, SourceLanguage(path: path)))
      }
      return questions[number].words.subtracting(left)
    }
  }

  /// Returns the declarations in those of the files that are Swift.
  ///
  /// - Complexity: O(size of the files).
  public func members(in files: [Int]) -> DeclaredMembers {
    let paths = files.map { self.paths[$0] }.filter { SourceLanguage(path: $0) == .swift }
    var members = DeclaredMembers(in: [])
    for part in Self.map(paths, jobs: jobs, in: tree, { DeclaredMembers(in: $1 ?? []) }) {
      members.formUnion(part)
    }
    return members
  }

  /// Whether one of the files is Swift and contains more than comments.
  ///
  /// - Complexity: Reads files up to the first that has code.
  public mutating func hasSwiftCode(_ files: [Int]) -> Bool {
    files.contains { file in
      if let known = hasMore[file] { return known }
      guard SourceLanguage(path: paths[file]) == .swift else { return false }
      let found = (try? tree.content(of: paths[file])).map { Imports.hasSwiftCode($0) } ?? true
      hasMore[file] = found
      return found
    }
  }

  /// Returns the results of `body` for the texts of files, `nil` for unreadable ones.
  private static func map<Value: Sendable>(
    _ paths: [String], jobs: Int, in tree: any FileTree,
    _ body: @escaping @Sendable (_ path: String, _ text: [UInt8]?) -> Value
  ) -> [Value] {
    inParallel(paths.count, jobs: jobs) { body(paths[$0], try? tree.content(of: paths[$0])) }
  }
}
