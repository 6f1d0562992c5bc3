// The lists: findings by rule, the worst rule first, and modules.
const list = document.getElementById("modules");
const findingList = document.getElementById("findings");
const tabs = [document.getElementById("tab-findings"), document.getElementById("tab-modules")];
const panels = [findingList, document.getElementById("list")];
const pageLength = 100;
let shownLength = pageLength;
let current = 0;
let titles = ["", ""];

function showTab(number) {
  current = number;
  tabs.forEach((tab, place) => {
    tab.setAttribute("aria-selected", place === number);
    tab.tabIndex = place === number ? 0 : -1;
    panels[place].hidden = place !== number;
  });
  document.getElementById("count").textContent = titles[current];
}

tabs.forEach((tab, number) => {
  tab.addEventListener("click", () => showTab(number));
  tab.addEventListener("keydown", (event) => {
    if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    const next = event.key === "Home" ? 0 : event.key === "End" ? 1 : 1 - number;
    showTab(next);
    tabs[next].focus();
  });
});

function badge(className, text) { return make("span", { className: `badge ${className}`, textContent: text }); }

// Returns the element of a finding with the details of text reports.
function findingElement(finding) {
  const element = make("article", { className: `finding ${finding.severity} ${finding.state}` },
    make("p", { className: "badges" }, badge(finding.severity, finding.severity), badge(finding.state, finding.state),
      ...finding.owners.map((owner) => badge("owner", owner))),
    make("p", { className: "message", textContent: finding.message }));
  if (finding.place) element.append(make("p", { className: "place", textContent: finding.place }));
  if (finding.source) {
    const [line, before, marked, after] = finding.source;
    element.append(make("pre", {}, make("span", { className: "line", textContent: `${line}  `, aria: { hidden: "true" } }), before.trimStart(),
      make("mark", { textContent: marked }), after));
  }
  const chain = finding.details.filter(([kind]) => kind === "chain");
  if (chain.length) element.append(make("ol", { className: "chain" }, ...chain.map(detailElement)));
  for (const detail of finding.details.filter(([kind]) => kind !== "chain")) element.append(detailElement(detail));
  for (const fix of finding.fixes ?? []) element.append(fixElement(fix));
  const module = modules[finding.from ?? finding.to];
  if (module && module !== chosen) {
    element.append(button("Show in the graph", () => choose(module, true), { ariaLabel: `Show ${module.name} in the graph` }));
  }
  return element;
}

// Returns the element of findings that share one sentence, with expandable details.
function blockElement(block, some) {
  const element = make("article", { className: `finding ${some[0].severity} ${some[0].state}` },
    make("p", { className: "badges" }, badge(some[0].severity, some[0].severity), badge(some[0].state, some[0].state)),
    make("p", { className: "message", textContent: block.sentence }),
    make("p", { className: "place", textContent: some[0].place }));
  for (const [text, lines] of block.help) {
    element.append(detailElement(["help", text]), ...(lines ? [make("pre", { textContent: lines })] : []));
  }
  const all = make("details", {}, make("summary", { textContent: counted(some.length, "finding") }));
  all.addEventListener("toggle", () => {
    if (all.open && all.children.length === 1) all.append(...some.map(findingElement));
  });
  element.append(all);
  return element;
}

// Returns what shows the findings of one rule: blocks that are shown completely, and single findings.
function entriesOf(group) {
  const shown = new Set(group.map((finding) => finding.number));
  return group.flatMap((finding) => {
    const block = blockOf.get(finding.number);
    if (!block || !block.findings.every((number) => shown.has(number))) return [() => findingElement(finding)];
    return block.findings[0] === finding.number ? [() => blockElement(block, block.findings.map((number) => findings[number]))] : [];
  });
}

function detailElement([kind, text, place]) {
  return make(kind === "chain" ? "li" : "p", { className: kind }, ...(kind === "chain" ? [] : [make("b", { textContent: `${kind}: ` })]), text,
    ...(place ? [" ", make("span", { className: "place", textContent: place })] : []));
}

