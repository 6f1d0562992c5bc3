/// A folder that a module counts as lying in.
public struct ModuleFolder: Hashable, Sendable {
  /// Relative to the workspace root; the root itself is empty.
  public var path: String
  public var basis: Basis

  /// Why the module lies in it.
  public enum Basis: String, Sendable {
    /// It is the folder that the module's sources share.
    case sources
    /// It is the folder of the included file that the target is written in.
    case includedFile
    /// It is the folder of a local package that is one external.
    case package
    /// It is the folder of the specification that builds the module.
    case spec
  }

  public init(_ path: String, _ basis: Basis) {
    self.path = path
    self.basis = basis
  }
}

extension ModuleGraph {
  /// Where a module lies, the most exact folder first and that of its specification last; nothing for an
  /// external.
  ///
  /// This is the one place to ask what patterns over folders are held against.
  public func folders(of module: ModuleID) -> [ModuleFolder] {
    guard let spec = spec(of: module) else { return self[module].folders }
    return self[module].folders + [ModuleFolder(spec.folder, .spec)]
  }

  /// The most exact folder of a module; `nil` for an external.
  public func folder(of module: ModuleID) -> ModuleFolder? {
    self[module].folders.first ?? spec(of: module).map { ModuleFolder($0.folder, .spec) }
  }
}
