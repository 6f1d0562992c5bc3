// Collapsed layers: the band shrinks to a single box, which has the links of its modules.
const bands = data.bands.map((band, number) => ({
  ...band, number, element: graph.querySelectorAll(".band")[number], isCollapsed: false,
  members: modules.filter((module) => module.band === number), box: null, frame: null,
}));
const lowBand = 64;
const namespace = "http://www.w3.org/2000/svg";
// The width of the column with the names of bands.
const gutter = Math.max(0, ...bands.map((band) => band.element?.querySelector("text").getBBox().width ?? 0)) + 28;
const legend = graph.querySelector(".legend");
const legendBox = legend?.getBBox() ?? { width: 0, height: 0 };

function draw(name, attributes = {}) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function bandOf(module) { return bands[module.band]; }

function squeezed() {
  return bands.reduce((sum, band) => sum + (band.isCollapsed ? band.height - lowBand : 0), 0);
}

// Maps a y coordinate of the full picture to its position after bands are collapsed.
function moved(y) {
  let result = y;
  for (const band of bands) {
    if (!band.isCollapsed || y <= band.y) continue;
    const inside = Math.min(y - band.y, band.height);
    result -= inside * (1 - lowBand / band.height);
  }
  return result;
}

// Returns the horizontal extent of the bands: the shown modules, their links, and the column of names.
function breadth() {
  const open = bands.filter((band) => !band.isCollapsed);
  if (open.length === bands.length) return { x: 0, width: bands[0]?.width ?? 0, gutter };
  const least = gutter + bows(true) + 240 + bows(false);
  const frames = open.flatMap((band) => band.members.map((module) => module.frame))
    .concat(links.filter((link) => !isGrouped(link)).map(extentOf));
  const left = frames.reduce((x, frame) => Math.min(x, frame.x), Infinity);
  const right = frames.reduce((x, frame) => Math.max(x, frame.x + frame.width), -Infinity);
  if (left > right) return { x: 0, width: least, gutter };
  return { x: left - gutter, width: Math.max(right - left + gutter + 18, least), gutter };
}

function groupBox(band) {
  if (band.box) return band.box;
  const members = new Set(band.members.map((module) => module.number));
  const all = findings.filter((finding) => members.has(finding.from));
  const fresh = all.filter((finding) => finding.state === "new");
  const label = [counted(band.members.length, "module"), verdict(fresh)].filter((text) => text).join(" · ");
  const worst = fresh.some((finding) => finding.severity === "error") ? "bad" : fresh.length ? "warned" : "";
  band.frame = { x: 0, y: 0, width: Math.max(150, label.length * 8), height: 32 };
  const box = draw("g", { class: `module group ${worst}`, tabindex: -1, role: "button", "aria-label": `${band.title}, ${label}, expand` });
  const [outline, text] = [draw("rect", { class: "outline", rx: 4, width: band.frame.width, height: 32 }), draw("text")];
  text.textContent = label;
  box.append(outline, text);
  box.addEventListener("click", () => { if (!wasDragged) expand(band); });
  box.addEventListener("keydown", (event) => walk(event, band));
  graph.querySelector(".modules").append(box);
  return (band.box = box);
}

// Expands a band and zooms to it, large enough to be read.
function expand(band) {
  collapse(band, false);
  fit();
  const worst = band.members.find((module) => isShown(module) && module.findings.some((finding) => finding.state === "new"));
  const first = worst ?? band.members.find(isShown);
  if (!first) return;
  if (scaleOf(full) > 1.2) centre({ ...first.frame, y: moved(first.frame.y) }, 1);
  keepOneStop(first.element);
  first.element.focus();
  light(chosen);
}

function collapse(band, isCollapsed = !band.isCollapsed) {
  if (!band.title) return;
  band.isCollapsed = isCollapsed;
  announce(`${band.title} ${isCollapsed ? "collapsed" : "expanded"}`);
  arrange();
}

function collapseAll(isCollapsed) {
  isolated = null;
  for (const band of bands) band.isCollapsed = isCollapsed && Boolean(band.title);
  announce(isCollapsed ? "all layers collapsed" : "all layers expanded");
  arrange();
  fit();
}

// Moves all elements to their positions.
function arrange() {
  const { x, width, gutter } = breadth();
  for (const band of bands) {
    if (band.isCollapsed) {
      const box = groupBox(band);
      const room = { x: x + gutter + bows(true), width: width - gutter - bows(true) - bows(false) };
      band.frame.x = room.x + (room.width - band.frame.width) / 2;
      band.frame.y = moved(band.y) + (lowBand - band.frame.height) / 2;
      box.querySelector("rect").setAttribute("x", band.frame.x);
      box.querySelector("rect").setAttribute("y", band.frame.y);
      box.querySelector("text").setAttribute("x", band.frame.x + band.frame.width / 2);
      box.querySelector("text").setAttribute("y", band.frame.y + 20);
    }
    band.box?.classList.toggle("off", !band.isCollapsed);
    if (!band.element) continue;
    const [rect, text] = [band.element.querySelector("rect"), band.element.querySelector("text")];
    rect.setAttribute("x", x);
    rect.setAttribute("y", moved(band.y));
    rect.setAttribute("width", width);
    rect.setAttribute("height", band.isCollapsed ? lowBand : band.height);
    text.setAttribute("x", x + 14);
    text.setAttribute("y", moved(band.y) + (band.isCollapsed ? lowBand / 2 + 4 : 22));
    text.setAttribute("aria-expanded", !band.isCollapsed);
  }
  for (const module of modules) {
    const shift = moved(module.frame.y) - module.frame.y;
    if (module.shift === shift) continue;
    module.shift = shift;
    module.element.setAttribute("transform", shift ? `translate(0 ${shift})` : "");
  }
  graph.classList.toggle("squeezed", squeezed() > 0);
  moveLinks();
  legend?.setAttribute("transform", `translate(${x} ${-squeezed()})`);
  full = {
    x, y: 0, width: Math.max(width, legendBox.width) + 2 * margin, height: whole.height - squeezed(),
  };
  placeIsolated();
  refresh();
}

for (const band of bands) {
  const title = band.element?.querySelector("text");
  if (!title) continue;
  for (const [key, value] of Object.entries({ tabindex: 0, role: "button", "aria-expanded": true, "aria-label": `layer ${band.title}` })) {
    title.setAttribute(key, value);
  }
  title.addEventListener("click", () => { if (!wasDragged) collapse(band); });
  title.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); collapse(band); } });
}
