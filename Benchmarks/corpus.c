/*
 * corpus FOLDER COUNT [FAULTS [DENSITY]]
 *
 * Writes a monorepo of COUNT XcodeGen projects into FOLDER, which must not exist yet: a settings.yml
 * that all of them include, a rules.yml with five layers, and <layer>/<Module>/project.yml, about
 * 1.5 KB each. Equal arguments give equal bytes, on every machine.
 *
 * What a project consists of, and how often, follows public specs: an included file with setting
 * groups that projects and targets name, schemes in half of the files, versions and settings of a
 * target's own in a fifth, frameworks of the system for most targets, lists in brackets in a third,
 * test bundles with a host application and package products in some.
 *
 * Without FAULTS the tree breaks no rule. Main targets link strictly downward or interfaces of
 * earlier peers, and interfaces link nothing, so there is no cycle. All modules below the apps are
 * static but for a few in the lowest layer; those link nothing, and every app embeds all of them. So
 * there is nothing else to embed, and the app's own binary is the only one to hold a static module:
 * the tests of a module run without a host, those of an app link nothing but the app.
 *
 * With FAULTS that many modules get one fault each, of the kinds in turn; every fault is printed
 * with its file, and causes no other.
 *
 * DENSITY, 1 unless given, multiplies how many modules of lower layers a main target links.
 *
 * Build: cc -std=c11 -O2 -o corpus corpus.c
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum layer { APP, DOMAIN, SERVICE, CORE, SHARED, LAYERS };
static const char *const layer_names[LAYERS] = {"app", "domain", "service", "core", "shared"};
/* Of a hundred modules; the domain layer gets what the others leave. */
static const unsigned percent[LAYERS] = {1, 0, 30, 15, 9};

enum fault { NONE, UPWARD, SAME_LAYER, UNKNOWN, DUPLICATE_KEY, SYNTAX, FAULT_KINDS };
static const char *const fault_names[FAULT_KINDS] = {
    "none", "upward", "same-layer", "unknown-module", "duplicate-key", "syntax error"};

/* Dynamic frameworks at the start of the lowest layer. */
enum { DYNAMIC = 8 };
enum { MOST_LINKS = 48, MOST_DENSITY = 8, NAME_SIZE = 48, PATH_SIZE = 4096, MOST_MODULES = 1000000 };

static const char *const words[] = {
    "Anchor", "Ballast", "Barge",  "Beacon", "Berth",   "Bilge",  "Bollard", "Bosun",
    "Bridge", "Bulkhead", "Buoy",  "Cabin",  "Canal",   "Capstan", "Cargo",  "Chart",
    "Cleat",  "Compass", "Convoy", "Crane",  "Current", "Deck",   "Depth",   "Derrick",
    "Dock",   "Draught", "Dredge", "Ferry",  "Fleet",   "Foghorn", "Freight", "Galley",
    "Gangway", "Harbour", "Hatch", "Hawser", "Helm",    "Hold",   "Hull",    "Jetty",
    "Keel",   "Knot",   "Lantern", "Latitude", "Lighter", "Lock", "Manifest", "Marina",
    "Mast",   "Mooring", "Pallet", "Pilot",  "Quay",    "Radar",  "Rigging", "Rudder",
    "Sextant", "Shoal", "Signal",  "Sounding", "Tide",  "Tug",    "Voyage",  "Winch"};
enum { WORDS = sizeof words / sizeof *words, PAIRS = WORDS * WORDS };

/* What a dependency names: the main target of a module, or its interface. */
struct link {
  unsigned module;
  bool interface;
};

struct links {
  struct link items[MOST_LINKS * MOST_DENSITY];
  unsigned count;
};

static const char *root;
/* Modules are numbered by layer, from the top down. */
static unsigned first[LAYERS + 1];
/* The last modules of the service layer link upward, and those of the domain layer have the other
   faults. Nothing links the former, so that no cycle arises, and no faulty link leads to the latter,
   so that a file nobody can read hides none. */
