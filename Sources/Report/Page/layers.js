// Collapsed layers: a band becomes a low one with a single box, which has the links of its modules.
const bands = data.bands.map((band, number) => ({
  ...band, number, element: graph.querySelectorAll(".band")[number], isCollapsed: false, box: null,
}));
const lowBand = 70;
const namespace = "http://www.w3.org/2000/svg";
const groupLinks = graph.querySelector(".links").appendChild(draw("g"));

function draw(name, attributes = {}) {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function squeezed() {
  return bands.reduce((sum, band) => sum + (band.isCollapsed ? band.height - lowBand : 0), 0);
}

// Where a height of the picture is, now that some bands are low.
function moved(y) {
  let result = y;
  for (const band of bands) {
    if (!band.isCollapsed || y <= band.y) continue;
    const inside = Math.min(y - band.y, band.height);
    result -= inside * (1 - lowBand / band.height);
  }
  return result;
}

// The path with all its heights moved; paths are M, and then relative v and c.
function movedPath(text) {
  let [x, y] = [0, 0];
  return text.replace(/([Mvc])([^Mvc]*)/g, (_, command, rest) => {
    const numbers = rest.match(/-?[\d.]+/g).map(Number);
    if (command === "M") {
      [x, y] = numbers;
      return `M${x} ${moved(y)}`;
    }
    if (command === "v") {
      y += numbers[0];
      return `V${moved(y)}`;
    }
    const points = numbers.map((number, place) => (place % 2 ? moved(y + number) : x + number));
    [x, y] = [x + numbers[4], y + numbers[5]];
    return `C${points.join(" ")}`;
  });
}

function bandOf(module) { return bands[module.band]; }

function groupBox(band) {
  if (band.box) return band.box;
  const members = modules.filter((module) => module.band === band.number);
  const middle = band.x + band.width / 2;
  const label = `${band.title} · ${counted(members.length, "module")}`;
  const width = Math.max(140, label.length * 8.5);
  band.frame = { x: middle - width / 2, width, height: 30 };
  const box = draw("g", { class: "module group", tabindex: 0, role: "button", "aria-label": `${label}, expand` });
  const [outline, text] = [draw("rect", { class: "outline", rx: 4, width, height: 30, x: band.frame.x }), draw("text", { x: middle })];
  text.textContent = label;
  box.append(outline, text);
  box.addEventListener("click", () => collapse(band, false));
  box.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") collapse(band, false); });
  graph.querySelector(".modules").append(box);
  return (band.box = box);
}

function collapse(band, isCollapsed = !band.isCollapsed) {
  if (!band.title) return;
  band.isCollapsed = isCollapsed;
  announce(`${band.title} ${isCollapsed ? "collapsed" : "expanded"}`);
  arrange();
}

// Brings everything to where it belongs.
function arrange() {
  for (const band of bands) {
    if (!band.element) continue;
    const [rect, text] = [band.element.querySelector("rect"), band.element.querySelector("text")];
    rect.setAttribute("y", moved(band.y));
    rect.setAttribute("height", band.isCollapsed ? lowBand : band.height);
    text.setAttribute("y", moved(band.y) + 19);
    text.setAttribute("aria-expanded", !band.isCollapsed);
    if (band.isCollapsed) {
      const box = groupBox(band);
      band.frame.y = moved(band.y) + 28;
      box.querySelector("rect").setAttribute("y", band.frame.y);
      box.querySelector("text").setAttribute("y", band.frame.y + 19);
    }
    band.box?.classList.toggle("off", !band.isCollapsed);
  }
  for (const module of modules) {
    const shift = moved(module.frame.y) - module.frame.y;
    module.element.setAttribute("transform", shift ? `translate(0 ${shift})` : "");
  }
  arrangeLinks();
  const legend = graph.querySelector(".legend");
  legend?.setAttribute("transform", `translate(0 ${-squeezed()})`);
  refresh();
}

function arrangeLinks() {
  groupLinks.replaceChildren();
  const joined = new Map();
  for (const link of links) {
    if (!link.element) continue;
    const ends = [link.from, link.to].map((number) => modules[number]);
    link.isGrouped = ends.some((module) => bandOf(module).isCollapsed);
    if (!link.isGrouped) {
      link.path ??= link.element.getAttribute("d");
      link.element.setAttribute("d", squeezed() ? movedPath(link.path) : link.path);
      continue;
    }
    if (!ends.every(isShown) || bandOf(ends[0]) === bandOf(ends[1]) && bandOf(ends[0]).isCollapsed) continue;
    const key = ends.map((module) => (bandOf(module).isCollapsed ? `band ${module.band}` : module.number)).join(" ");
    const isViolation = link.rules.length > 0;
    if (!joined.has(key) || isViolation) joined.set(key, { ends, isViolation: isViolation || joined.get(key)?.isViolation });
  }
  for (const { ends, isViolation } of joined.values()) {
    const [a, b] = ends.map((module) => (bandOf(module).isCollapsed ? bandOf(module).frame
      : { ...module.frame, y: moved(module.frame.y) }));
    const isDown = a.y <= b.y;
    const [x, y] = [a.x + a.width / 2, isDown ? a.y + a.height : a.y];
    const [u, v] = [b.x + b.width / 2, isDown ? b.y : b.y + b.height];
    groupLinks.append(draw("path", {
      class: `link ${isViolation ? "violation" : "link"}`, d: `M${x} ${y}C${x} ${(y + v) / 2} ${u} ${(y + v) / 2} ${u} ${v}`,
    }));
  }
}

for (const band of bands) {
  const title = band.element?.querySelector("text");
  if (!title) continue;
  for (const [key, value] of Object.entries({ tabindex: 0, role: "button", "aria-expanded": true, "aria-label": `layer ${band.title}` })) {
    title.setAttribute(key, value);
  }
  title.addEventListener("click", () => collapse(band));
  title.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); collapse(band); } });
}
