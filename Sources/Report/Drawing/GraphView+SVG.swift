internal import Layout

extension GraphView {
  /// Returns the graph as SVG 1.1: layers as bands from top to bottom, without Graphviz.
  ///
  /// Colors follow the reader's light or dark scheme, and shape and stroke convey the same
  /// information.
  public func svg() -> String {
    let picture = Picture(of: self, for: .file)
    var output = ""
    let (width, height) = (picture.width.pixels, picture.height.pixels)
    output += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\""
    output += " width=\"\(width)\" height=\"\(height)\" role=\"img\" aria-labelledby=\"title\">\n"
    output += "<title id=\"title\">\(picture.name.escapedForXML)</title>\n"
    output += "<style>\(PictureStyle.css)</style>\n"
    picture.writeHeading(to: &output)
    picture.write(to: &output)
    return output + "</svg>\n"
  }
}
