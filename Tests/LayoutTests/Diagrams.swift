import Layout
import TestSupport

extension Diagram {
  /// Boxes of one size, one band for each list of rows.
  init(bands: [[[Int]]], arrows: [(Int, Int)]) {
    let count = bands.joined().joined().count
    self.init(
      boxes: Array(repeating: Size(width: 100, height: 30), count: count), bands: bands,
      arrows: arrows.map { Arrow(tail: $0.0, head: $0.1) })
  }

  /// Boxes of all sizes in a few bands of a few rows, with arrows down, up, level and to themselves.
  static func random(seed: Int) -> Diagram {
    var random = SplitMix64(state: UInt64(seed))
    var count = 0
    let bands = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...9, using: &random)).map { _ in
          defer { count += 1 }
          return count
        }
      }
    }
    let boxes = (0..<count).map { _ in
      Size(
        width: .random(in: 20...260, using: &random), height: .random(in: 20...50, using: &random))
    }
    let arrows = (0..<Int.random(in: 0...3 * count, using: &random)).map { _ in
      Arrow(
        tail: .random(in: 0..<count, using: &random), head: .random(in: 0..<count, using: &random),
        bundle: .random(in: 0...1, using: &random))
    }
    return Diagram(boxes: boxes, bands: bands, arrows: arrows)
  }
}

extension Route {
  /// Places along the way.
  var points: [Point] {
    var points = [start]
    var from = start
    for curve in curves {
      for step in 1...12 {
        let (t, s) = (Double(step) / 12, 1 - Double(step) / 12)
        let weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
        let controls = [from, curve.firstControl, curve.secondControl, curve.end]
        points.append(
          Point(
            x: zip(weights, controls).reduce(0) { $0 + $1.0 * $1.1.x },
            y: zip(weights, controls).reduce(0) { $0 + $1.0 * $1.1.y }))
      }
      from = curve.end
    }
    return points
  }
}

extension Rectangle {
  /// Whether `point` is inside, and not at the edge.
  func contains(_ point: Point) -> Bool {
    minX + 0.5 < point.x && point.x < maxX - 0.5 && minY + 0.5 < point.y && point.y < maxY - 0.5
  }

  func overlaps(_ other: Rectangle) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  func contains(_ other: Rectangle) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }
}
