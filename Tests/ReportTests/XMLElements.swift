import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements of a document, by a parser that takes only what is well-formed.
final class XMLElements: NSObject, XMLParserDelegate {
  private var names: [String] = []

  init(of text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func count(_ name: String) -> Int { names.count { $0 == name } }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.append(name)
  }
}
