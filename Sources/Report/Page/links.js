// Links of collapsed layers: those from one box to another are merged, with the most important look.
const groupLinks = graph.querySelector(".links").appendChild(draw("g", { class: "grouped" }));
const looks = ["fresh", "violation", "cut", "warned", "known", "added", "removed", "link", "imported", "embedded"];

function isGrouped(link) {
  return bandOf(modules[link.from]).isCollapsed || bandOf(modules[link.to]).isCollapsed;
}

// Returns the kind of a link for the filters.
function kindOf(link) { return link.isImport ? "only imported" : link.isEmbedded ? "only embeds" : "links"; }

function rankOf(look) {
  const words = look.split(" ").slice(1);
  const ranks = words.map((word) => looks.indexOf(word)).filter((rank) => rank >= 0);
  return Math.min(...ranks, words.includes("imported") || words.includes("embedded") ? looks.length : looks.indexOf("link"));
}

// Returns the coordinates of a path (M, then relative v and c) as absolute points.
function pointsOf(link) {
  if (link.points) return link.points;
  link.path = link.element.getAttribute("d");
  let [x, y] = [0, 0];
  link.points = [];
  for (const [, command, rest] of link.path.matchAll(/([Mvc])([^Mvc]*)/g)) {
    const numbers = rest.match(/-?[\d.]+/g).map(Number);
    if (command === "M") [x, y] = numbers;
    if (command === "v") y += numbers[0];
    const points = command === "c" ? [[x + numbers[0], y + numbers[1]], [x + numbers[2], y + numbers[3]], [x + numbers[4], y + numbers[5]]] : [[x, y]];
    [x, y] = points.at(-1);
    link.points.push({ command, points });
  }
  return link.points;
}

function extentOf(link) {
  if (!link.extent) {
    const all = pointsOf(link).flatMap(({ points }) => points.map(([x]) => x));
    const x = Math.min(...all);
    link.extent = { x, width: Math.max(...all) - x };
  }
  return link.extent;
}

function movedPath(link) {
  return pointsOf(link).map(({ command, points }) => {
    if (command === "v") return `V${moved(points[0][1])}`;
    return command.toUpperCase() + points.map(([x, y]) => `${x} ${moved(y)}`).join(" ");
  }).join("");
}

// Returns the width that links between collapsed layers need on the left (if they lead up) or on the right.
function bows(isUp) {
  let farthest = 0;
  for (const link of links) {
    const [from, to] = [modules[link.from].band, modules[link.to].band];
    if (!bands[from].isCollapsed || !bands[to].isCollapsed || (from > to) !== isUp) continue;
    farthest = Math.max(farthest, Math.abs(from - to));
  }
  return farthest > 1 ? 30 + 26 * farthest : 24;
}

// Redraws the links of boxes that have moved.
function moveLinks() {
  for (const link of links) {
    link.isGrouped = isGrouped(link);
    if (link.isGrouped || !squeezed() && !link.isMoved) continue;
    link.element.setAttribute("d", squeezed() ? movedPath(link) : link.path);
    link.isMoved = squeezed() > 0;
  }
}

function joinLinks() {
  groupLinks.replaceChildren();
  const joined = new Map();
  for (const link of links) {
    if (!link.isGrouped) continue;
    const ends = [modules[link.from], modules[link.to]];
    if (!ends.every(isShown) || !isChosen("link", kindOf(link))) continue;
    // Within a collapsed layer only links with findings are drawn.
    if (ends[0].band === ends[1].band && link.rules.length === 0) continue;
    const key = ends.map((module) => (bandOf(module).isCollapsed ? `band ${module.band}` : module.number)).join(" ");
    const group = joined.get(key) ?? { ends, members: [], look: link.look };
    group.members.push(link);
    if (rankOf(link.look) < rankOf(group.look)) group.look = link.look;
    joined.set(key, group);
  }
  groupLinks.classList.toggle("many", joined.size > manyLinks);
  for (const group of joined.values()) drawGroup(group);
}

// More links hide each other.
const manyLinks = 150;

// Returns where an arc over a number of bands has its count: between bands, for loops have theirs inside.
function labelShare(length) {
  return length % 2 ? 0.5 : (length / 2 + (length % 4 ? -0.5 : 1.5)) / length;
}

function drawGroup({ ends, members, look }) {
  const [a, b] = ends.map((module) => (bandOf(module).isCollapsed ? bandOf(module).frame
    : { ...module.frame, y: moved(module.frame.y) }));
  const [from, to] = ends.map((module) => module.band);
  const isBetweenGroups = bands[from].isCollapsed && bands[to].isCollapsed;
  const isDown = from < to;
  const hit = members.some((link) => link.isHit) ? " hit" : "";
  let d;
  let label = null;
  if (from === to) {
    const [x, y] = [a.x + a.width, a.y + a.height / 2];
    d = `M${x} ${y - 8}C${x + 40} ${y - 18} ${x + 40} ${y + 18} ${x} ${y + 8}`;
    label = [x + 30, y];
  } else if (isBetweenGroups && Math.abs(from - to) > 1) {
    const side = isDown ? 1 : -1;
    const x = (frame) => frame.x + (isDown ? frame.width : 0);
    const far = (isDown ? Math.max : Math.min)(x(a), x(b)) + side * (18 + 34 * Math.abs(from - to));
    const [y, v] = [a.y + a.height / 2 + side * 5, b.y + b.height / 2 - side * 5];
    d = `M${x(a)} ${y}C${far} ${y} ${far} ${v} ${x(b)} ${v}`;
    const share = labelShare(Math.abs(from - to));
    // The inverse of 3t² - 2t³, the y of the curve.
    const t = 0.5 - Math.sin(Math.asin(1 - 2 * share) / 3);
    label = [x(a) * (1 - t) ** 3 + x(b) * t ** 3 + far * 3 * t * (1 - t), y + (v - y) * share];
  } else {
    const offset = isBetweenGroups ? (isDown ? 20 : -20) : 0;
    const [x, y] = [a.x + a.width / 2 + offset, isDown ? a.y + a.height : a.y];
    const [u, v] = [b.x + b.width / 2 + offset, isDown ? b.y : b.y + b.height];
    d = `M${x} ${y}C${x} ${(y + v) / 2} ${u} ${(y + v) / 2} ${u} ${v}`;
    if (isBetweenGroups) label = [(x + u) / 2, (y + v) / 2];
  }
  const isPlain = look === "link" || look === "link embedded" || look === "link imported";
  const path = draw("path", { class: `${look}${hit}${isPlain && !isBetweenGroups ? " plain" : ""}`, d });
  const title = draw("title");
  title.textContent = `${ends.map((module) => (bandOf(module).isCollapsed ? bandOf(module).title : module.name)).join(" → ")}: ${counted(members.length, "link")}`;
  path.append(title);
  groupLinks.append(path);
  if (!label) return;
  const text = draw("text", { class: `count${hit}`, x: label[0], y: label[1] + 4 });
  const broken = members.filter((link) => link.rules.length).length;
  text.textContent = broken && broken < members.length ? `${broken} of ${members.length}` : members.length;
  groupLinks.append(text);
}
