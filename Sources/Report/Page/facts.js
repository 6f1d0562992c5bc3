// The selected module: its properties, its links and its findings.
const facts = document.getElementById("facts");
let chosen = null;
let opener = null;

// Highlights a module, its neighbors, and all modules that it reaches or that reach it.
function light(module) {
  graph.classList.toggle("lit", module !== null);
  for (const element of graph.querySelectorAll(".near, .far")) element.classList.remove("near", "far");
  if (!module) return;
  for (const [side, end] of [["out", "to"], ["into", "from"]]) {
    for (const number of reachable(module.number, side, end)) {
      modules[number].element.classList.add("far");
      bandOf(modules[number]).box?.classList.add("far");
      for (const link of modules[number][side].filter(isStep)) link.element.classList.add("far");
    }
    for (const link of module[side]) {
      link.element.classList.add("near");
      modules[link[end]].element.classList.add("near");
      bandOf(modules[link[end]]).box?.classList.add("near");
    }
  }
  module.element.classList.add("near");
}

function choose(module, isCentred = false) {
  chosen?.element.classList.remove("chosen");
  if (module && !chosen) opener = document.activeElement;
  chosen = module;
  facts.hidden = !module;
  if (!module) {
    light(null);
    history.replaceState(null, "", "#");
    opener?.focus();
    return;
  }
  if (!isInPicture(module)) showWhole();
  if (bandOf(module).isCollapsed) collapse(bandOf(module), false);
  light(module);
  module.element.classList.add("chosen");
  history.replaceState(null, "", `#${encodeURIComponent(module.id)}`);
  showFacts(module);
  if (isCentred) {
    if (isNarrow.matches) stage.scrollIntoView();
    centre(module.spot ?? { ...module.frame, y: moved(module.frame.y) });
  }
  announce(module.element.getAttribute("aria-label"));
}

function showFacts(module) {
  const rows = [
    ["layer", module.layer], ["type", module.type], ["platform", module.platform],
    ["linkage", module.linkage], ["roles", module.roles.join(", ")],
    ["spec", module.spec && `${module.spec}:${module.line}`], ["id", module.id],
  ].filter(([, value]) => value);
  const table = make("dl", {}, ...rows.flatMap(([name, value]) =>
    [make("dt", { textContent: name }), make("dd", { textContent: value })]));
  const plain = (side) => module[side].filter((link) => !link.isEmbedded);
  const copied = (side) => module[side].filter((link) => link.isEmbedded);
  facts.replaceChildren(
    make("div", { className: "bar" }, make("h2", { textContent: module.name }), button("Close", () => choose(null))),
    make("p", { className: "isolation" }, ...isolationButtons(module)), table,
    ...(module.findings.length ? [make("h3", { textContent: counted(module.findings.length, "finding") })] : []),
    ...module.findings.map(findingElement),
    ...section("Links", plain("out"), "to"),
    ...section("Linked by", plain("into"), "from"),
    ...section("Only embeds", copied("out"), "to"),
    ...section("Only embedded by", copied("into"), "from"));
  facts.scrollTop = 0;
}

// Returns a heading and the modules at the `end` of `some` links.
function section(title, some, end) {
  if (some.length === 0) return [];
  const items = some.map((link) => {
    const note = [link.place, link.isImport ? "only imported" : null, ...link.rules].filter((text) => text).join("  ");
    return make("li", {}, moduleButton(modules[link[end]], note));
  });
  return [
    make("h3", { textContent: `${title} ${counted(some.length, "module")}` }),
    make("ul", {}, ...items),
  ];
}
