internal import Text

/// Writes the graph and the findings as a self-contained page.
///
/// The picture is inline SVG, so it is visible and printable without scripts. Names cannot become
/// markup or script: text is escaped, data is in a block that browsers do not run, and scripts
/// insert text only as text.
public struct HTMLReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout String) {
    let graph = report.graph ?? GraphView(nodes: [], edges: [], layers: [])
    let picture = Picture(of: graph, for: .page)
    output += Self.head(
      title: picture.graph.title, verdict: report.summary.verdict,
      extent: report.summary.extent + Self.difference(of: report.summary, from: picture.graph))
    output += Self.lists
    output += Self.picture(picture)
    output += Self.foot
    output += "<script type=\"application/json\" id=\"data\">"
    output += PageData(picture, report).json(lines: lines)
    output += "</script>\n<script>\(Self.script)</script>\n</body>\n</html>\n"
  }

  private static let script =
    "\n\"use strict\";\n"
    + [
      PackageResources.model_js, PackageResources.camera_js, PackageResources.layers_js,
      PackageResources.links_js, PackageResources.isolate_js, PackageResources.filters_js,
      PackageResources.findings_js, PackageResources.facts_js, PackageResources.page_js,
    ].map { String(decoding: $0, as: UTF8.self) }.joined()

  private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// Describes the number of drawn modules and links, if it differs from that of the whole
  /// workspace.
  private static func difference(of summary: Report.Summary, from graph: GraphView) -> String {
    let (modules, links, _) = graph.counts
    guard (modules, links) != (summary.modules, summary.links) else { return "" }
    let reason = graph.nodes.contains(where: \.isForTests) ? "" : ", none for tests"
    return "; the graph draws \(counted(modules, "module")) and \(counted(links, "link"))\(reason)"
      + (graph.reduction.isEmpty ? "" : "; \(graph.reduction)")
  }

  private static func picture(_ picture: Picture) -> String {
    var image = ""
    picture.write(to: &image)
    let (width, height) = (picture.width.pixels, picture.height.pixels)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" role="group" \
      aria-label="\(picture.graph.extent)">
      \(image)</svg>

      """
  }
}

// Parts of the page that do not depend on the report.
extension HTMLReporter {
  /// Returns the head of the page.
  ///
  /// Its policy forbids loading anything and running other scripts.
  private static func head(title: String, verdict: String, extent: String) -> String {
    let name = title.shortened().escapedForXML
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
      style-src 'unsafe-inline'; script-src 'sha256-\(SHA256.base64(of: Array(script.utf8)))'; base-uri 'none'; form-action 'none'">
      <title>\(name.isEmpty ? "modlint" : name): \(verdict)</title>
      <style>
      \(PictureStyle.pageCSS)
      \(style)</style>
      </head>
      <body>
      <a class="skip" href="#panel">Skip to the findings</a>
      <a class="skip" href="#stage">Skip to the graph</a>
      <header>
      <div>
      <h1>\(verdict)</h1>
      <p>\(name.isEmpty ? "" : "<strong>\(name)</strong>: ")modlint checked \(extent)</p>
      </div>
      <button type="button" id="theme" aria-pressed="false">Dark</button>
      </header>
      <main>

      """
  }

  /// The lists with their filters, and the container of the graph.
  private static let lists = """
    <section id="panel" aria-labelledby="count" tabindex="-1">
    <div id="query">
    <input type="search" id="search" placeholder="Search findings and modules ( / )" \
    aria-label="Search findings and modules">
    <div id="filters" role="group" aria-label="Filters"></div>
    <p id="active"></p>
    </div>
    <div role="tablist" aria-label="Lists">
    <button type="button" role="tab" id="tab-findings" aria-controls="findings" \
    aria-selected="true">Findings</button>
    <button type="button" role="tab" id="tab-modules" aria-controls="list" \
    aria-selected="false" tabindex="-1">Modules</button>
    </div>
    <h2 id="count" aria-live="polite"></h2>
    <div id="findings" role="tabpanel" aria-labelledby="tab-findings">
    <noscript>Without scripts this page shows the graph alone.</noscript>
    </div>
    <div id="list" role="tabpanel" aria-labelledby="tab-modules" hidden>
    <ul id="modules"></ul>
    </div>
    </section>
    <section id="view" aria-label="Module graph">
    <div id="tools" role="group" aria-label="View">
    <button type="button" id="collapse">Collapse layers</button>
    <button type="button" id="expand">Expand layers</button>
    <button type="button" id="closer" aria-label="Zoom in" title="Zoom in (+)">+</button>
    <button type="button" id="farther" aria-label="Zoom out" title="Zoom out (-)">−</button>
    <button type="button" id="fit" title="Show all (0)">Fit</button>
    </div>
    <div id="stage" tabindex="-1">

    """

  private static let foot = """
    </div>
    </section>
    </main>
    <aside id="facts" aria-label="Module" hidden></aside>
    <div id="announcer" role="status"></div>

    """
}
