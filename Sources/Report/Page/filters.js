// Filters of the lists and the picture. A filter without a selection shows everything.
const search = document.getElementById("search");
const chosenValues = { state: new Set(), severity: new Set(), rule: new Set(), layer: new Set(), owner: new Set(), kind: new Set(), link: new Set() };
const inputs = new Map();
const [noLayer, noOwner] = ["no layer", "no owner"];

function isChosen(name, ...values) {
  const some = chosenValues[name];
  return some.size === 0 || values.some((value) => some.has(value));
}

function layerOf(module) { return module.layer ?? (data.bands[module.band]?.title || noLayer); }

function isShown(module) {
  return isInPicture(module) && isChosen("layer", layerOf(module)) && isChosen("kind", module.kind);
}

function words() { return search.value.trim().toLowerCase().split(/\s+/).filter((word) => word); }

function textOf(finding) {
  return finding.text ??= [finding.message, finding.rule, finding.place ?? "", finding.state, finding.severity, ...finding.owners, ...finding.layers]
    .join(" ").toLowerCase();
}

function orElse(values, none) { return values.length ? values : [none]; }

function matches(finding) {
  return isChosen("state", finding.state) && isChosen("severity", finding.severity) && isChosen("rule", finding.rule)
    && isChosen("layer", ...orElse(finding.layers, noLayer)) && isChosen("owner", ...orElse(finding.owners, noOwner))
    && words().every((word) => textOf(finding).includes(word));
}

function isNamed(module) {
  return words().every((word) => module.id.toLowerCase().includes(word) || module.name.toLowerCase().includes(word));
}

// Returns whether the filters differ from those of the opened page.
function isNarrowed() {
  const isOpening = chosenValues.state.size === 1 && chosenValues.state.has("new");
  return words().length > 0 || !isOpening && chosenValues.state.size > 0
    || ["severity", "rule", "owner"].some((name) => chosenValues[name].size > 0);
}

function refresh() {
  const matched = findings.filter(matches);
  const found = modules.filter((module) => isShown(module) && isNamed(module));
  markHits(matched, found);
  for (const module of modules) {
    module.element.classList.toggle("off", !isShown(module) || bandOf(module).isCollapsed);
  }
  for (const link of links) {
    const isOff = link.isGrouped || !isShown(modules[link.from]) || !isShown(modules[link.to]) || !isChosen("link", kindOf(link))
      || !isLinkInPicture(link);
    link.element.classList.toggle("off", isOff);
  }
  showFindings(matched);
  showModules(found);
  showChoice();
  keepOneStop();
}

// Highlights the matches of the filters in the picture; without filters, nothing.
function markHits(matched, found) {
  const isNarrow = isNarrowed();
  const hits = new Set(words().length ? found.map((module) => module.number) : []);
  const rules = new Map();
  for (const finding of matched) {
    for (const number of [finding.from, finding.to]) if (number !== undefined) hits.add(number);
    rules.set(finding.rule, (rules.get(finding.rule) ?? new Set()).add(finding.from).add(finding.to));
  }
  graph.classList.toggle("narrowed", isNarrow);
  for (const module of modules) module.element.classList.toggle("hit", isNarrow && hits.has(module.number));
  for (const link of links) {
    link.isHit = isNarrow && link.rules.some((rule) => rules.get(rule)?.has(link.from) || rules.get(rule)?.has(link.to));
    link.element.classList.toggle("hit", link.isHit);
  }
  for (const band of bands) band.box?.classList.toggle("hit", isNarrow && band.members.some((module) => hits.has(module.number)));
  joinLinks();
}

// Describes the selection in words, with a button to reset it.
function showChoice() {
  const chosen = Object.entries(chosenValues).filter(([, values]) => values.size)
    .map(([name, values]) => `${name}: ${[...values].join(", ")}`);
  const text = words().length ? [...chosen, `text: ${words().join(" ")}`] : chosen;
  const clear = button("Clear filters", () => clearFilters());
  const whole = isolated ? [make("span", { textContent: `Only ${isolated.title} ` }), button("Show all", showWhole), " "] : [];
  document.getElementById("active").replaceChildren(...whole, ...(text.length ? [make("span", { textContent: `Only ${text.join("; ")} ` }), clear] : []));
}

function clearFilters() {
  for (const values of Object.values(chosenValues)) values.clear();
  for (const input of inputs.values()) input.checked = false;
  search.value = "";
  arrange();
  search.focus();
}

function setFilter(name, value, isOn) {
  chosenValues[name][isOn ? "add" : "delete"](value);
  const input = inputs.get(`${name}:${value}`);
  if (input) input.checked = isOn;
}

// Creates a filter of the values that occur, with their counts.
function filter(name, title, values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size === 0 || counts.size === 1 && name !== "state") return;
  const fields = make("fieldset", {}, make("legend", { className: "hidden", textContent: title }));
  for (const [value, count] of counts) {
    const input = make("input", { type: "checkbox", name: `${name}:${value}` });
    inputs.set(input.name, input);
    input.addEventListener("change", () => {
      setFilter(name, value, input.checked);
      arrange();
    });
    fields.append(make("label", {}, input, make("span", { textContent: value }), make("small", { textContent: count })));
  }
  document.getElementById("filters").append(make("details", { name: "filter" }, make("summary", { textContent: title }), fields));
}

search.addEventListener("input", refresh);
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const first = modules.find((module) => isShown(module) && isNamed(module));
  if (first) choose(first, true);
});
const order = [...data.layers, noLayer, ...data.bands.map((band) => band.title)];
const byLayer = (a, b) => order.indexOf(a) - order.indexOf(b);
filter("state", "State", findings.map((finding) => finding.state).sort().reverse());
filter("severity", "Severity", findings.map((finding) => finding.severity).sort());
filter("rule", "Rule", findings.map((finding) => finding.rule).sort());
filter("layer", "Layer", modules.map(layerOf).sort(byLayer));
filter("owner", "Owner", findings.some((finding) => finding.owners.length) ? findings.flatMap((finding) => orElse(finding.owners, noOwner)).sort() : []);
filter("kind", "Kind", modules.map((module) => module.kind).sort());
filter("link", "Links", links.map(kindOf).sort());
