/// Returns the page of the manual about a rule, or `nil` if the rule has no page.
///
/// The build embeds the files of `docs/rules`. Their bytes are decoded on demand.
func rulePage(_ rule: String) -> String? {
  pageBytes(rule).map { String(decoding: $0, as: UTF8.self) }
}

extension String {
  var withoutDetails: String {
    firstRange(of: "\n## Details\n").map { String(self[..<$0.lowerBound]) } ?? self
  }
}

private func pageBytes(_ rule: String) -> [UInt8]? {
  switch rule {
  case "ambiguous-layer": PackageResources.ambiguous_layer_md
  case "bundle-identifier": PackageResources.bundle_identifier_md
  case "cycle": PackageResources.cycle_md
  case "deployment-target": PackageResources.deployment_target_md
  case "duplicate-dependency": PackageResources.duplicate_dependency_md
  case "duplicate-key": PackageResources.duplicate_key_md
  case "duplicate-module": PackageResources.duplicate_module_md
  case "duplicate-static": PackageResources.duplicate_static_md
  case "embedded-static": PackageResources.embedded_static_md
  case "expired-exception": PackageResources.expired_exception_md
  case "ignored-value": PackageResources.ignored_value_md
  case "include-case": PackageResources.include_case_md
  case "invalid-baseline": PackageResources.invalid_baseline_md
  case "invalid-project": PackageResources.invalid_project_md
  case "invalid-rules": PackageResources.invalid_rules_md
  case "invalid-spec": PackageResources.invalid_spec_md
  case "layer-reach": PackageResources.layer_reach_md
  case "link-constraint": PackageResources.link_constraint_md
  case "max-dependencies": PackageResources.max_dependencies_md
  case "max-depth": PackageResources.max_depth_md
  case "missing-bundle": PackageResources.missing_bundle_md
  case "missing-embed": PackageResources.missing_embed_md
  case "missing-include": PackageResources.missing_include_md
  case "nested-embed": PackageResources.nested_embed_md
  case "orphan": PackageResources.orphan_md
  case "package-in-static": PackageResources.package_in_static_md
  case "package-version-mismatch": PackageResources.package_version_mismatch_md
  case "rules-weakened": PackageResources.rules_weakened_md
  case "same-layer": PackageResources.same_layer_md
  case "sdk-names-module": PackageResources.sdk_names_module_md
  case "stale-baseline": PackageResources.stale_baseline_md
  case "static-resources": PackageResources.static_resources_md
  case "test-support-in-product": PackageResources.test_support_in_product_md
  case "unassigned-module": PackageResources.unassigned_module_md
  case "undeclared-import": PackageResources.undeclared_import_md
  case "unembedded-extension": PackageResources.unembedded_extension_md
  case "unknown-key": PackageResources.unknown_key_md
  case "unknown-module": PackageResources.unknown_module_md
  case "unlinked-static": PackageResources.unlinked_static_md
  case "unused-exception": PackageResources.unused_exception_md
  case "unused-link": PackageResources.unused_link_md
  case "unused-pattern": PackageResources.unused_pattern_md
  case "upward": PackageResources.upward_md
  case "workspace-mismatch": PackageResources.workspace_mismatch_md
  default: nil
  }
}
