/// One thing to tell the user about an input file: what reports call a finding.
///
/// A reader that cannot go on throws one; everything else is collected.
public struct Diagnostic: Error, Hashable, Sendable {
  /// The rule that was broken, such as `upward`, or the own `id` of a link constraint.
  public var rule: RuleID
  public var severity: Severity
  /// Whether it is new, or known from a baseline or an older revision.
  public var state: State = .new
  /// Whether it is known from an older revision alone, not from the baseline.
  public var isFromRevision = false
  public var message: Message
  /// The place to point at, or `nil` when there is no single place.
  public var location: SourceRange?
  /// Further places and facts that explain the message, in reading order.
  public var notes: [Note] = []
  /// What can be done about it: at most two proposals, each a sentence.
  public var help: [Message] = []
  /// What to write differently, where that needs no decision.
  public var fix: Fix?
  /// The modules it is about.
  public var subject = Subject()
  /// Who owns the specs of its modules; empty where nobody looked.
  public var codeOwners = CodeOwners()

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
  /// Each rule declares its wordings in a `fileprivate` extension at the foot of its file. The text
  /// is raw: the code that prints it escapes it for its medium.
  public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
    public var text: String
    /// What it says where no text of the file may be shown; `nil` if it quotes none.
    public var redacted: String?

    public init(stringLiteral text: String) { self.text = text }

    public init(_ text: String, redacted: String? = nil) {
      self.text = text
      self.redacted = redacted
    }
  }

  public struct Note: Hashable, Sendable {
    public var message: Message
    public var location: SourceRange?

    public init(_ message: Message, at location: SourceRange? = nil) {
      self.message = message
      self.location = location
    }

    /// Where something is written that no place can point to, since no line from there is shown.
    public static func outsideOfWorkspace(_ path: String, at start: Position) -> Self {
      Self(.writtenOutside(path, start))
    }
  }

  /// What a finding is about, in the names of modules.
  public struct Subject: Hashable, Sendable {
    /// The module, or the one that links.
    public var from: String?
    /// The module that is linked.
    public var to: String?
    public var fromLayer: String?
    public var toLayer: String?
    /// The images that a static library ends up in, in name order.
    public var owners: [String] = []
    /// Of a static library that several processes have twice: the executables of the others, which exceptions
    /// may name as well.
    public var processes: [String] = []
    /// The link that the finding proposes to drop, where that is not the one from `from` to `to`.
    public var link: LinkEnds?
    /// The links that prove the finding, in walking order.
    public var chain: [ChainLink] = []
    /// The same modules as `Project/Target`, which no renamed layer or moved folder changes.
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

  /// The modules at the two ends of a link.
  public struct LinkEnds: Hashable, Sendable {
    public var from: String
    public var to: String

    public init(from: String, to: String) {
      self.from = from
      self.to = to
    }
  }

  /// The owners that CODEOWNERS names, as they are written there.
  public struct CodeOwners: Hashable, Sendable {
    /// Of the module, or of the one that links; of a finding about no module those of its file.
    public var from: [String] = []
    /// Of the module that is linked.
    public var to: [String] = []

    public init(from: [String] = [], to: [String] = []) {
      self.from = from
      self.to = to
    }

    public var isEmpty: Bool { from.isEmpty && to.isEmpty }
  }

  /// One link of a chain and the place where it is written.
  public struct ChainLink: Hashable, Sendable {
    public var from: String
    public var to: String
    public var location: SourceRange
    /// Whether a source imports what no specification declares.
    public var isImport: Bool

    public init(from: String, to: String, at location: SourceRange, isImport: Bool = false) {
      self.from = from
      self.to = to
      self.location = location
      self.isImport = isImport
    }

    /// What the one module does to the other.
    public var verb: String { isImport ? "imports" : "links" }
  }
}

extension Diagnostic {
  /// The same with words instead of the places in `files`, which no path in a report can lead to.
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
  /// The same with the numbers that its files have in another source map.
  public func movingPlaces(_ moved: (FileID) -> FileID) -> Self {
    var result = self
    if let place = location { result.location?.file = moved(place.file) }
    for (index, note) in notes.enumerated() {
      if let place = note.location { result.notes[index].location?.file = moved(place.file) }
    }
    result.fix = fix?.movingPlaces(moved)
    return result
  }
}

extension Diagnostic.Message {
  /// Where something is written in a file of which no line is shown.
  public static func writtenOutside(_ path: String, _ start: Position) -> Self {
    "in '\(path)', line \(start.line), column \(start.column), outside of the workspace"
  }
}

extension Diagnostic: Comparable {
  /// The order of every report: by place, then by rule, then by wording.
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
  /// 16 hexadecimal digits that name this finding across runs, moved folders and renamed layers.
  ///
  /// A finding about no module takes its file and wording instead.
  public func fingerprint(in sources: SourceMap) -> String {
    guard subject.identity.isEmpty else {
      return Self.fingerprint(of: rule, about: subject.identity)
    }
    let path = location.map { [sources[$0.file]] } ?? []
    return Self.fingerprint(of: rule, about: path + [message.text])
  }

  /// The same with the file that the finding is in, where modules are identified by more than their names.
  public func placedFingerprint(in sources: SourceMap) -> String {
    let path = location.map { [sources[$0.file]] } ?? []
    return Self.fingerprint(of: rule, about: subject.identity + path + ["placed"])
  }

  /// The fingerprint of what `rule` finds about `names`, which are modules as `Project/Target`.
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