// Returns the element of a fix, with a button to copy its text.
function fixElement(text) {
  const copy = button("Copy", () => {
    navigator.clipboard?.writeText(text).then(() => announce("copied"), () => announce("cannot copy"));
  });
  return make("details", {}, make("summary", { textContent: "Fix" }), make("pre", { textContent: text }), copy);
}

// Groups findings by rule: rules with causes, which come first in a report, then the worst.
function byRule(some) {
  const rules = new Map();
  for (const finding of some) {
    if (!rules.has(finding.rule)) rules.set(finding.rule, []);
    rules.get(finding.rule).push(finding);
  }
  const weight = (group) => [group.filter((finding) => finding.severity === "error").length, group.length];
  return [...rules.values()].sort((a, b) => a[0].rank - b[0].rank || weight(b)[0] - weight(a)[0] || weight(b)[1] - weight(a)[1]);
}

function showFindings(matched = findings.filter(matches)) {
  const isAll = matched.length === findings.length;
  titles[0] = isAll ? counted(findings.length, "finding") : `${matched.length} of ${counted(findings.length, "finding")}`;
  tabs[0].textContent = `Findings ${matched.length}`;
  const elements = [];
  let left = shownLength;
  for (const group of byRule(matched)) {
    // A block is one entry, however many findings it has.
    const entries = entriesOf(group);
    if (left > 0) {
      elements.push(make("h3", {}, group[0].rule, " ", make("small", { textContent: verdict(group) })));
      elements.push(...entries.slice(0, left).map((entry) => entry()));
    }
    left -= entries.length;
  }
  if (left < 0) {
    elements.push(button(`Show ${Math.min(pageLength, -left)} more`, () => {
      const place = shownLength;
      shownLength += pageLength;
      showFindings();
      findingList.querySelectorAll("article")[place]?.querySelector("button")?.focus();
    }, { className: "more" }));
  }
  findingList.replaceChildren(...(matched.length ? elements : nothing()));
  showTab(current);
}

// Returns the message for an empty list of findings.
function nothing() {
  const known = findings.filter((finding) => finding.state === "known").length;
  const isOpening = !isNarrowed() && chosenValues.layer.size === 0;
  if (!isOpening) return [make("p", { className: "empty", textContent: "No finding matches the filters." })];
  const elements = [make("p", { className: "empty good", textContent: findings.length ? "✓ No new findings" : "✓ No findings" })];
  if (known) {
    elements.push(button(`Show the ${known} known`, () => {
      setFilter("state", "new", false);
      setFilter("state", "known", true);
      arrange();
    }));
  }
  return elements;
}

function moduleButton(module, note = module.layer ?? "") {
  const element = button("", () => choose(module, true));
  const count = module.findings.filter((finding) => finding.state === "new").length;
  element.append(make("span", { textContent: module.name }), make("small", { textContent: [note, count ? counted(count, "finding") : ""].filter((text) => text).join(" · ") }));
  element.addEventListener("mouseenter", () => light(module));
  element.addEventListener("mouseleave", () => light(chosen));
  return element;
}

// Externals are listed, but not counted as modules.
function extent(some) {
  const externals = some.filter((module) => module.kind === "external").length;
  return counted(some.length - externals, "module") + (externals ? `, ${counted(externals, "external")}` : "");
}

let foundModules = [];
let shownModules = 300;

function showModules(found = foundModules) {
  foundModules = found;
  titles[1] = found.length === modules.length ? extent(found) : `${found.length} of ${extent(modules)}`;
  tabs[1].textContent = `Modules ${found.length}`;
  const items = found.slice(0, shownModules).map((module) => make("li", {}, moduleButton(module)));
  if (found.length > shownModules) {
    items.push(make("li", {}, button(`Show all ${found.length}`, () => {
      shownModules = Infinity;
      showModules();
    })));
  }
  list.replaceChildren(...items);
  showTab(current);
}
