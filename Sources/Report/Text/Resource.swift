internal import CResources

/// Returns the text of a file that the program has with it, by its name, or `nil`.
public func resource(_ name: String) -> String? {
  modlint_resource(name).map { String(cString: $0) }
}

/// The text of the embedded file `name`.
///
/// - Precondition: `Sources/CResources/resources.c` embeds it.
func embedded(_ name: String) -> String {
  guard let text = resource(name) else { preconditionFailure("\(name) is not embedded") }
  return text
}
