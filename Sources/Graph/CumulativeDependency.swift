#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How much of a system its parts need, in the measures of Lakos, Large-Scale C++ Software Design
/// (1996), 4.12.
///
/// A component needs itself and all that it reaches: what must be there to build and test it.
public struct CumulativeDependency: Hashable, Sendable {
  /// How many components there are.
  public var count: Int
  /// CCD, the sum over all components of how many each needs: from *n*, for components that need
  /// nothing, to *n*², where all need all.
  public var total: Int

  public init(count: Int, total: Int) {
    self.count = count
    self.total = total
  }

  /// ACD, how many components one needs on average; `nil` for an empty system.
  public var average: Double? { count == 0 ? nil : Double(total) / Double(count) }

  /// NCCD, the total over that of a balanced binary tree of as many components, which is
  /// (*n* + 1) · log₂(*n* + 1) − *n*.
  ///
  /// Below 1 a system is flatter than a tree, above it more entangled; far above 1 there are
  /// cycles, or most of the system stands on most of the rest.
  public var normalized: Double? {
    guard count > 0 else { return nil }
    let size = Double(count + 1)
    return Double(total) / (size * log2(size) - Double(count))
  }
}
