/// How pictures look, in light and in dark surroundings.
enum PictureStyle {
  /// For a file of its own, which follows the reader's scheme.
  static let css = """
    svg{\(light)\(face)}
    @media (prefers-color-scheme:dark){svg{\(dark)}}
    @media print{svg{\(print)}}
    \(shapes)
    """

  /// For a page, which has a switch between light and dark.
  static let pageCSS = """
    :root{\(light)}
    @media (prefers-color-scheme:dark){:root{\(dark)}}
    :root[data-theme=light]{\(light)}
    :root[data-theme=dark]{\(dark)}
    @media print{:root,:root[data-theme]{\(print)}}
    svg{\(face)}
    \(shapes)
    """

  private static let light = """
    --paper:#fff;--ink:#1f2d3a;--quiet:#5d7183;--line:#8fa1b0;--box:#fff;--edge:#3f5669;\
    --fault:#d32f2f;--known:#a9b4bd;--new:#2e7d32;--shade:96.2%;--tint:38%
    """
  private static let dark = """
    --paper:#12181e;--ink:#e4ebf1;--quiet:#93a6b6;--line:#62778a;--box:#1d2731;--edge:#90a6b8;\
    --fault:#ff6b63;--known:#52616e;--new:#66bb6a;--shade:13.5%;--tint:22%
    """
  private static let print = """
    --paper:#fff;--ink:#000;--quiet:#444;--line:#777;--box:#fff;--edge:#333;--fault:#c00;\
    --known:#999;--new:#060;--shade:97%;--tint:30%
    """
  private static let face = """
    ;background:var(--paper);font-family:-apple-system,"Segoe UI","Helvetica Neue",Helvetica,Arial,\
    "DejaVu Sans",sans-serif
    """

  private static let shapes = """
    .band rect{fill:hsl(var(--hue) var(--tint) var(--shade))}
    .band text{font-size:11px;font-weight:600;letter-spacing:.06em;fill:var(--quiet)}
    .band0{--hue:214}.band1{--hue:172}.band2{--hue:96}.band3{--hue:44}.band4{--hue:18}\
    .band5{--hue:282}
    .module text{font-size:12px;text-anchor:middle;fill:var(--ink)}
    .outline{fill:var(--box);stroke:var(--edge);stroke-width:1.1}
    .inner{fill:none;stroke:var(--edge);stroke-width:.9}
    .program .outline{stroke-width:2.4}
    .program text{font-weight:600}
    .external .outline{stroke-dasharray:4 3}
    .added .outline,.added .inner{stroke:var(--new)}.added text{fill:var(--new)}
    .removed .outline,.removed .inner{stroke:var(--known)}.removed text{fill:var(--known)}
    .link{fill:none;stroke:var(--line);stroke-width:1.1;marker-end:url(#arrow-link)}
    .link.fault,.link.cut{stroke:var(--fault);stroke-width:2;marker-end:url(#arrow-fault)}
    .link.cut{stroke-dasharray:6 4;marker-end:url(#arrow-cut)}
    .link.known{stroke:var(--known);stroke-width:1.8;marker-end:url(#arrow-known)}
    .link.added{stroke:var(--new);stroke-width:2.4;marker-end:url(#arrow-added)}
    .link.removed{stroke:var(--known);stroke-dasharray:6 4;marker-end:url(#arrow-removed)}
    marker path{fill:var(--line)}marker.fault path,marker.cut path{fill:var(--fault)}
    marker.known path{fill:var(--paper);stroke:var(--known)}
    marker.added path{fill:var(--new)}marker.removed path{fill:var(--known)}
    .legend text{font-size:11px;fill:var(--quiet)}
    """
}
