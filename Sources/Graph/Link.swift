public import Diagnostics

/// A dependency of one module on another, as written at `location`.
public struct Link: Sendable {
  /// The number of the link in its graph, assigned by the graph.
  public internal(set) var id = LinkID(-1)
  public var from: ModuleID
  public var to: ModuleID
  public var location: SourceRange
  public var kind: Kind
  public var platforms: PlatformSet
  public var flags: Flags
  /// The configurations to which the link applies.
  public var configurations = ConfigurationSet.all
  /// The number of the graph's note with the location of a link written outside of the workspace.
  public var outside: Int?

  public init(
    from: ModuleID, to: ModuleID, location: SourceRange, kind: Kind, flags: Flags,
    platforms: PlatformSet
  ) {
    self.from = from
    self.to = to
    self.location = location
    self.kind = kind
    self.flags = flags
    self.platforms = platforms
  }

  /// Whether only an import in a source declares the link, and no specification.
  public var isImport: Bool { kind == .import }

  public enum Kind: String, Sendable {
    case target
    case framework
    case carthage
    case sdk
    case package
    case plugin
    case bundle
    /// A dependency of one pod on another in a lock file.
    case pod
    /// An option of `OTHER_LDFLAGS`.
    case linkerFlag = "linker-flag"
    /// An import in a source whose target declares no dependency on the module: the architecture
    /// rules consider it, the linking rules do not.
    case `import`
  }

  public enum Flag: UInt16, Sendable {
    /// The code of `to` is linked into `from`, in the sense of the linking rules.
    case linked
    /// `from` copies the product of `to` into its bundle.
    case embedded
    case weak, implicit
    /// Added by `transitivelyLinkDependencies` or Carthage, not declared by the target: considered
    /// for linking and embedding, not for the architecture.
    case derived
    /// Written in a template or an included file, not in the target itself.
    case inherited
    /// `link: false` was declared.
    case declaredUnlinked
    /// `embed: false` was declared.
    case declaredUnembedded
    /// `copy:` was declared, without `embed: false`.
    case copied
    /// The copy goes to a folder where the loader does not look for frameworks.
    case copiedElsewhere
    /// Declared to be linked, but XcodeGen links the archive into executables and tests only.
    case linkedByHand
    /// In no link phase that XcodeGen writes, but the compiler or settings may link it.
    case withoutPhase
    /// XcodeGen copies a file of its name next to the spec, but no such file exists: the product is
    /// built in another folder.
    case embedsNoProduct
    /// One of several links that result from a dependency on one product of a package.
    case viaProduct
    /// The dependent imports its modules by other names.
    case renamed
  }

  public typealias Flags = FlagSet<Flag>
}

extension Link.Flags {
  /// Whether `to` is in the link phase of `from`, or linked by a setting.
  public var isLinkedByXcodeGen: Bool { contains(.linked) && !contains(.withoutPhase) }
}
