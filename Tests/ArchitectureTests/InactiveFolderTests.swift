import Architecture
import Testing

@Suite struct InactiveFolderTests {
  @Test(arguments: [
    ("old/Theme/project.yml", "old/**"),
    ("core/_Archive/2019/Theme/project.yml", "core/_Archive/**"),
    ("tools/Templates/Module/project.yml", "tools/Templates/**"),
    ("kits/{{ name }}/project.yml", "kits/?? name ??/**"),
    ("kits/{{cookiecutter.name}}/app/project.yml", "kits/??cookiecutter.name??/**"),
    ("kits/___NAME___/project.yml", "kits/___NAME___/**"),
    ("kits/**NAME**/project.yml", "kits/??NAME??/**"),
  ])
  func `knows archives and templates by their folders`(path: String, pattern: String) {
    #expect(InactiveFolder(of: path)?.pattern == pattern)
  }

  @Test(arguments: [
    "project.yml", "core/Theme/project.yml", "core/Folders/project.yml", "Golden/project.yml",
    "a/{b/project.yml", "a/{{}}/project.yml", "a/___/project.yml", "a/****/project.yml",
    "old.yml", "template/",
  ])
  func `takes no other folder for one`(path: String) {
    #expect(InactiveFolder(of: path) == nil)
  }

  @Test func `knows templates by what is to be filled in`() {
    let texts = [
      "name: **NAME**": true, "name: {{ name }}": true, "name: ___PROJECTNAME___": true,
      "sources: [\"**/*.swift\", \"a/**\"]": false, "a: {b: {c: d}}": false, "name: Kit": false,
      "{{\(String(repeating: "x", count: 1000))}}": false,
    ]
    for (text, isTemplate) in texts {
      let folder = InactiveFolder(template: "kits/new/project.yml", text: Array(text.utf8))
      #expect((folder?.pattern == "kits/new/**") == isTemplate, "\(text)")
      #expect(InactiveFolder(template: "project.yml", text: Array(text.utf8)) == nil)
    }
  }
}
