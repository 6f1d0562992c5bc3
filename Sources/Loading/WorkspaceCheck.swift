internal import Diagnostics
internal import Files
public import Rules
public import Architecture
internal import Paths
internal import Workspace

extension WorkspacePlace {
  /// The path of the baseline next to the rules file, even if it does not exist; `nil` without a
  /// rules file.
  public var baseline: String? { rules.map(Self.baseline(beside:)) }

  public static func baseline(beside path: String) -> String {
    Path.join(Path.folder(of: path), entry: Baseline.fileName)
  }
}

extension LoadedWorkspace {
  /// Runs the rules.
  ///
  /// Findings are known if the baseline records them or `older` contains their fingerprints.
  ///
  /// Reads the baseline and adds it to `sources`.
  ///
  /// - Throws: `Failure` if the baseline is unreadable.
  public mutating func check(on today: Day, older: Set<String> = []) throws -> LintResult {
    baseline = try readBaseline()
    let known = KnownFindings(
      baseline: baseline, judgesBaseline: place.parts.isEmpty, older: older)
    let outcome = Linter.run(
      workspace.graph, configuration: configuration, readerFindings: workspace.diagnostics,
      sources: sources, today: today, reading: workspace.reading, known: known)
    try requireContent()
    return outcome
  }

  public var shownBaseline: String {
    place.baseline.flatMap { WorkspacePlace.path(of: $0, below: place.root) } ?? Baseline.fileName
  }

  private mutating func readBaseline() throws -> Baseline? {
    guard let path = place.baseline else { return nil }
    let text: [UInt8]
    do throws(FileError) {
      text = try Self.ownText(of: path, at: place, in: tree)
    } catch .notFound {
      return nil
    } catch .outsideRoot {
      throw Failure(Self.outsideMessage(Baseline.fileName))
    } catch {
      throw Failure(path, error)
    }
    baselineText = text
    let file = sources.add(shownBaseline)
    if WorkspacePlace.path(of: path, below: place.root) == nil { hiddenFiles.insert(file) }
    do throws(Diagnostic) {
      return try Baseline(text, file: file)
    } catch {
      throw Self.cannotApply(error, sources[file], hiddenFiles.contains(file) ? nil : text)
    }
  }
}
