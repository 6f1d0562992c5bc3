import Diagnostics
import Files
import Foundation
import Architecture
import Rules
import Testing

@testable import Workspace
import TestSupport

/// Trees as they are met with, and what an architect would write for them.
@Suite struct LayerInferenceTests {
  @Test func writesTheRulesOfTheExample() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shipped = try Configuration(
      rules: Array(Data(contentsOf: root.appending(path: "rules.yml"))), file: .init(index: 0),
      catalog: ruleCatalog)
    let inferred = try InferredRules(WorkingDirectory(root.appending(path: "examples/iss").path))
    #expect(inferred.layers == shipped.layers.map(\.name))
    #expect(inferred.rules.layers.allSatisfy { $0.modules == nil && !$0.allowsPeers })
    #expect(inferred.rules.interfaces == shipped.interfaces.map(\.text))
    #expect(inferred.rules.testSupport == shipped.testSupport.map(\.text))
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func splitsFoldersOfLayersButNotLayersOfFolders() throws {
    var tree = WrittenTree()
    tree.add("App", "Shop", "application", links: ["Login", "Cart", "Network"])
    for feature in ["Login", "Cart", "Search"] {
      tree.add("Modules/Features/\(feature)", feature, links: ["Network", "Storage"])
    }
    tree.add("Modules/Core/Network", "Network", links: ["Logging"])
    tree.add("Modules/Core/Storage", "Storage", links: ["Logging"])
    tree.add("Modules/Shared/Logging", "Logging")
    let inferred = try tree.inferred()
    #expect(inferred.layers == ["App", "Features", "Core", "Shared"])
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func mergesLayersOfOneNameInSeveralPlaces() throws {
    var tree = WrittenTree()
    for platform in ["ios", "mac"] {
      for name in ["A", "B"] {
        tree.add("\(platform)/ui/\(platform)\(name)", "\(platform)\(name)", links: [platform + "X"])
      }
      tree.add("\(platform)/data/\(platform)X", "\(platform)X")
      tree.add("\(platform)/data/\(platform)Y", "\(platform)Y")
    }
    let inferred = try tree.inferred()
    #expect(inferred.layers == ["ui", "data"])
    #expect(inferred.rules.layers.allSatisfy { $0.modules == nil })
    #expect(inferred.errors == [])
  }

  @Test func keepsAFlatFolderWhoseModulesMeetAtInterfaces() throws {
    var tree = WrittenTree()
    tree.add("", "Shop", "application", links: ["Login", "Cart", "LoginInterface"])
    tree.add("", "ShopTests", "bundle.unit-test", links: ["Shop"])
    tree.add("Modules/Login", "Login", links: ["LoginInterface", "CartInterface"])
    tree.add("Modules/Cart", "Cart", links: ["CartInterface", "LoginInterface"])
    tree.add("Modules/LoginInterface", "LoginInterface")
    tree.add("Modules/CartInterface", "CartInterface", links: ["LoginInterface"])
    let inferred = try tree.inferred()
    #expect(inferred.layers == ["app", "Modules"])
    #expect(inferred.rules.layers[0].modules == ["Shop*"])
    #expect(inferred.rules.layers[1].modules == nil)
    #expect(inferred.rules.interfaces == ["*Interface"])
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func ordersAFlatFolderByWhatLinksWhat() throws {
    var tree = WrittenTree()
    tree.add("App", "App", "application", links: ["Login", "Cart"])
    for feature in ["Login", "Cart", "Search"] {
      tree.add("Modules/\(feature)", feature, links: ["Network", "Widgets"])
      tree.add("Modules/\(feature)", "\(feature)Tests", "bundle.unit-test", links: [feature])
    }
    tree.add("Modules/Network", "Network", links: ["Logging"])
    tree.add("Modules/Widgets", "Widgets", links: ["Logging"])
    tree.add("Modules/Logging", "Logging")
    let inferred = try tree.inferred()
    #expect(inferred.layers == ["app", "Cart and others", "Network and Widgets", "Logging"])
    #expect(inferred.modules(of: "Cart and others") == ["Cart", "Login", "Search"])
    #expect(inferred.modules(of: "Network and Widgets") == ["Network", "Widgets"])
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func ordersTheTargetsOfOneSpec() throws {
    var tree = WrittenTree()
    tree.add("", "Shop", "application", links: ["Kit", "Widget"])
    tree.add("", "Widget", "app-extension", links: ["Base"])
    tree.add("", "Kit", links: ["Base"])
    tree.add("", "Base")
    for name in ["Shop", "Kit", "Base"] {
      tree.add("", "\(name)Tests", "bundle.unit-test", links: [name])
    }
    let inferred = try tree.inferred()
    #expect(inferred.layers == ["app", "Kit", "Base"])
    #expect(inferred.rules.layers.map(\.modules) == [["Shop*", "Widget"], ["Kit*"], ["Base*"]])
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func keepsTestsWithWhatTheyAreNamedAfterOrLink() throws {
    var tree = WrittenTree()
    tree.add("", "Shop", "application", links: ["NetKit"])
    tree.add("", "NetKit", links: ["Net"])
    tree.add("", "Net", links: ["Base"])
    tree.add("", "Base")
    tree.add("", "NetKitTests", "bundle.unit-test", links: ["Net", "NetKit"])
    tree.add("", "AllTests", "bundle.unit-test", links: ["Base"])
    let inferred = try tree.inferred()
    #expect(
      inferred.rules.layers.map(\.modules)
        == [["Shop"], ["NetKit*"], ["Net"], ["AllTests", "Base"]])
    #expect(inferred.errors == [])
  }

  @Test func takesModulesOfOneNameTogether() throws {
    var tree = WrittenTree()
    for folder in ["ios", "mac"] {
      tree.add(folder, "\(folder)App", "application", links: ["Kit"])
      tree.add(folder, "Kit", links: ["Base"])
      tree.add(folder, "Base", links: ["Low"])
      tree.add(folder, "Low")
    }
    let inferred = try tree.inferred()
    #expect(
      inferred.rules.layers.map(\.modules) == [["iosApp", "macApp"], ["Kit"], ["Base"], ["Low"]])
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func tellsLayersOfOneNameApart() throws {
    var tree = WrittenTree()
    for name in ["A", "B"] { tree.add("lib/Mid/\(name)", name, links: ["Base"]) }
    for name in ["C", "D"] { tree.add("lib/High/\(name)", name, links: ["A", "B"]) }
    tree.add("own/App", "App", "application", links: ["C", "Top", "Base", "Own"])
    tree.add("own/Core", "Base")
    tree.add("own/Top", "Top", links: ["Base", "Own"])
    tree.add("own/Mid", "Own", links: ["Base"])
    let inferred = try tree.inferred()
    #expect(inferred.layers == ["App", "Top", "High", "Own", "Mid", "Core"])
    // The bare name would take both folders.
    #expect(
      inferred.rules.layers.map(\.modules) == [nil, nil, nil, ["Own"], ["lib/Mid/**"], nil])
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func condensesADeepFlatFolder() throws {
    var tree = WrittenTree()
    tree.add("App", "App", "application", links: ["M11"])
    for number in 0..<12 {
      let below = number > 0 ? ["M\(number - 1)"] : []
      tree.add("Modules/M\(number)", "M\(number)", links: below)
    }
    let inferred = try tree.inferred()
    #expect(inferred.layers == ["app", "M11", "M10", "M9", "M8", "M0 and below"])
    #expect(inferred.rules.layers.map(\.allowsPeers) == [false, false, false, false, false, true])
    #expect(!inferred.text.contains(" \n"))
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func toleratesACycleBetweenModulesOfAFlatFolder() throws {
    var tree = WrittenTree()
    tree.add("A", "A", links: ["B"])
    tree.add("B", "B", links: ["C", "A"])
    tree.add("C", "C")
    tree.add("D", "D", links: ["A", "B"])
    let inferred = try tree.inferred()
    #expect(inferred.rules.layers.map(\.allowsPeers) == [false, true, false])
    #expect(inferred.brokenLinks == [])
    #expect(inferred.errors == [])
  }

  @Test func takesNoMockForAProductAndNoProductForAMock() throws {
    var tree = WrittenTree()
    for name in ["Login", "Cart", "Search"] {
      tree.add("domain/\(name)", name, links: ["ABTesting"])
      tree.add("domain/\(name)", "\(name)Mock", links: [name])
      tree.add("domain/\(name)", "\(name)Tests", "bundle.unit-test", links: ["\(name)Mock"])
    }
    tree.add("domain/Pay", "Pay", links: ["CartMock", "ABTesting"])
    tree.add("core/ABTesting", "ABTesting")
    let inferred = try tree.inferred()
    #expect(inferred.rules.testSupport == ["*Mock"])
    #expect(inferred.layers == ["domain", "core"])
    #expect(inferred.brokenLinks.contains("test-support-in-product Pay -> CartMock"))
    #expect(inferred.errors == [])
  }

  @Test func writesNamesThatYAMLAndPatternsWouldMisread() throws {
    var tree = WrittenTree()
    for layer in ["off", "2nd", "a b", "ü"] {
      tree.add("\(layer)/X\(layer)", "\"X{\(layer)}\"")
    }
    let inferred = try tree.inferred()
    #expect(Set(inferred.layers) == ["off", "2nd", "a b", "ü"])
    #expect(inferred.errors == [])
  }

  @Test func hasNoLayersWithoutModules() throws {
    let inferred = try InferredRules(MemoryTree(["project.yml": "name: Empty\n"]))
    #expect(inferred.layers == [])
    #expect(inferred.errors == [])
  }
}
