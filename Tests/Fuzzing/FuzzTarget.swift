import Glibc

/// A reader of untrusted bytes, driven by libFuzzer.
///
/// One program holds all of them; the environment variable `FUZZ_TARGET` chooses. A failure is a trap:
/// one of modlint's own, or a `require` here on what must hold for every input.
struct FuzzTarget: Sendable {
  var name: String
  var run: @Sendable ([UInt8]) -> Void
}

/// The names are those of the folders of `scripts/cases.py`.
let fuzzTargets = [
  FuzzTarget(name: "yaml", run: readYAML),
  FuzzTarget(name: "readers", run: compareReaders),
  FuzzTarget(name: "json", run: readJSON),
  FuzzTarget(name: "edits", run: editDocument),
  FuzzTarget(name: "spec", run: readSpec),
  FuzzTarget(name: "rules", run: readRules),
  FuzzTarget(name: "baseline", run: readBaseline),
  FuzzTarget(name: "podfile", run: { readLockFile("Podfile.lock", $0) }),
  FuzzTarget(name: "cartfile", run: { readLockFile("Cartfile.resolved", $0) }),
  FuzzTarget(name: "owners", run: readCodeOwners),
  FuzzTarget(name: "binary", run: readBinary),
  FuzzTarget(name: "plist", run: readPropertyList),
  FuzzTarget(name: "xcworkspace", run: readXcodeWorkspace),
  FuzzTarget(name: "project", run: { readXcodeProject("project.pbxproj", $0) }),
  FuzzTarget(name: "xcproj", run: { readXcodeProject("project.xcproj", $0) }),
  FuzzTarget(name: "project-structure", run: readProjectStructure),
  FuzzTarget(name: "manifest", run: readManifest),
  FuzzTarget(name: "package", run: readPackages),
  FuzzTarget(name: "source", run: readSource),
  FuzzTarget(name: "workspace", run: lintWorkspace),
  FuzzTarget(name: "linking", run: simulateLinking),
  FuzzTarget(name: "advice", run: followAdvice),
]

private let chosen: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = fuzzTargets.first(where: { $0.name == name }) else {
    fatalError("FUZZ_TARGET must be one of \(fuzzTargets.map(\.name))")
  }
  return target
}()

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  // libFuzzer guarantees `size` readable bytes at `data` for the time of the call.
  chosen.run(Array(UnsafeBufferPointer(start: data, count: size)))
  return 0
}
