// What the page knows: the modules and links of the picture, and which of them are shown.
const data = JSON.parse(document.getElementById("data").textContent);
const svg = document.querySelector("#stage svg");
const graph = svg.querySelector(".graph");
const boxes = [...graph.querySelectorAll(".modules > .module")];
const paths = [...graph.querySelectorAll(".links > .link")];

const modules = data.modules.map((module, number) => ({
  ...module, number, element: boxes[number], frame: frameOf(boxes[number]), out: [], into: [],
  findings: [],
}));
const links = data.links.map(([from, to, kind, file, line, ...rules], number) => ({
  number, from, to, kind: data.kinds[kind], rules, element: null,
  place: data.files[file] && `${data.files[file]}:${line}`,
}));
data.drawn.forEach((number, place) => { links[number].element = paths[place]; });
for (const link of links) {
  modules[link.from].out.push(link);
  if (link.from !== link.to) modules[link.to].into.push(link);
}

// What an app only copies into its bundle is no link and has no path.
const isLink = (link) => link.element !== null;
const isCopy = (link) => !isLink(link);
for (const finding of data.findings) {
  for (const number of new Set([finding.from, finding.to])) {
    if (number !== undefined) modules[number].findings.push(finding);
  }
}

function frameOf(box) {
  const text = box.querySelector("text");
  const outline = box.querySelector(".outline").getBBox();
  return { x: outline.x, y: outline.y, width: outline.width, height: outline.height,
           label: Number(text.getAttribute("y")) - outline.y };
}

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// The numbers of all modules that `start` leads to along links, `start` included.
function reachable(start, side, end) {
  const seen = new Set([start]);
  for (const number of seen) {
    for (const link of modules[number][side].filter(isLink)) seen.add(link[end]);
  }
  return seen;
}
