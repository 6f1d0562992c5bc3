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

  public struct Flags: OptionSet, Hashable, Sendable {
    public var rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The code of `to` is linked into `from`, in the sense of the linking rules.
    @inlinable public static var linked: Self { Self(rawValue: 1) }
    /// `from` copies the product of `to` into its bundle.
    @inlinable public static var embedded: Self { Self(rawValue: 2) }
    @inlinable public static var weak: Self { Self(rawValue: 4) }
    @inlinable public static var implicit: Self { Self(rawValue: 8) }
    /// Added by `transitivelyLinkDependencies` or Carthage, not declared by the target: considered
    /// for linking and embedding, not for the architecture.
    @inlinable public static var derived: Self { Self(rawValue: 16) }
    /// Written in a template or an included file, not in the target itself.
    @inlinable public static var inherited: Self { Self(rawValue: 32) }
    /// `link: false` was declared.
    @inlinable public static var declaredUnlinked: Self { Self(rawValue: 64) }
    /// `embed: false` was declared.
    @inlinable public static var declaredUnembedded: Self { Self(rawValue: 128) }
    /// `copy:` was declared, without `embed: false`.
    @inlinable public static var copied: Self { Self(rawValue: 1 << 14) }
    /// The copy goes to a folder where the loader does not look for frameworks.
    @inlinable public static var copiedElsewhere: Self { Self(rawValue: 1 << 15) }
    /// Declared to be linked, but XcodeGen links the archive into executables and tests only.
    @inlinable public static var linkedByHand: Self { Self(rawValue: 256) }
    /// In no link phase that XcodeGen writes, but the compiler or settings may link it.
    @inlinable public static var withoutPhase: Self { Self(rawValue: 2048) }
    /// XcodeGen copies a file of its name next to the spec, but no such file exists: the product is
    /// built in another folder.
    @inlinable public static var embedsNoProduct: Self { Self(rawValue: 4096) }
    /// One of several links that result from a dependency on one product of a package.
    @inlinable public static var viaProduct: Self { Self(rawValue: 512) }
    /// The dependent imports its modules by other names.
    @inlinable public static var renamed: Self { Self(rawValue: 1024) }

    /// Whether `to` is in the link phase of `from`, or linked by a setting.
    public var isLinkedByXcodeGen: Bool { contains(.linked) && !contains(.withoutPhase) }
  }
}
