import Architecture
import Diagnostics
import Files
import Foundation
import TestSupport
import Testing
@testable import Workspace
@testable import WorkspaceReading

@Suite struct PackageFolderTests {
  /// What is said of the specs of a tree.
  private func diagnostics(in tree: some FileTree) throws -> [String] {
    let workspace = try Workspace(
      reading: tree, configuration: .init(), known: SourceMap(),
      options: .init(jobs: 1) { _ in nil })
    return workspace.diagnostics.map { $0.message.text }
  }

  private func makeFolder(_ name: String, in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.full(name), withIntermediateDirectories: true)
  }

  private func spec(_ paths: [String]) -> String {
    let packages = paths.enumerated().map { "  P\($0): {path: \"\($1)\"}\n" }.joined()
    return "name: A\npackages:\n\(packages)"
  }

  @Test func onDisk() throws {
    let folder = try TemporaryFolder()
    let there = ["Kit", "Versioned", "Empty", "Empty/Inner", "Link", "Link/Inner", "kIT"]
    let ignored = [
      "Made", "Made/Client", "Deep/Made", "NoManifest/Ignored", "Deep/One", "Set7", "Blank",
    ]
    let missing = ["Gone", "Kit/Gone", "Deep/Kept", "Deep/Two", "SetA", "Tab"]
    try folder.write("", to: "Kit/Package.swift")
    try folder.write("", to: "Versioned/Package@swift-6.0.swift")
    try folder.write("", to: "NoManifest/README.md")
    try folder.write("", to: "NoManifest/Ignored/README.md")
    try makeFolder("Empty", in: folder)
    try folder.link("Link", to: "/nowhere/at/all")
    try folder.write(
      """
      # what is made
      Made/
      /Deep/*
      !/Deep/Kept
      !Deep/Two/
      NoManifest/Ignored/Package.swift
      Set[0-9]
      Blank\u{20}
      Tab\t
      """, to: ".gitignore")
    let paths = there + ignored + missing + ["NoManifest", "../Elsewhere", "/absolute"]
    try folder.write(spec(paths), to: "project.yml")
    let found = try diagnostics(in: WorkingDirectory(folder.path))
    let expected =
      missing.map { "package 'P\(paths.firstIndex(of: $0) ?? -1)' has no folder '\($0)'" }
      + ["package 'P\(paths.count - 3)' has no Package.swift in 'NoManifest'"]
    #expect(found == expected)
  }

  @Test func submodulesMayBeMissing() throws {
    let folder = try TemporaryFolder()
    try makeFolder(".git", in: folder)
    try folder.write(
      """
      [submodule "one"]
        path = "Kits #1"
      [submodule "two"]
        path = "Kits #2" ; the second
      """, to: ".gitmodules")
    try folder.write(spec(["Kits #1", "Kits #2/Inner", "Kits #3"]), to: "project.yml")
    #expect(
      try diagnostics(in: WorkingDirectory(folder.path))
        == ["package 'P2' has no folder 'Kits #3'"])
  }

  @Test func ignoreFilesAboveTheWorkspaceCount() throws {
    let folder = try TemporaryFolder()
    try makeFolder(".git", in: folder)
    try folder.write("ios/Made\n", to: ".gitignore")
    try folder.write(spec(["Made", "Unmade"]), to: "ios/project.yml")
    let root = folder.path + "/ios"
    var options = Workspace.Options(jobs: 1) { _ in nil }
    options.root = root
    let workspace = try Workspace(
      reading: WorkingDirectory(root), configuration: .init(), known: SourceMap(), options: options)
    #expect(
      workspace.diagnostics.map { $0.message.text } == ["package 'P1' has no folder 'Unmade'"])
  }
}
