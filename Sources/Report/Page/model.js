// The data of the page: the modules and links of the picture, and the findings.
const data = JSON.parse(document.getElementById("data").textContent);
const svg = document.querySelector("#stage svg");
const graph = svg.querySelector(".graph");
const boxes = [...graph.querySelectorAll(".modules > .module")];
const paths = [...graph.querySelectorAll(".links > .link")];

const modules = data.modules.map((module, number) => {
  const [x, y, width, height] = module.box;
  return { ...module, number, element: boxes[number], frame: { x, y, width, height }, out: [], into: [], findings: [] };
});
const embedded = new Set(data.embedded);
const copied = new Set(data.copied);
const links = data.links.map(([from, to, kind, file, line, ...rules], number) => ({
  number, from, to, rules, isEmbedded: embedded.has(number), isStep: !copied.has(number), isImport: data.kinds[kind] === "import",
  place: data.files[file] && `${data.files[file]}:${line}`,
}));
data.drawn.forEach((number, place) => {
  links[number].element = paths[place];
  links[number].look = paths[place].getAttribute("class");
});
for (const link of links) {
  modules[link.from].out.push(link);
  if (link.from !== link.to) modules[link.to].into.push(link);
}
// The blocks by the numbers of their findings.
const blockOf = new Map(data.blocks.flatMap((block) => block.findings.map((number) => [number, block])));
const findings = data.findings.map((finding, number) => ({ layers: [], owners: [], rank: 3, ...finding, number }));
for (const finding of findings) {
  for (const number of new Set([finding.from, finding.to])) {
    if (number !== undefined) modules[number].findings.push(finding);
  }
}

// Chains follow links; a library that an application only embeds is no step of a chain.
const isStep = (link) => link.isStep;

function make(name, properties = {}, ...children) {
  const { aria = {}, ...rest } = properties;
  const element = Object.assign(document.createElement(name), rest);
  for (const [key, value] of Object.entries(aria)) element.setAttribute(key === "role" ? key : `aria-${key}`, value);
  element.append(...children);
  return element;
}

function button(text, action, properties = {}) {
  const element = make("button", { type: "button", textContent: text, ...properties });
  element.addEventListener("click", action);
  return element;
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Returns the counts by severity, such as `2 errors, 1 warning`, without zero counts.
function verdict(some) {
  const parts = ["error", "warning"].map((severity) => [some.filter((finding) => finding.severity === severity).length, severity]);
  return parts.filter(([count]) => count).map(([count, severity]) => counted(count, severity)).join(", ");
}

function announce(text) { document.getElementById("announcer").textContent = text; }

// Returns the numbers of all modules reachable from `start`, including `start`.
function reachable(start, side, end) {
  const seen = new Set([start]);
  for (const number of seen) {
    for (const link of modules[number][side].filter(isStep)) seen.add(link[end]);
  }
  return seen;
}
