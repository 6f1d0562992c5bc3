#include "resources.h"

#include <string.h>

/* Every clang since 19 can embed files, whatever the version of C. */
#pragma clang diagnostic ignored "-Wc23-extensions"

/* The compiler of Swift would take half a minute for these files as literals. */
static const struct {
  const char *name;
  const unsigned char *text;
} resources[] = {
    {"ambiguous-layer.md", (const unsigned char[]){
#embed "../../docs/rules/ambiguous-layer.md"
    , 0}},
    {"bundle-identifier.md", (const unsigned char[]){
#embed "../../docs/rules/bundle-identifier.md"
    , 0}},
    {"cycle.md", (const unsigned char[]){
#embed "../../docs/rules/cycle.md"
    , 0}},
    {"deployment-target.md", (const unsigned char[]){
#embed "../../docs/rules/deployment-target.md"
    , 0}},
    {"duplicate-dependency.md", (const unsigned char[]){
#embed "../../docs/rules/duplicate-dependency.md"
    , 0}},
    {"duplicate-key.md", (const unsigned char[]){
#embed "../../docs/rules/duplicate-key.md"
    , 0}},
    {"duplicate-module.md", (const unsigned char[]){
#embed "../../docs/rules/duplicate-module.md"
    , 0}},
    {"duplicate-static.md", (const unsigned char[]){
#embed "../../docs/rules/duplicate-static.md"
    , 0}},
    {"embedded-static.md", (const unsigned char[]){
#embed "../../docs/rules/embedded-static.md"
    , 0}},
    {"expired-exception.md", (const unsigned char[]){
#embed "../../docs/rules/expired-exception.md"
    , 0}},
    {"ignored-value.md", (const unsigned char[]){
#embed "../../docs/rules/ignored-value.md"
    , 0}},
    {"include-case.md", (const unsigned char[]){
#embed "../../docs/rules/include-case.md"
    , 0}},
    {"invalid-baseline.md", (const unsigned char[]){
#embed "../../docs/rules/invalid-baseline.md"
    , 0}},
    {"invalid-project.md", (const unsigned char[]){
#embed "../../docs/rules/invalid-project.md"
    , 0}},
    {"invalid-rules.md", (const unsigned char[]){
#embed "../../docs/rules/invalid-rules.md"
    , 0}},
    {"invalid-spec.md", (const unsigned char[]){
#embed "../../docs/rules/invalid-spec.md"
    , 0}},
    {"layer-reach.md", (const unsigned char[]){
#embed "../../docs/rules/layer-reach.md"
    , 0}},
    {"link-constraint.md", (const unsigned char[]){
#embed "../../docs/rules/link-constraint.md"
    , 0}},
    {"max-dependencies.md", (const unsigned char[]){
#embed "../../docs/rules/max-dependencies.md"
    , 0}},
    {"max-depth.md", (const unsigned char[]){
#embed "../../docs/rules/max-depth.md"
    , 0}},
    {"missing-bundle.md", (const unsigned char[]){
#embed "../../docs/rules/missing-bundle.md"
    , 0}},
    {"missing-embed.md", (const unsigned char[]){
#embed "../../docs/rules/missing-embed.md"
    , 0}},
    {"missing-include.md", (const unsigned char[]){
#embed "../../docs/rules/missing-include.md"
    , 0}},
    {"nested-embed.md", (const unsigned char[]){
#embed "../../docs/rules/nested-embed.md"
    , 0}},
    {"orphan.md", (const unsigned char[]){
#embed "../../docs/rules/orphan.md"
    , 0}},
    {"package-in-static.md", (const unsigned char[]){
#embed "../../docs/rules/package-in-static.md"
    , 0}},
    {"package-version-mismatch.md", (const unsigned char[]){
#embed "../../docs/rules/package-version-mismatch.md"
    , 0}},
    {"rules-weakened.md", (const unsigned char[]){
#embed "../../docs/rules/rules-weakened.md"
    , 0}},
    {"same-layer.md", (const unsigned char[]){
#embed "../../docs/rules/same-layer.md"
    , 0}},
    {"sdk-names-module.md", (const unsigned char[]){
#embed "../../docs/rules/sdk-names-module.md"
    , 0}},
    {"stale-baseline.md", (const unsigned char[]){
#embed "../../docs/rules/stale-baseline.md"
    , 0}},
    {"static-resources.md", (const unsigned char[]){
#embed "../../docs/rules/static-resources.md"
    , 0}},
    {"test-support-in-product.md", (const unsigned char[]){
#embed "../../docs/rules/test-support-in-product.md"
    , 0}},
    {"unassigned-module.md", (const unsigned char[]){
#embed "../../docs/rules/unassigned-module.md"
    , 0}},
    {"undeclared-import.md", (const unsigned char[]){
#embed "../../docs/rules/undeclared-import.md"
    , 0}},
    {"unembedded-extension.md", (const unsigned char[]){
#embed "../../docs/rules/unembedded-extension.md"
    , 0}},
    {"unknown-key.md", (const unsigned char[]){
#embed "../../docs/rules/unknown-key.md"
    , 0}},
    {"unknown-module.md", (const unsigned char[]){
#embed "../../docs/rules/unknown-module.md"
    , 0}},
    {"unlinked-static.md", (const unsigned char[]){
#embed "../../docs/rules/unlinked-static.md"
    , 0}},
    {"unused-exception.md", (const unsigned char[]){
#embed "../../docs/rules/unused-exception.md"
    , 0}},
    {"unused-link.md", (const unsigned char[]){
#embed "../../docs/rules/unused-link.md"
    , 0}},
    {"unused-pattern.md", (const unsigned char[]){
#embed "../../docs/rules/unused-pattern.md"
    , 0}},
    {"upward.md", (const unsigned char[]){
#embed "../../docs/rules/upward.md"
    , 0}},
    {"workspace-mismatch.md", (const unsigned char[]){
#embed "../../docs/rules/workspace-mismatch.md"
    , 0}},
    {"camera.js", (const unsigned char[]){
#embed "../Report/Page/camera.js"
    , 0}},
    {"chart.css", (const unsigned char[]){
#embed "../Report/Page/chart.css"
    , 0}},
    {"facts.js", (const unsigned char[]){
#embed "../Report/Page/facts.js"
    , 0}},
    {"filters.js", (const unsigned char[]){
#embed "../Report/Page/filters.js"
    , 0}},
    {"findings.js", (const unsigned char[]){
#embed "../Report/Page/findings.js"
    , 0}},
    {"isolate.js", (const unsigned char[]){
#embed "../Report/Page/isolate.js"
    , 0}},
    {"layers.js", (const unsigned char[]){
#embed "../Report/Page/layers.js"
    , 0}},
    {"links.js", (const unsigned char[]){
#embed "../Report/Page/links.js"
    , 0}},
    {"model.js", (const unsigned char[]){
#embed "../Report/Page/model.js"
    , 0}},
    {"page.css", (const unsigned char[]){
#embed "../Report/Page/page.css"
    , 0}},
    {"page.html", (const unsigned char[]){
#embed "../Report/Page/page.html"
    , 0}},
    {"page.js", (const unsigned char[]){
#embed "../Report/Page/page.js"
    , 0}},
    {"picture.css", (const unsigned char[]){
#embed "../Report/Page/picture.css"
    , 0}},
    {"affected.json", (const unsigned char[]){
#embed "../Report/Schemas/affected.json"
    , 0}},
    {"diff.json", (const unsigned char[]){
#embed "../Report/Schemas/diff.json"
    , 0}},
    {"graph.json", (const unsigned char[]){
#embed "../Report/Schemas/graph.json"
    , 0}},
    {"history.json", (const unsigned char[]){
#embed "../Report/Schemas/history.json"
    , 0}},
    {"list.json", (const unsigned char[]){
#embed "../Report/Schemas/list.json"
    , 0}},
    {"report.json", (const unsigned char[]){
#embed "../Report/Schemas/report.json"
    , 0}},
    {"spec.json", (const unsigned char[]){
#embed "../Report/Schemas/spec.json"
    , 0}},
    {"stats.json", (const unsigned char[]){
#embed "../Report/Schemas/stats.json"
    , 0}},
    {"why.json", (const unsigned char[]){
#embed "../Report/Schemas/why.json"
    , 0}},
};

const unsigned char *modlint_resource(const char *name) {
  for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
    if (strcmp(resources[i].name, name) == 0) return resources[i].text;
  }
  return NULL;
}
