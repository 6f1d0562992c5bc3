/// Finds the lines that differ between two versions of a file.
struct LineMatcher {
  /// The numbers of the old lines; equal lines have the same number.
  private var old: [Int] = []
  private var new: [Int] = []
  private let offset: Int

  /// The maximum number of lines for the shortest difference, which takes too long for more.
  private static let mostLines = 2_000
  /// The number of equal lines that suffice for a match.
  private static let longestRun = 8

  init(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
    offset = old.startIndex
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      let number = numbers[line] ?? numbers.count
      numbers[line] = number
      return number
    }
    self.old = old.map(number)
    self.new = new.map(number)
  }

  /// Returns the removed and the added lines.
  ///
  /// - Complexity: O(*n*) for *n* lines.
  func differences() -> (gone: Set<Int>, come: Set<Int>) {
    old.count + new.count > Self.mostLines ? linear() : shortest()
  }

  private func shortest() -> (gone: Set<Int>, come: Set<Int>) {
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let place, _, _): gone.insert(offset + place)
      case .insert(let place, _, _): come.insert(offset + place)
      }
    }
    return (gone, come)
  }

  /// Walks both versions.
  ///
  /// At a difference it continues where most adjacent lines are equal: at the
  /// next line of both, at the next old line that equals the new one, or the other way round.
  private func linear() -> (gone: Set<Int>, come: Set<Int>) {
    var (gone, come): (Set<Int>, Set<Int>) = ([], [])
    var (oldPlaces, newPlaces) = (Places(old), Places(new))
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, j < new.count, old[i] == new[j] {
        (i, j) = (i + 1, j + 1)
        continue
      }
      var next = (old.count, new.count)
      if i < old.count, j < new.count {
        var candidates = [(i + 1, j + 1)]
        if let place = oldPlaces.next(of: new[j], from: i) { candidates.append((place, j)) }
        if let place = newPlaces.next(of: old[i], from: j) { candidates.append((i, place)) }
        var best = (run: -1, distance: 0)
        for (a, b) in candidates {
          let (run, distance) = (run(a, b), a - i + b - j)
          if run > best.run || run == best.run && distance < best.distance {
            (best, next) = ((run, distance), (a, b))
          }
        }
      }
      gone.formUnion((i..<next.0).map { offset + $0 })
      come.formUnion((j..<next.1).map { offset + $0 })
      (i, j) = next
    }
    return (gone, come)
  }

  private func run(_ i: Int, _ j: Int) -> Int {
    var length = 0
    while length < Self.longestRun, i + length < old.count, j + length < new.count,
      old[i + length] == new[j + length]
    {
      length += 1
    }
    return length
  }

  /// The places of each line, looked up for ascending positions.
  private struct Places {
    private var places: [[Int]] = []
    private var passed: [Int] = []

    init(_ lines: [Int]) {
      for (place, line) in lines.enumerated() {
        while places.count <= line { places.append([]) }
        places[line].append(place)
      }
      passed = places.map { _ in 0 }
    }

    mutating func next(of line: Int, from place: Int) -> Int? {
      guard line < places.count else { return nil }
      while passed[line] < places[line].count, places[line][passed[line]] < place {
        passed[line] += 1
      }
      return passed[line] < places[line].count ? places[line][passed[line]] : nil
    }
  }
}
