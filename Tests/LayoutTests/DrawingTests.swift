import Layout
import Testing

struct DrawingTests {
  @Test(arguments: 0..<30)
  func `Boxes keep clear of one another and stay in their bands`(seed: Int) {
    let diagram = Diagram.random(seed: seed)
    let drawing = Drawing(of: diagram)
    for (number, box) in drawing.boxes.enumerated() {
      let isClear = !drawing.boxes[..<number].contains { $0.overlaps(box) }
      #expect(box.size == diagram.boxes[number] && isClear)
    }
    for (band, frame) in zip(diagram.bands, drawing.bands) {
      #expect(band.joined().allSatisfy { frame.contains(drawing.boxes[$0]) })
      #expect(frame.maxX <= drawing.size.width && frame.maxY <= drawing.size.height)
    }
    #expect(zip(drawing.bands, drawing.bands.dropFirst()).allSatisfy { $0.maxY < $1.minY })
  }

  @Test(arguments: 0..<30)
  func `Arrows lead from box to box and touch no other`(seed: Int) {
    let diagram = Diagram.random(seed: seed)
    let drawing = Drawing(of: diagram)
    for (arrow, route) in zip(diagram.arrows, drawing.routes) {
      let (tail, head) = (drawing.boxes[arrow.tail], drawing.boxes[arrow.head])
      let end = route.curves.last?.end ?? route.start
      #expect(tail.isAtEdge(route.start) && head.isAtEdge(end))
      let points = route.points
      let touched = drawing.boxes.indices.filter { number in
        points.contains { drawing.boxes[number].contains($0) }
      }
      #expect(touched.isEmpty, "arrow \(arrow.tail) to \(arrow.head)")
    }
  }

  @Test(arguments: 0..<60)
  func `No arrow comes where the names of bands stand`(seed: Int) {
    var diagram = Diagram.random(seed: seed)
    diagram.bandLeft = Double(18 + seed * 5)
    let drawing = Drawing(of: diagram)
    // To the right of it is where links that lead from one row to another pass.
    let names = drawing.bands.map {
      Rectangle(
        origin: $0.origin, size: Size(width: diagram.bandLeft, height: $0.size.height))
    }
    for route in drawing.routes {
      let isClear = !route.points.contains { point in names.contains { $0.contains(point) } }
      #expect(isClear)
    }
    #expect(drawing.boxes.allSatisfy { $0.minX >= diagram.bandLeft - 0.01 })
  }

  @Test
  func `Equal diagrams give equal drawings`() {
    let drawings = (0..<2).map { _ in Drawing(of: .random(seed: 3)) }
    #expect(drawings[0].boxes == drawings[1].boxes)
    #expect(drawings[0].routes == drawings[1].routes)
  }

  @Test
  func `Nothing is drawn of nothing`() {
    let drawing = Drawing(of: Diagram(bands: [], arrows: []))
    #expect(drawing.boxes.isEmpty && drawing.size.height == 0)
    #expect(Drawing(of: Diagram(bands: [[]], arrows: [])).bands.count == 1)
    #expect(Drawing(of: Diagram(bands: [[[0]]], arrows: [])).boxes.count == 1)
  }

  @Test
  func `A crossing that can be undone is undone`() {
    let drawing = Drawing(of: Diagram(bands: [[[0, 1], [2, 3]]], arrows: [(0, 3), (1, 2)]))
    #expect(
      (drawing.boxes[0].midX < drawing.boxes[1].midX)
        == (drawing.boxes[3].midX < drawing.boxes[2].midX))
  }

  @Test
  func `A box stands above the one box that it points to`() {
    let drawing = Drawing(of: Diagram(bands: [[[0], [1], [2]]], arrows: [(0, 1), (1, 2), (0, 2)]))
    #expect(abs(drawing.boxes[0].midX - drawing.boxes[2].midX) < 60)
    let plain = Drawing(of: Diagram(bands: [[[0], [1]]], arrows: [(0, 1)]))
    #expect(abs(plain.boxes[0].midX - plain.boxes[1].midX) < 0.01)
  }

  @Test
  func `Arrows of one bundle end on one way, others do not`() {
    let bands = [[[0, 1, 2], [3], [4], [5]]]
    var diagram = Diagram(bands: bands, arrows: [(0, 5), (1, 5), (2, 5), (3, 4)])
    #expect(Set(Drawing(of: diagram).routes[..<3].map(\.curves.last)).count == 1)
    for number in 0..<3 { diagram.arrows[number].bundle = number }
    #expect(Set(Drawing(of: diagram).routes[..<3].map(\.curves.last)).count == 3)
  }

  @Test
  func `Two boxes that point at each other have two arrows`() {
    let drawing = Drawing(of: Diagram(bands: [[[0], [1]]], arrows: [(0, 1), (1, 0)]))
    #expect(drawing.routes[0].start.x != drawing.routes[1].curves.last?.end.x)
    #expect(drawing.routes[0].start.y < drawing.routes[1].start.y)
  }
}

extension Rectangle {
  fileprivate func isAtEdge(_ point: Point) -> Bool {
    minX - 0.01...maxX + 0.01 ~= point.x && minY - 0.01...maxY + 0.01 ~= point.y
      && !contains(point)
  }
}
