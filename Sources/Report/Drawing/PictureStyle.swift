enum PictureStyle {
  /// The CSS of a standalone file, which follows the reader's color scheme.
  ///
  /// Contains literal colors, since many SVG viewers do not support CSS variables.
  static let css = """
    svg{\(face)}
    \(shapes)\
    \(Palette.light.rules)
    @media (prefers-color-scheme:dark){\(Palette.dark.rules)}
    @media print{\(Palette.print.rules)svg{width:100%;height:auto;max-height:100vh}}
    @page{size:landscape;margin:1cm}
    """

  /// The CSS of a page, with colors as variables, since a page can switch the scheme.
  static let pageCSS = """
    :root{\(Palette.light.variables)}
    @media (prefers-color-scheme:dark){:root{\(Palette.dark.variables)}}
    :root[data-theme=light]{\(Palette.light.variables)}
    :root[data-theme=dark]{\(Palette.dark.variables)}
    @media print{:root,:root[data-theme]{\(Palette.print.variables)}}
    svg{\(face)}
    \(shapes)\
    \(Palette.named.rules)
    """

  private static let shapes = embedded("picture.css")

  private static let face = """
    font-family:-apple-system,"Segoe UI","Helvetica Neue",Helvetica,Arial,"DejaVu Sans",sans-serif
    """
}

private struct Palette {
  var paper: String
  var ink: String
  var quiet: String
  var line: String
  var box: String
  var edge: String
  var warned: String
  var violation: String
  var known: String
  var new: String
  /// The colors of six bands from the top, which more bands repeat.
  var bands: [String]

  static let light = Palette(
    paper: "#fff", ink: "#1f2d3a", quiet: "#5d7183", line: "#8fa1b0", box: "#fff",
    edge: "#3f5669", warned: "#b26a00", violation: "#d32f2f", known: "#a9b4bd", new: "#2e7d32",
    bands: ["#f2f5f9", "#f2f9f8", "#f5f9f2", "#f9f7f2", "#f9f4f2", "#f7f2f9"])

  static let dark = Palette(
    paper: "#12181e", ink: "#e4ebf1", quiet: "#93a6b6", line: "#62778a", box: "#1d2731",
    edge: "#90a6b8", warned: "#e0a040", violation: "#ff6b63", known: "#52616e", new: "#66bb6a",
    bands: ["#1b212a", "#1b2a28", "#212a1b", "#2a261b", "#2a1f1b", "#261b2a"])

  static let print = Palette(
    paper: "#fff", ink: "#000", quiet: "#444", line: "#777", box: "#fff", edge: "#333",
    warned: "#850", violation: "#c00", known: "#999", new: "#060",
    bands: Array(repeating: "#f5f5f5", count: 6))

  static let named = Palette(
    paper: "var(--paper)", ink: "var(--ink)", quiet: "var(--quiet)", line: "var(--line)",
    box: "var(--box)", edge: "var(--edge)", warned: "var(--warned)", violation: "var(--violation)",
    known: "var(--known)",
    new: "var(--new)", bands: (0..<6).map { "var(--band\($0))" })

  var variables: String {
    """
    --paper:\(paper);--ink:\(ink);--quiet:\(quiet);--line:\(line);--box:\(box);--edge:\(edge);\
    --warned:\(warned);--violation:\(violation);--known:\(known);--new:\(new);
    """ + bands.enumerated().map { "--band\($0):\($1);" }.joined()
  }

  var rules: String {
    """
    svg{background:\(paper)}\
    .band text,.legend text,.extent{fill:\(quiet)}\
    .module text,.heading{fill:\(ink)}.count{fill:\(ink);stroke:\(paper)}.count.fresh{fill:\(violation)}\
    .outline{fill:\(box);stroke:\(edge)}.inner{stroke:\(edge)}\
    .added .outline,.added .inner{stroke:\(new)}.added text{fill:\(new)}\
    .removed .outline,.removed .inner{stroke:\(known)}.removed text{fill:\(known)}\
    .link{stroke:\(line)}.link.warned{stroke:\(warned)}.link.violation,.link.cut,.link.fresh{stroke:\(violation)}\
    .link.known,.link.removed{stroke:\(known)}.link.added{stroke:\(new)}\
    .tally rect{fill:\(violation);stroke:\(violation)}.tally text,.legend .tally text{fill:\(paper)}\
    .tally.warning rect{fill:\(paper);stroke:\(warned)}.tally.warning text,.legend .tally.warning text{fill:\(warned)}\
    marker path{fill:\(line)}marker.warned path{fill:\(warned)}marker.violation path,marker.cut path,marker.fresh path{fill:\(violation)}\
    marker.known path{fill:\(paper);stroke:\(known)}\
    marker.embedded path{fill:\(paper);stroke:\(line)}\
    marker.added path{fill:\(new)}marker.removed path{fill:\(known)}
    """ + bands.enumerated().map { ".band\($0) rect{fill:\($1)}" }.joined()
  }
}
