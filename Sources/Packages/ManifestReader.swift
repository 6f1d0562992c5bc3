public import Diagnostics

/// Reads the declarations of a `Package.swift` without running it.
///
/// A manifest is a Swift program, but nearly all are declarative. The others are *computed* as a
/// whole: the reader never guesses, and does not report syntax errors.
public enum ManifestReader {
  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: The text of the manifest.
  ///   - file: The file of the locations.
  /// - Returns: The declarations, or the location of the first code that would have to run.
  /// - Complexity: O(*n*) for *n* bytes and the resulting declarations.
  public static func read(_ bytes: [UInt8], file: FileID) -> ManifestContents {
    var name: String?
    let offset: Int
    do throws(ManifestObstacle) {
      guard bytes.count <= Limits.manifestSize, String(validating: bytes, as: UTF8.self) != nil
      else {
        throw ManifestObstacle(offset: 0)
      }
      var evaluator = try ManifestEvaluator(ManifestTokens(bytes))
      do throws(ManifestObstacle) {
        guard case .end = try evaluator.run(before: evaluator.tokens.all.count - 1),
          let package = evaluator.package
        else { throw evaluator.obstacle }
        let decoder = ManifestDecoder(
          places: SourcePlaces(bytes, file: file), objects: evaluator.objects)
        var manifest = try decoder.manifest(package)
        manifest.toolsVersion = evaluator.tokens.toolsVersion
        manifest.dependsOnHost =
          evaluator.traits.dependsOnHost || evaluator.tokens.dependsOnHost
        return .literal(manifest)
      } catch {
        name = evaluator.packageName
        throw error
      }
    } catch {
      offset = error.offset
    }
    return .computed(name: name, at: ManifestStop(at: offset, in: bytes, file: file))
  }
}
