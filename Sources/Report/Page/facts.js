// The chosen module: what it is, what it links, what is wrong with it.
const facts = document.getElementById("facts");
let chosen = null;

function announce(text) { document.getElementById("announcer").textContent = text; }

// Puts a module, its neighbours and all that it reaches or is reached by into the light.
function light(module) {
  graph.classList.toggle("lit", module !== null);
  for (const element of graph.querySelectorAll(".near, .far")) element.classList.remove("near", "far");
  if (!module) return;
  for (const [side, end] of [["out", "to"], ["into", "from"]]) {
    const far = reachable(module.number, side, end);
    for (const number of far) {
      modules[number].element.classList.add("far");
      for (const link of modules[number][side].filter(isLink)) link.element.classList.add("far");
    }
    for (const link of module[side].filter(isLink)) {
      link.element.classList.add("near");
      modules[link[end]].element.classList.add("near");
    }
  }
  module.element.classList.add("near");
}

function choose(module, isCentred = false) {
  chosen?.element.classList.remove("chosen");
  chosen = module;
  facts.hidden = !module && data.findings.length === 0;
  light(module);
  if (!module) {
    history.replaceState(null, "", "#");
    return showFindings();
  }
  if (bandOf(module).isCollapsed) collapse(bandOf(module), false);
  module.element.classList.add("chosen");
  history.replaceState(null, "", `#${encodeURIComponent(module.id)}`);
  if (isCentred) centre({ ...module.frame, y: moved(module.frame.y) });
  showFacts(module);
  announce(module.element.getAttribute("aria-label"));
}

function showFacts(module) {
  const close = make("button", { type: "button", textContent: "Close" });
  close.addEventListener("click", () => choose(null));
  const rows = [
    ["layer", module.layer], ["type", module.type], ["platform", module.platform],
    ["linkage", module.linkage], ["roles", module.roles.join(", ")],
    ["spec", module.spec && `${module.spec}:${module.line}`], ["id", module.id],
  ].filter(([, value]) => value);
  const table = make("dl", {}, ...rows.flatMap(([name, value]) =>
    [make("dt", { textContent: name }), make("dd", { textContent: value })]));
  facts.replaceChildren(
    make("h2", { textContent: module.name }), table,
    ...(module.findings.length ? [make("h3", { textContent: "Findings" })] : []),
    ...module.findings.map(findingElement),
    ...section("Links", module.out.filter(isLink), "to"),
    ...section("Linked by", module.into.filter(isLink), "from"),
    ...section("Only embeds", module.out.filter(isCopy), "to"),
    ...section("Only embedded by", module.into.filter(isCopy), "from"),
    make("p", {}, close));
  facts.scrollTop = 0;
}

// A heading and the modules at the `end` of `some` links.
function section(title, some, end) {
  if (some.length === 0) return [];
  const items = some.map((link) => {
    const kind = link.kind === "import" ? "only imported" : null;
    const note = [link.place, kind, ...link.rules].filter((text) => text).join("  ");
    return make("li", {}, moduleButton(modules[link[end]], note));
  });
  return [
    make("h3", { textContent: `${title} ${counted(some.length, "module")}` }),
    make("ul", {}, ...items),
  ];
}

function findingElement(finding) {
  const element = make("div", { className: `finding ${finding.severity} ${finding.state}` },
    make("p", { textContent: `${finding.message} [${finding.rule}]` }),
    make("p", { className: "place", textContent: finding.place ?? "" }));
  for (const note of finding.notes) element.append(make("p", { textContent: note }));
  for (const help of finding.help) element.append(make("p", { className: "help", textContent: help }));
  return element;
}

// All findings, when no module is chosen.
function showFindings() {
  const elements = data.findings.map((finding) => {
    const element = findingElement(finding);
    const module = modules[finding.from ?? finding.to];
    if (module) {
      const button = make("button", { type: "button", textContent: "Show" });
      button.addEventListener("click", () => choose(module, true));
      element.append(button);
    }
    return element;
  });
  facts.replaceChildren(make("h2", { textContent: counted(elements.length, "finding") }), ...elements);
}
