/// A message about an input file, called a finding; a reader that cannot continue throws it.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The rule that was broken, such as `upward`, or the `id` of a link constraint.
  public var rule: RuleID
  public var severity: Severity
  /// Whether it is new, or known from a baseline or an older revision.
  public var state: State = .new
  /// Whether it is known only from an older revision, not from the baseline.
  public var isFromRevision = false
  public var message: Message
  /// The location, or `nil` if there is no single location.
  public var location: SourceRange?
  /// Further locations and facts that explain the message, in reading order.
  public var notes: [Note] = []
  /// At most two proposals to resolve it, one sentence each.
  public var help: [Message] = []
  /// The change that resolves it, if that needs no decision.
  public var fix: Fix?
  /// Other findings that explain this one: without what they report, it would not exist.
  public var causes: [Place] = []
  public var subject = Subject()
  /// The code owners of the specs of its modules; empty if not looked up.
  public var codeOwners = CodeOwners(from: [], to: [])

  public init(
    _ rule: RuleID, _ severity: Severity, _ message: Message, at location: SourceRange?,
    notes: [Note] = [], help: [Message] = [], fix: Fix? = nil, subject: Subject = Subject()
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.location = location
    self.notes = notes
    self.help = help
    self.fix = fix
    self.subject = subject
  }
}

public enum Severity: String, CaseIterable, Sendable {
  case error
  case warning
}

extension Diagnostic {
  public enum State: String, Sendable {
    case new
    case known
  }

  /// The wording of a diagnostic: one sentence, lower case, names in quotes, no full stop.
  ///
  /// Each rule declares its wordings in a `fileprivate` extension at the end of its file. The text
  /// is not escaped: reporters escape it for their medium.
  public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var text: String
    /// The wording without quotations from the file; `nil` if it has none.
    public var redacted: String?
    /// The entry that a help proposes to add.
    public private(set) var entry: Entry?

    public init(stringLiteral text: String) { self.text = text }

    public init(_ text: String, redacted: String? = nil) {
      self.text = text
      self.redacted = redacted
    }

    /// Creates a help that proposes an entry, which ends its text.
    public init(proposing entry: Entry) {
      text = "\(entry.place): `\(entry.line)`"
      self.entry = entry
    }
  }

  /// An entry to add to a list of a file.
  public struct Entry: Hashable, Sendable {
    /// The list in words, such as `add to 'App'`.
    public var place: String
    public var line: String

    public init(_ line: String, in place: String) {
      self.line = line
      self.place = place
    }
  }

  public struct Note: Hashable, Sendable {
    public var message: Message
    public var location: SourceRange?

    public init(_ message: Message, at location: SourceRange? = nil) {
      self.message = message
      self.location = location
    }

    /// Returns a note for a location outside of the workspace, of which no line may be shown.
    public static func outsideOfWorkspace(_ path: String, at start: Position) -> Self {
      Self(.writtenOutside(path, start))
    }
  }

  /// The place that a finding is at, which several modules share if they inherit it.
  public struct Place: Hashable, Sendable {
    public var range: SourceRange
    /// The module, or the one that links.
    public var module: String?

    public init(_ range: SourceRange, of module: String? = nil) {
      self.range = range
      self.module = module
    }
  }

  public struct Subject: Hashable, Sendable {
    /// The module, or the one that links.
    public var from: String?
    public var to: String?
    public var fromLayer: String?
    public var toLayer: String?
    /// The images that contain a static library, in name order.
    public var owners: [String] = []
    /// For a static library that several processes contain twice, the executables of the other
    /// processes, which exceptions may also name.
    public var processes: [String] = []
    /// The number in the graph of the link that the finding is about: the one between its modules,
    /// or the one to be dropped.
    public var link: Int?
    /// The links that prove the finding, in the order of the chain.
    public var chain: [ChainLink] = []
    /// The modules as `Project/Target`, which does not depend on layers and folders.
    public var identity: [String] = []

    public init(
      from: String? = nil, to: String? = nil, fromLayer: String? = nil, toLayer: String? = nil,
      owners: [String] = [], chain: [ChainLink] = [], identity: [String] = []
    ) {
      self.from = from
      self.to = to
      self.fromLayer = fromLayer
      self.toLayer = toLayer
      self.owners = owners
      self.chain = chain
      self.identity = identity
    }
  }

  public struct LinkEnds: Hashable, Sendable {
    public var from: String
    public var to: String

    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// Owners as written in CODEOWNERS.
  public struct CodeOwners: Hashable, Sendable {
    /// The owners of the module, or of the one that links; for a finding about no module, of its
    /// file.
    public var from: [String]
    /// The owners of the linked module.
    public var to: [String]

    public init(from: [String], to: [String]) {
      self.from = from
      self.to = to
    }

    public var isEmpty: Bool { from.isEmpty && to.isEmpty }
  }

  public struct ChainLink: Hashable, Sendable {
    public var from: String
    public var to: String
    public var location: SourceRange
    /// Whether it is an import of a module that no specification declares.
    public var isImport: Bool

    public init(from: String, to: String, at location: SourceRange, isImport: Bool = false) {
      self.from = from
      self.to = to
      self.location = location
      self.isImport = isImport
    }

    /// The verb for the link: `imports` or `links`.
    public var verb: String { isImport ? "imports" : "links" }
  }
}

