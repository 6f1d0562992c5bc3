import SwiftUI
import Tides

public struct MooringsView: View {
  public init() {}

  public var body: some View { Text(Tide.now.name) }
}
