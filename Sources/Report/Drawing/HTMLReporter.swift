/// Writes the graph and the findings as one page that needs nothing else: no network, no other file.
///
/// The picture is in the page as SVG, so it is seen, and printed, without any script. What names
/// contain cannot become markup or script: text is escaped, data stands in a block that no browser
/// runs, and scripts put text into the page only as text.
public struct HTMLReporter: Reporter {
  public init() {}

  public func write(_ report: Report, lines: SourceLines, to output: inout ReportStream) {
    let picture = Picture(of: report.graph ?? GraphView(nodes: [], edges: [], layers: []))
    let (width, height) = (picture.width.pixels, picture.height.pixels)
    output += Self.head(title: picture.title)
    output += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
    output += "aria-label=\"\(picture.title)\">\n"
    var image = ""
    picture.write(for: .page, to: &image)
    output += image
    output += "</svg>\n</main>\n"
    output += "<aside id=\"facts\" aria-label=\"Facts\" hidden></aside>\n"
    output += "<p id=\"announcer\" aria-live=\"polite\"></p>\n"
    output += "<script type=\"application/json\" id=\"data\">"
    output += PageData(picture, report).json.escapedForScript
    output += "</script>\n<script>\n\"use strict\";\n\(Self.script)</script>\n</body>\n</html>\n"
  }

  /// The text of the page's own files, in the order in which scripts need one another.
  private static let script = [
    PackageResources.model_js, PackageResources.camera_js, PackageResources.layers_js,
    PackageResources.filters_js, PackageResources.facts_js, PackageResources.page_js,
  ].map { String(decoding: $0, as: UTF8.self) }.joined()

  private static let style = String(decoding: PackageResources.page_css, as: UTF8.self)

  /// The policy forbids the page to load anything from anywhere.
  private static func head(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    <title>Module graph: \(title)</title>
    <style>
    \(PictureStyle.pageCSS)
    \(style)</style>
    </head>
    <body>
    <header>
    <h1>Module graph <small>\(title)</small></h1>
    <div role="group" aria-label="View">
    <button type="button" id="closer" aria-label="Zoom in" title="Zoom in (+)">+</button>
    <button type="button" id="farther" aria-label="Zoom out" title="Zoom out (-)">−</button>
    <button type="button" id="fit" title="Show all (0)">Fit</button>
    <button type="button" id="theme" title="Light or dark">◐ Theme</button>
    </div>
    </header>
    <nav id="sidebar" aria-label="Modules and filters">
    <input type="search" id="search" placeholder="Search modules (/)" aria-label="Search modules">
    <div id="filters"></div>
    <h3 id="found" aria-live="polite"></h3>
    <ul id="modules"></ul>
    </nav>
    <main id="stage">

    """
  }
}
