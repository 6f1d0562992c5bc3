internal import Diagnostics

/// The objects of a project file by their ids.
struct ProjectObjects: Sendable {
  /// The number of an object, in the order of the file.
  typealias ObjectID = Int

  /// The values of `isa` that modlint reads.
  enum Kind: String, Sendable {
    case project = "PBXProject"
    case nativeTarget = "PBXNativeTarget"
    case aggregateTarget = "PBXAggregateTarget"
    case legacyTarget = "PBXLegacyTarget"
    case buildFile = "PBXBuildFile"
    case fileReference = "PBXFileReference"
    case referenceProxy = "PBXReferenceProxy"
    case variantGroup = "PBXVariantGroup"
    case synchronizedGroup = "PBXFileSystemSynchronizedRootGroup"
    case sources = "PBXSourcesBuildPhase"
    case headers = "PBXHeadersBuildPhase"
    case resources = "PBXResourcesBuildPhase"
    case frameworks = "PBXFrameworksBuildPhase"
    case copyFiles = "PBXCopyFilesBuildPhase"
    case script = "PBXShellScriptBuildPhase"
    case localPackage = "XCLocalSwiftPackageReference"
  }

  let tree: PropertyListTree
  let file: FileID
  /// The nodes of the ids; the node after each is the object.
  private var keys: [Int32] = []
  private var kinds: [Kind?] = []
  /// A hash table with open addressing: 1 + the number of an object, or 0.
  private var slots: [Int32] = []
  private(set) var rootObject: ObjectID?

  /// - Complexity: O(*n*) for *n* nodes.
  init(_ parsed: PropertyListTree, file: FileID) {
    self.file = file
    tree = parsed
    guard let root = tree.root, let objects = tree.value("objects", of: root),
      tree.kind(objects) == .table
    else { return }
    var children = tree.children(of: objects)
    var last: (node: PropertyListTree.Node, kind: Kind?)?
    while let key = children.next(), let object = children.next() {
      keys.append(Int32(truncatingIfNeeded: key))
      let isa = tree.value("isa", of: object)
      // Xcode sorts objects by kind.
      if let isa, last.map({ !tree.isEqual(isa, to: $0.node) }) ?? true {
        last = (isa, tree.text(isa).flatMap(Kind.init(rawValue:)))
      }
      kinds.append(isa == nil ? nil : last?.kind)
    }
    var capacity = 16
    while capacity < 2 * keys.count { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    // The last of several objects with one id wins.
    for number in keys.indices { slots[slot(of: Int(keys[number]))] = Int32(number + 1) }
    rootObject = tree.value("rootObject", of: root).flatMap(object(named:))
  }

  /// Returns the slot of an id, or the free slot for it.
  private func slot(of id: PropertyListTree.Node) -> Int {
    var slot = tree.hash(id) & (slots.count - 1)
    while slots[slot] != 0, !tree.isEqual(id, to: Int(keys[Int(slots[slot]) - 1])) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  var all: Range<ObjectID> { keys.indices }

  /// Xcode ignores ids without an object.
  func object(named node: PropertyListTree.Node) -> ObjectID? {
    guard !slots.isEmpty, tree.kind(node) == .text else { return nil }
    let number = Int(slots[slot(of: node)])
    return number == 0 ? nil : number - 1
  }

  func kind(_ object: ObjectID) -> Kind? { kinds[object] }

  func node(_ object: ObjectID, _ key: StaticString) -> PropertyListTree.Node? {
    tree.value(key, of: Int(keys[object]) + 1)
  }

  func text(_ object: ObjectID, _ key: StaticString) -> String? {
    tree.text(key, of: Int(keys[object]) + 1)
  }

  func object(_ object: ObjectID, _ key: StaticString) -> ObjectID? {
    node(object, key).flatMap { self.object(named: $0) }
  }

  func objects(_ object: ObjectID, _ key: StaticString) -> [ObjectID] {
    node(object, key).map { tree.elements($0).compactMap { self.object(named: $0) } } ?? []
  }

  func texts(_ object: ObjectID, _ key: StaticString) -> [String] {
    tree.texts(key, of: Int(keys[object]) + 1)
  }

  func id(_ object: ObjectID) -> String {
    String(decoding: tree.rawText(Int(keys[object])), as: UTF8.self)
  }

  func range(_ object: ObjectID) -> SourceRange { range(ofNode: Int(keys[object])) }

  func range(ofNode node: PropertyListTree.Node) -> SourceRange { tree.range(node, file: file) }
}
