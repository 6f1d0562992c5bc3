public import ArgumentParser

/// An enumeration whose cases are given on the command line by their raw values.
///
/// ArgumentParser finds out the same about any such type, but by key paths and casts that need an
/// eighth of the time of the smallest run, and at every start, since all options are described before one is read.
public protocol OptionWord: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension OptionWord {
  public init?(argument: String) { self.init(rawValue: argument) }

  public var defaultValueDescription: String { rawValue }

  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  public static var allValueDescriptions: [String: String] { [:] }

  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
