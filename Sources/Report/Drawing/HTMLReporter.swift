internal import Text

/// Writes the graph and the findings as a self-contained page.
///
/// The picture is inline SVG, so it is visible and printable without scripts. Names cannot become
/// markup or script: text is escaped, data is in a block that browsers do not run, and scripts
/// insert text only as text. The page's policy forbids loading anything and running other scripts.
public struct HTMLReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let graph = report.graph ?? GraphView()
    let picture = Picture(of: graph, for: .page)
    var image = ""
    picture.write(to: &image)
    let title = graph.title.shortened().escapedForXML
    let values = [
      "script": Self.script,
      "style": PictureStyle.pageCSS + "\n" + PackageResources.page_css.text,
      "title": title.isEmpty ? "modlint" : title, "verdict": report.summary.verdict.escapedForXML,
      "heading": title.isEmpty ? "" : "<strong>\(title)</strong>: ",
      "extent": report.summary.extent + Self.difference(of: report.summary, from: graph),
      "label": graph.extent, "width": picture.width.pixels, "height": picture.height.pixels,
      "picture": image, "data": PageData(picture, report).json(lines: lines),
    ]
    let parts = PackageResources.page_html.text.split(separator: "{{")
    output += parts[0]
    for part in parts.dropFirst() {
      let name = part.prefix { $0 != "}" }
      output += (values[String(name)] ?? "") + part.dropFirst(name.count + 2)
    }
  }

  private static let script =
    "\n\"use strict\";\n"
    + [
      PackageResources.model_js, PackageResources.camera_js, PackageResources.layers_js,
      PackageResources.links_js, PackageResources.isolate_js, PackageResources.filters_js,
      PackageResources.findings_js, PackageResources.facts_js, PackageResources.page_js,
    ].map(\.text).joined()

  /// Describes the number of drawn modules and links, if it differs from that of the whole
  /// workspace.
  private static func difference(of summary: Report.Summary, from graph: GraphView) -> String {
    let (modules, links, _) = graph.counts
    guard (modules, links) != (summary.modules, summary.links) else { return "" }
    let reason = graph.nodes.contains(where: \.isForTests) ? "" : ", none for tests"
    return "; the graph draws \(counted(modules, "module")) and \(counted(links, "link"))\(reason)"
      + (graph.reduction.isEmpty ? "" : "; \(graph.reduction)")
  }
}

extension [UInt8] {
  /// The text of a resource.
  var text: String { String(decoding: self, as: UTF8.self) }
}
