import TestSupport

/// Holds the reader for block YAML to libyaml: the same nodes at the same places, and no file that
/// libyaml refuses.
func compareReaders(_ bytes: [UInt8]) {
  if let difference = ReaderComparison(bytes).difference { fatalError(difference) }
}
