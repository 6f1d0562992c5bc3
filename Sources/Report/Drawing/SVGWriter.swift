internal import Layout

/// Draws a graph as SVG 1.1: layers as bands from top to bottom, without Graphviz.
///
/// Colors follow the reader's light or dark scheme, and shape and stroke convey the same
/// information.
public struct SVGWriter: Sendable {
  public init() {}

  public func write(_ graph: GraphView, to output: inout String) {
    let picture = Picture(of: graph, for: .file)
    let (width, height) = (picture.width.pixels, picture.height.pixels)
    output += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
    output += " width=\"\(width)\" height=\"\(height)\" role=\"img\" aria-labelledby=\"title\">\n"
    output += "<title id=\"title\">\(picture.name.escapedForXML)</title>\n"
    output += "<style>\(PictureStyle.css)</style>\n"
    picture.writeHeading(to: &output)
    picture.write(to: &output)
    output += "</svg>\n"
  }
}
