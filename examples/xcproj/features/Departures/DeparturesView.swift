import Log
import SwiftUI
import Tides

public struct DeparturesView: View {
  private let log = Log()

  public init() {}

  public var body: some View { Text(Tide.now.name) }
}
