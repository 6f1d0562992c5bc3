/// A kind of mapping in a spec, with the keys that XcodeGen reads in it.
///
/// Build settings, attributes, property lists, configurations and the lists of variables and
/// arguments are not sections, since their keys are free.
public enum SpecSection: Int, CaseIterable, Sendable {
  case project, include, options, target, aggregate, legacy, dependency, copy, plugin, package
  case projectReference, source, buildScript, buildRule, plist, buildPhase, fileType
  case groupOrdering, deploymentTarget, targetScheme, scheme, build, run, test, profile, analyze
  case archive, schemeScript, testTarget, testableReference, testPlan, environmentVariable
  case simulatedLocation, management, breakpoint, breakpointAction
}