static unsigned upward_count, faulty_count;
static unsigned density = 1;

static void stop(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("corpus: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}

/* ---- Numbers: SplitMix64 ---- */

static uint64_t state = 20;

static uint64_t next_number(void) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

static unsigned below(unsigned limit) { return (unsigned)((next_number() >> 32) * limit >> 32); }
static unsigned between(unsigned least, unsigned most) { return least + below(most - least + 1); }
static bool chance(unsigned of_hundred) { return below(100) < of_hundred; }

/* ---- Modules ---- */

static enum layer layer_of(unsigned module) {
  enum layer layer = APP;
  while (module >= first[layer + 1]) layer++;
  return layer;
}

static unsigned size_of(enum layer layer) { return first[layer + 1] - first[layer]; }

static bool has_interface(unsigned module) {
  enum layer layer = layer_of(module);
  return layer == SERVICE || layer == CORE;
}

static bool is_dynamic(unsigned module) {
  return module >= first[SHARED] && module - first[SHARED] < DYNAMIC;
}

/* Two words, spread over the pairs so that neighbours differ; a number once the pairs are used up. */
static void name_module(unsigned module, char name[NAME_SIZE]) {
  unsigned pair = module % PAIRS * 1597 % PAIRS, round = module / PAIRS;
  int length = snprintf(name, NAME_SIZE, "%s%s", words[pair / WORDS], words[pair % WORDS]);
  if (round > 0) length += snprintf(name + length, NAME_SIZE - (size_t)length, "%u", round + 1);
  if (layer_of(module) == SERVICE) snprintf(name + length, NAME_SIZE - (size_t)length, "Service");
}

static enum fault fault_of(unsigned module) {
  static const enum fault others[] = {SAME_LAYER, UNKNOWN, DUPLICATE_KEY, SYNTAX};
  if (module < first[CORE] && module >= first[CORE] - upward_count) return UPWARD;
  if (module < first[SERVICE] && module >= first[SERVICE] - faulty_count)
    return others[(first[SERVICE] - 1 - module) % 4];
  return NONE;
}

static void divide(unsigned count, unsigned faults) {
  unsigned sizes[LAYERS], rest = count;
  for (int layer = 0; layer < LAYERS; layer++) {
    if (layer == DOMAIN) continue;
    sizes[layer] = count * percent[layer] / 100;
    if (sizes[layer] == 0) sizes[layer] = 1;
    rest -= sizes[layer];
  }
  sizes[DOMAIN] = rest;
  for (int layer = 0; layer < LAYERS; layer++) first[layer + 1] = first[layer] + sizes[layer];

  upward_count = (faults + 4) / 5;
  faulty_count = faults - upward_count;
  if (upward_count >= sizes[SERVICE] || faulty_count >= sizes[DOMAIN])
    stop("%u modules are too few for %u faults", count, faults);
}

/* ---- Links ---- */

static bool add(struct links *links, unsigned module, bool interface) {
  for (unsigned i = 0; i < links->count; i++)
    if (links->items[i].module == module && links->items[i].interface == interface) return false;
  if (links->count == MOST_LINKS * MOST_DENSITY) return false;
  links->items[links->count++] = (struct link){module, interface};
  return true;
}

/* A module of a layer that others may link. */
static unsigned any_of(enum layer layer) {
  unsigned hidden = layer == SERVICE ? upward_count : 0;
  return first[layer] + below(size_of(layer) - hidden);
}

/* Adds `wanted` links times the density to lower layers, fewer where there are not as many. */
static void add_lower(struct links *links, enum layer layer, unsigned wanted) {
  wanted *= density;
  for (unsigned tries = wanted * 4; wanted > 0 && tries > 0; tries--) {
    enum layer lower = layer + 1;
    while (lower < SHARED && chance(40)) lower++;
    unsigned module = any_of(lower);
    if (add(links, module, has_interface(module) && chance(40))) wanted--;
  }
}

static void add_interfaces(struct links *links, unsigned module, unsigned peers) {
  unsigned start = first[layer_of(module)];
  add(links, module, true);
  while (module > start && peers-- > 0) add(links, start + below(module - start), true);
}

static struct links links_of(unsigned module) {
  struct links links = {.count = 0};
  switch (layer_of(module)) {
    case APP:
      add_lower(&links, APP, between(12, 24));
      for (unsigned i = 0; i < DYNAMIC && i < size_of(SHARED); i++)
        add(&links, first[SHARED] + i, false);
      break;
    case DOMAIN:
      add_lower(&links, DOMAIN, between(5, 9));
      break;
    case SERVICE:
      add_interfaces(&links, module, below(3));
      add_lower(&links, SERVICE, between(2, 5));
      break;
    case CORE:
      add_interfaces(&links, module, below(2));
      add_lower(&links, CORE, below(4));
      break;
    default:
      break;
  }
  unsigned sound = size_of(DOMAIN) - faulty_count;
  if (fault_of(module) == UPWARD || fault_of(module) == SAME_LAYER)
    add(&links, first[DOMAIN] + below(sound), false);
  return links;
}

/* ---- Files ---- */

static FILE *create(const char *format, ...) {
  char path[PATH_SIZE];
  int start = snprintf(path, sizeof path, "%s/", root);
  va_list arguments;
  va_start(arguments, format);
  int rest = vsnprintf(path + start, sizeof path - (size_t)start, format, arguments);
  va_end(arguments);
  if (start + rest >= PATH_SIZE) stop("%s: path too long", root);

  /* The folders between the root and the file. */
  for (char *slash = path + start; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
    *slash = 0;
    if (mkdir(path, 0777) != 0 && errno != EEXIST) stop("%s: %s", path, strerror(errno));
  }
  FILE *file = fopen(path, "wx");
  if (file == NULL) stop("%s: %s", path, strerror(errno));
  return file;
}

static long finish(FILE *file) {
  long size = ftell(file);
  bool failed = ferror(file) != 0;
  if (fclose(file) != 0 || failed) stop("%s: cannot write: %s", root, strerror(errno));
  return size;
}

static void write_shared_files(void) {
  FILE *file = create("settings.yml");
  fputs("# Included by every project of the harbour.\n"
        "options:\n"
        "  bundleIdPrefix: com.example.harbour\n"
        "  deploymentTarget:\n"
        "    iOS: \"17.0\"\n"
        "settingGroups:\n"
        "  Project:\n"
        "    base:\n"
        "      IPHONEOS_DEPLOYMENT_TARGET: 17.0\n"
        "      DEVELOPMENT_TEAM: \"\"\n"
        "      CODE_SIGN_STYLE: Manual\n"
        "    configs:\n"
        "      debug:\n"
        "        ENABLE_TESTABILITY: true\n"
        "      release:\n"
        "        SWIFT_COMPILATION_MODE: wholemodule\n"
        "  Product:\n"
        "    SWIFT_VERSION: \"6.0\"\n"
        "    CODE_SIGN_STYLE: Manual\n"
        "    TARGETED_DEVICE_FAMILY: \"1,2\"\n"
        "  Module:\n"
        "    base:\n"
        "      SWIFT_VERSION: \"6.0\"\n"
        "      SKIP_INSTALL: true\n"
        "      APPLICATION_EXTENSION_API_ONLY: true\n"
        "    configs:\n"
        "      debug:\n"
        "        SWIFT_OPTIMIZATION_LEVEL: -Onone\n",
        file);
  finish(file);

  file = create("rules.yml");
  fputs("version: 1\nlayers:\n", file);
  for (int layer = 0; layer < LAYERS; layer++) fprintf(file, "  - %s\n", layer_names[layer]);
  fputs("interfaces: [\"*Core\"]\n", file);
  finish(file);
}

static void write_dependencies(
    FILE *file, unsigned module, const struct links *links, const char *package) {
  bool app = layer_of(module) == APP;
  /* People indent a list under its key or do not. */
  const char *indent = chance(50) ? "      " : "    ";
  bool sdk = chance(60);
  if (links->count == 0 && !sdk && package == NULL) return;
  fputs("    dependencies:\n", file);
  if (sdk) fprintf(file, "%s- sdk: UIKit.framework\n", indent);
  if (package != NULL) fprintf(file, "%s- package: %sKit\n%s  product: %sUI\n", indent, package, indent, package);
  fprintf(file, "%s# Built by other projects of the workspace.\n", indent);
  for (unsigned i = 0; i < links->count; i++) {
    char name[NAME_SIZE];
    name_module(links->items[i].module, name);
    fprintf(file, "%s- framework: HB%s%s.framework\n", indent, name,
            links->items[i].interface ? "Core" : "");
    fprintf(file, "%s  implicit: true\n", indent);
    if (app && !is_dynamic(links->items[i].module)) fprintf(file, "%s  embed: false\n", indent);
  }
  if (fault_of(module) == UNKNOWN)
    fprintf(file, "%s- framework: Flotsam%u.framework\n%s  implicit: true\n", indent, module, indent);
}

static void write_main_target(FILE *file, unsigned module, const char *name, bool has_package) {
  bool app = layer_of(module) == APP;
  struct links links = links_of(module);
  fprintf(file, "  # What other modules see of %s.\n  HB%s:\n", name, name);
  fprintf(file, "    type: %s\n",
          app ? "application" : is_dynamic(module) ? "framework" : "framework.static");
  fputs("    platform: iOS\n", file);
  if (chance(18)) fputs("    deploymentTarget: \"17.0\"\n", file);
  if (chance(35)) {
    fprintf(file, "    sources: [%s]\n", name);
  } else {
    fprintf(file, "    sources:\n      - path: %s\n        excludes: [\"**/*.md\", '**/Drafts']\n", name);
  }
  if (fault_of(module) == DUPLICATE_KEY) fputs("    platform: iOS\n", file);
  fprintf(file, "    settings:\n      groups: [%s]\n", app ? "Product" : "Module");
  if (chance(40)) {
    fputs("      base:\n", file);
    fprintf(file, "        PRODUCT_BUNDLE_IDENTIFIER: com.example.harbour.%s\n", name);
    fputs("        OTHER_SWIFT_FLAGS: \"$(inherited) -warn-long-expression-type-checking=200\"\n", file);
  }
  write_dependencies(file, module, &links, has_package ? name : NULL);
  if (chance(17)) {
    fprintf(file, "    scheme:\n      testTargets:\n        - HB%sTests\n", name);
    fputs("      gatherCoverageData: true\n", file);
  }
}

static void write_interface_target(FILE *file, const char *name) {
  fprintf(file, "\n  # Protocols and plain types; this is what peers may link.\n  HB%sCore:\n", name);
  fputs("    type: framework.static\n    platform: iOS\n", file);
  fprintf(file, "    sources: [%sCore]\n    settings:\n      groups: [Module]\n", name);
}

static void write_test_target(FILE *file, const char *name, bool has_host) {
  fprintf(file, "\n  HB%sTests:\n    type: bundle.unit-test\n    platform: iOS\n", name);
  fprintf(file, "    sources: [%sTests]\n", name);
  fprintf(file, "    settings:\n      GENERATE_INFOPLIST_FILE: YES\n");
  fprintf(file, "    dependencies:\n      - target: HB%s\n", name);
  if (!has_host) return;
  fprintf(file, "      - target: HB%sHost\n", name);
  fprintf(file, "\n  HB%sHost:\n    type: application\n    platform: iOS\n", name);
  fprintf(file, "    sources: [%sHost]\n    settings:\n      groups: [Product]\n", name);
}

static void write_scheme(FILE *file, const char *name) {
  fprintf(file, "\nschemes:\n  HB%s:\n    build:\n      targets:\n        HB%s: all\n", name, name);
  fprintf(file, "        HB%sTests: [test]\n    test:\n      config: Debug\n", name);
  fprintf(file, "      targets:\n        - HB%sTests\n", name);
}

static void write_resources_target(FILE *file, const char *name) {
  fprintf(file, "\n  # Texts and images, generated before they are copied.\n  HB%sResources:\n", name);
  fputs("    type: bundle\n    platform: iOS\n", file);
  fprintf(file, "    sources:\n      - path: %s/Resources\n        buildPhase: resources\n", name);
  fputs("    preBuildScripts:\n"
        "      - name: Generate resources\n"
        "        basedOnDependencyAnalysis: true\n"
        "        script: |\n"
        "          if command -v stevedore >/dev/null; then\n", file);
  fprintf(file, "            stevedore unload --from \"$SRCROOT/%s/Resources\"\n", name);
  fputs("          else\n"
        "            echo \"warning: stevedore is not installed\"\n"
        "          fi\n"
        "        inputFiles:\n", file);
  fprintf(file, "          - $(SRCROOT)/%s/Resources/Localizable.xcstrings\n", name);
  fprintf(file, "        outputFiles: [$(DERIVED_FILE_DIR)/%s.strings]\n", name);
}

static long write_project(unsigned module) {
  char name[NAME_SIZE];
  name_module(module, name);
  const char *layer = layer_names[layer_of(module)];
  FILE *file = create("%s/%s/project.yml", layer, name);
  fprintf(file, "# %s: a module of the %s layer, described for XcodeGen.\n", name, layer);
  fprintf(file, "name: %s\ninclude:\n  - ../../settings.yml\n", name);
  if (chance(50)) fputs("settings:\n  groups:\n    - Project\n", file);
  bool has_package = chance(6);
  if (has_package) {
    fprintf(file, "packages:\n  %sKit:\n    url: https://example.com/harbour/%s\n", name, name);
    fputs("    from: 1.2.0\n", file);
  }
  fputs("\ntargets:\n", file);
  write_main_target(file, module, name, has_package);
  if (has_interface(module)) write_interface_target(file, name);
  write_test_target(file, name, layer_of(module) != APP && chance(15));
  if (chance(35)) write_resources_target(file, name);
  if (chance(45)) write_scheme(file, name);
  if (fault_of(module) == SYNTAX) fputs("\n  HBWreck: \"the quotation does not end\n", file);
  if (fault_of(module) != NONE)
    printf("%s: %s/%s/project.yml\n", fault_names[fault_of(module)], layer, name);
  return finish(file);
}

static unsigned number(const char *text, unsigned least, unsigned most) {
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (errno != 0 || *end != 0 || *text < '0' || *text > '9' || value < least || value > most)
    stop("'%s' is not a number from %u to %u", text, least, most);
  return (unsigned)value;
}

int main(int count, char **arguments) {
  if (count < 3 || count > 5) {
    fputs("usage: corpus FOLDER COUNT [FAULTS [DENSITY]]\n", stderr);
    return 64;
  }
  root = arguments[1];
  unsigned modules = number(arguments[2], LAYERS, MOST_MODULES);
  if (count == 5) density = number(arguments[4], 1, MOST_DENSITY);
  divide(modules, count > 3 ? number(arguments[3], 0, modules) : 0);
  if (mkdir(root, 0777) != 0) stop("%s: %s", root, strerror(errno));

  write_shared_files();
  long bytes = 0;
  for (unsigned module = 0; module < modules; module++) bytes += write_project(module);
  printf("%u modules, %ld bytes\n", modules, bytes);
  return 0;
}
