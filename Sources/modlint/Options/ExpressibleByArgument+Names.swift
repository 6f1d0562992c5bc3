public import ArgumentParser

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable<String> {
  /// The values of an option by name.
  ///
  /// ArgumentParser's own names build key paths for each type, which is 1% of a lint run.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  /// No value has a description other than its name.
  public static var allValueDescriptions: [String: String] { [:] }
}
