import Departures
import Moorings
import SwiftUI

@main struct HarborApp: App {
  var body: some Scene {
    WindowGroup {
      DeparturesView()
      MooringsView()
    }
  }
}
