import Architecture
import Diagnostics
import TestSupport
import Testing
@testable import Workspace
@testable import WorkspaceReading

@Suite struct XcodeWorkspaceTests {
  private func file(_ text: [UInt8], in folder: String = "", root: String = "")
    -> XcodeWorkspaceFile
  {
    let path = folder.isEmpty ? "A.xcworkspace" : folder + "/A.xcworkspace"
    let tree = MemoryTree([path + "/contents.xcworkspacedata": text])
    return XcodeWorkspaceFile(at: path, in: tree, root: root)
  }

  private func paths(_ body: String, in folder: String = "", root: String = "") -> [String] {
    let text = "<Workspace version=\"1.0\">\(body)</Workspace>"
    let file = file(Array(text.utf8), in: folder, root: root)
    #expect(file.error == nil)
    return file.projects.map(\.path)
  }

  @Test(arguments: [
    ("group:A.xcodeproj", "ios/A.xcodeproj"), ("container:B/A.xcodeproj", "ios/B/A.xcodeproj"),
    ("self:A.xcodeproj", "ios/A.xcodeproj"), ("group:../A.xcodeproj", "A.xcodeproj"),
    ("group:B/./C/../A.xcodeproj", "ios/B/A.xcodeproj"),
    ("absolute:/repo/x/A.xcodeproj", "x/A.xcodeproj"),
    ("group:&#x41;&amp;.xcodeproj", "ios/A&.xcodeproj"),
    ("group:a b/\u{1F680}.xcodeproj", "ios/a b/\u{1F680}.xcodeproj"),
  ])
  func findsProjects(_ location: String, _ path: String) {
    #expect(
      paths("<FileRef location = \"\(location)\"/>", in: "ios", root: "/repo") == [path])
  }

  @Test(arguments: [
    "group:../../A.xcodeproj", "group:/A.xcodeproj", "absolute:/other/A.xcodeproj",
    "absolute:/repository/A.xcodeproj", "developer:A.xcodeproj", "A.xcodeproj", "", ":",
    "group:A.playground", "group:", "other:A.xcodeproj",
  ])
  func leavesOutWhatIsElsewhere(_ location: String) {
    #expect(paths("<FileRef location=\"\(location)\"/>", in: "ios", root: "/repo").isEmpty)
  }

  @Test func groupsNest() {
    let found = paths(
      """
      <Group location = 'group:App'><Group name='No place of its own'>
        <FileRef location='group:A.xcodeproj'></FileRef></Group>
        <Group location='container:Kit'><FileRef location='group:K.xcodeproj'/></Group>
        <Group location='group:../../Out'><FileRef location='group:O.xcodeproj'/></Group>
        <!-- <FileRef location='group:N.xcodeproj'/> --><?xml x?><![CDATA[<FileRef/>]]>
      </Group><FileRef location='group:R.xcodeproj'/>
      """)
    #expect(found == ["App/A.xcodeproj", "Kit/K.xcodeproj", "R.xcodeproj"])
  }

  @Test func placesTheLocation() {
    let text = "<Workspace>\n  é<FileRef\n  location = \"group:A.xcodeproj\"/></Workspace>"
    let project = file(Array(text.utf8)).projects[0]
    #expect(project.location.start == Position(line: 3, column: 15))
    #expect(project.location.end == Position(line: 3, column: 32))
  }

  @Test(arguments: [
    ("", 1, 1), ("{}", 1, 1), ("<plist/>", 1, 1), ("<Workspace>", 1, 1), ("<Workspace", 1, 1),
    ("<Workspace>\n<Group></Workspace>", 2, 8), ("<Workspace>\n <Group>", 2, 2),
    ("<Workspace/></Workspace>", 1, 13),
    ("<Workspace>\n  <FileRef location>", 2, 12), ("<Workspace a=b>", 1, 12),
    ("<Workspace a=\"b>", 1, 12), ("<Workspace a=\"&b;\">", 1, 15),
    ("<Workspace a='&#xD800;'>", 1, 15),
    ("<Workspace><!-- >", 1, 12), ("<!DOCTYPE a [ ]><Workspace/>", 1, 1), ("<Workspace><>", 1, 12),
    ("\u{feff}<Workspace>\n<", 2, 1),
  ])
  func placesErrors(_ text: String, _ line: Int, _ column: Int) {
    let error = file(Array(text.utf8)).error
    #expect(error?.location?.start == Position(line: UInt32(line), column: UInt32(column)))
    #expect(error?.rule == "workspace-mismatch")
  }

  @Test func everyTruncationIsAnError() {
    let text = Array(
      "<?xml version='1.0'?><!-- c --><Workspace><Group location='group:&lt;é'><FileRef/></Group></Workspace>"
        .utf8)
    for end in text.indices {
      #expect(file(Array(text[..<end])).error != nil)
    }
  }
}