extension Diagnostic {
  /// Returns the diagnostic with words instead of the locations in `files`, which reports cannot
  /// show.
  public func withoutPlaces(in files: Set<FileID>, _ sources: SourceMap) -> Self {
    var result = self
    for (index, note) in notes.enumerated() {
      guard let place = note.location, files.contains(place.file) else { continue }
      let words = Message.writtenOutside(sources[place.file], place.start).text
      result.notes[index] = Note("\(note.message.text), \(words)")
    }
    if let place = location, files.contains(place.file) {
      result.location = nil
      result.notes.insert(.outsideOfWorkspace(sources[place.file], at: place.start), at: 0)
    }
    return result
  }
}

extension Diagnostic {
  public func movingPlaces(_ moved: (FileID) -> FileID) -> Self {
    var result = self
    if let place = location { result.location?.file = moved(place.file) }
    for (index, note) in notes.enumerated() {
      if let place = note.location { result.notes[index].location?.file = moved(place.file) }
    }
    for index in causes.indices {
      result.causes[index].range.file = moved(causes[index].range.file)
    }
    result.fix = fix?.movingPlaces(moved)
    return result
  }
}

extension Diagnostic.Message {
  /// Returns a note for a location in a file of which no line may be shown.
  public static func writtenOutside(_ path: String, _ start: Position) -> Self {
    "in '\(path)', line \(start.line), column \(start.column), outside of the workspace"
  }
}

extension Diagnostic {
  /// The rank in reports, where causes precede consequences: problems of rules.yml first, then of
  /// the baseline, then files that cannot be read.
  public var rank: Int {
    switch rule {
    case .staleBaseline, .invalidBaseline: 1
    case _ where rule.isAboutRules: 0
    default: rule.hidesModules && severity == .error ? 2 : 3
    }
  }
}

extension Diagnostic: Comparable {
  /// The order in reports: by location, then by rule, then by wording.
  public static func < (a: Self, b: Self) -> Bool {
    guard a.location == b.location else {
      guard let x = a.location else { return true }
      guard let y = b.location else { return false }
      return x < y
    }
    return a.rule == b.rule
      ? a.message.text.precedes(b.message.text) : a.rule < b.rule
  }
}

extension Diagnostic {
  /// Returns 16 hexadecimal digits that identify this finding across runs, moved folders and
  /// renamed layers.
  ///
  /// A finding about no module is identified by its file and wording.
  public func fingerprint(in sources: SourceMap) -> String {
    guard subject.identity.isEmpty else {
      return Self.fingerprint(of: rule, about: subject.identity)
    }
    let path = location.map { [Self.unconverted(sources[$0.file])] } ?? []
    return Self.fingerprint(of: rule, about: path + [message.text])
  }

  /// Returns the fingerprint with the file of the finding, for modules that are not identified by
  /// name.
  public func placedFingerprint(in sources: SourceMap) -> String {
    let path = location.map { [Self.unconverted(sources[$0.file])] } ?? []
    return Self.fingerprint(of: rule, about: subject.identity + path + ["placed"])
  }

  /// Returns the path of an Xcode project before its conversion, and any other as it is.
  private static func unconverted(_ path: String) -> String {
    path.hasSuffix("/project.xcproj") ? String(path.dropLast(6)) + "pbxproj" : path
  }

  /// Returns the fingerprint of a finding of `rule` about modules named as `Project/Target`.
  public static func fingerprint(of rule: RuleID, about names: [String]) -> String {
    var hash = ByteHash()
    func add(_ text: String) {
      for byte in text.utf8 { hash.combine(byte) }
      hash.combine(0xff)
    }
    add(rule.name)
    for name in names { add(name) }
    let digits = (0..<16).map { place in
      let digit = UInt8(truncatingIfNeeded: hash.value >> UInt64(60 - 4 * place)) & 0xF
      return digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
