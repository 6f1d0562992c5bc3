// What the picture is narrowed to: a module with its neighbours, or the paths between two modules.
let isolated = null;
// The module that the next chosen one is joined with.
let pathStart = null;

function isInPicture(module) { return !isolated || isolated.modules.has(module.number); }

function isLinkInPicture(link) { return !isolated || isolated.links.has(link.number); }

function isolate(title, some) {
  isolated = { title, links: new Set(some.map((link) => link.number)), modules: new Set(some.flatMap((link) => [link.from, link.to])) };
  for (const band of bands) band.isCollapsed = false;
  arrange();
  fit();
  announce(title);
}

const layerNames = graph.appendChild(draw("g", { class: "layers" }));

// Moves the isolated modules together, in the rows of the full picture, and redraws their links.
function placeIsolated() {
  graph.classList.toggle("isolated", Boolean(isolated));
  layerNames.replaceChildren();
  for (const module of modules) module.spot = null;
  if (!isolated) return;
  const rows = new Map();
  for (const module of modules.filter(isShown).sort((a, b) => a.frame.y - b.frame.y || a.frame.x - b.frame.x)) {
    rows.set(module.frame.y, [...(rows.get(module.frame.y) ?? []), module]);
  }
  const widthOf = (row) => row.reduce((sum, module) => sum + module.frame.width + 28, -28);
  const widest = Math.max(...[...rows.values()].map(widthOf));
  let y = 18;
  for (const row of rows.values()) {
    let x = gutter + (widest - widthOf(row)) / 2;
    const name = draw("text", { x: 14, y: y + 19 });
    name.textContent = data.bands[row[0].band]?.title ?? "";
    layerNames.append(name);
    for (const module of row) {
      module.spot = { ...module.frame, x, y };
      // The next arrangement of the full picture has to move it back.
      module.shift = null;
      module.element.setAttribute("transform", `translate(${x - module.frame.x} ${y - module.frame.y})`);
      x += module.frame.width + 28;
    }
    y += 90;
  }
  for (const link of links.filter(isLinkInPicture)) drawIsolated(link);
  full = { x: 0, y: 0, width: gutter + widest + 4 * margin, height: y };
}

function drawIsolated(link) {
  const [a, b] = [modules[link.from].spot, modules[link.to].spot];
  if (!a || !b) return;
  pointsOf(link);
  link.isMoved = true;
  const isDown = a.y <= b.y;
  const [x, u] = [a.x + a.width / 2, b.x + b.width / 2];
  const [y, v] = [isDown ? a.y + a.height : a.y, a.y === b.y ? b.y + b.height : isDown ? b.y : b.y + b.height];
  const bend = a.y === b.y ? y + 40 : (y + v) / 2;
  link.element.setAttribute("d", `M${x} ${y}C${x} ${bend} ${u} ${bend} ${u} ${v}`);
}

function isolateNeighbours(module) {
  const near = new Set([module.number, ...module.out.map((link) => link.to), ...module.into.map((link) => link.from)]);
  const some = links.filter((link) => near.has(link.from) && near.has(link.to));
  isolate(`${module.name} with its neighbours`, some.length ? some : [{ from: module.number, to: module.number }]);
}

// Shows every link on a path between two modules, in whichever direction there is one.
function isolatePaths(a, b) {
  for (const [start, end] of [[a, b], [b, a]]) {
    const below = reachable(start.number, "out", "to");
    const above = reachable(end.number, "into", "from");
    const some = links.filter((link) => isStep(link) && [link.from, link.to].every((number) => below.has(number) && above.has(number)));
    if (some.length) return isolate(`the paths from ${start.name} to ${end.name}`, some);
  }
  announce(`no path joins ${a.name} and ${b.name}`);
}

function showWhole() {
  isolated = null;
  arrange();
  fit();
}

// Returns the buttons of the chosen module.
function isolationButtons(module) {
  if (pathStart && pathStart !== module) {
    const start = pathStart;
    return [button(`Paths between ${start.name} and this`, () => { pathStart = null; isolatePaths(start, module); }), button("Isolate", () => isolateNeighbours(module))];
  }
  return [
    button("Isolate", () => isolateNeighbours(module)),
    button("Paths to …", () => { pathStart = module; announce("Choose the other module"); showFacts(module); }, { disabled: pathStart === module }),
  ];
}
