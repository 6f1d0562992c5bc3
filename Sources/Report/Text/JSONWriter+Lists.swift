extension JSONWriter {
  /// A member that lists objects, one a line; `members` writes those of each.
  public mutating func list<Element>(
    _ name: String, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for element in elements { object { members(&$0, element) } }
    endArray()
  }

  /// An object on one line.
  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject(.inline)
    members(&self)
    endObject()
  }

  /// Goes up when a reader of any list of modules has to change.
  public static var moduleListVersion: Int { 1 }

  /// The text of a list of modules.
  public static func modules<Element>(
    _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
  ) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("version", moduleListVersion)
    writer.list("modules", elements, members)
    writer.endObject()
    return writer.finish()
  }
}
