// What the picture is narrowed to: a module with its neighbours, or the paths between two modules.
let isolated = null;
// The module that the next chosen one is joined with.
let pathStart = null;

function isInPicture(module) { return !isolated || isolated.modules.has(module.number); }

function isLinkInPicture(link) { return !isolated || isolated.links.has(link.number); }

function isolate(title, some) {
  const collapsed = isolated?.collapsed ?? bands.filter((band) => band.isCollapsed);
  isolated = { title, collapsed, links: new Set(some.map((link) => link.number)), modules: new Set(some.flatMap((link) => [link.from, link.to])) };
  for (const band of bands) band.isCollapsed = false;
  arrange();
  fit();
  announce(title);
}

const rowPitch = 90;
// The room between modules of a row, through which links pass.
const gap = 44;
const layerNames = graph.appendChild(draw("g", { class: "layers" }));

// Returns the isolated modules in rows. Those of the full picture are joined unless a link leads from one to the next.
function isolatedRows() {
  const some = modules.filter(isShown).sort((a, b) => a.frame.y - b.frame.y || a.frame.x - b.frame.x);
  const most = Math.sqrt(some.length) + 3;
  const isLinked = (a, b) => [...a.out, ...a.into].some((link) => isLinkInPicture(link) && (link.from === b.number || link.to === b.number));
  const rows = [];
  for (const module of some) {
    const row = rows.at(-1);
    const isJoined = row && row[0].band === module.band && row.length < most && !row.some((other) => isLinked(other, module));
    if (isJoined) row.push(module); else rows.push([module]);
  }
  return rows.map((row) => row.sort((a, b) => a.frame.x - b.frame.x));
}

// Moves the isolated modules together and redraws their links.
function placeIsolated() {
  graph.classList.toggle("isolated", Boolean(isolated));
  layerNames.replaceChildren();
  for (const module of modules) module.spot = null;
  if (!isolated) return;
  const rows = isolatedRows();
  const widthOf = (row) => row.reduce((sum, module) => sum + module.frame.width + gap, -gap);
  const widest = Math.max(...rows.map(widthOf));
  let y = 18;
  for (const row of rows) {
    let x = gutter + (widest - widthOf(row)) / 2;
    const name = draw("text", { x: 14, y: y + 19 });
    name.textContent = data.bands[row[0].band]?.title ?? "";
    layerNames.append(name);
    for (const module of row) {
      module.spot = { ...module.frame, x, y };
      // The next arrangement of the full picture has to move it back.
      module.shift = null;
      module.element.setAttribute("transform", `translate(${x - module.frame.x} ${y - module.frame.y})`);
      x += module.frame.width + gap;
    }
    y += rowPitch;
  }
  const right = links.filter(isLinkInPicture).reduce((x, link) => Math.max(x, drawIsolated(link, rows)), gutter + widest);
  full = { x: 0, y: 0, width: right + 4 * margin, height: y };
}

// Draws a link on a curve that bends aside where it would pass modules, and returns its right end.
function drawIsolated(link, rows) {
  const [a, b] = [modules[link.from].spot, modules[link.to].spot];
  if (!a || !b) return 0;
  pointsOf(link);
  link.isMoved = true;
  const isDown = a.y <= b.y;
  const [x, u] = [a.x + a.width / 2, b.x + b.width / 2];
  const [y, v] = [isDown ? a.y + a.height : a.y, a.y === b.y ? b.y + b.height : isDown ? b.y : b.y + b.height];
  const bend = a.y === b.y ? y + 40 : (y + v) / 2;
  let best = { passed: Infinity };
  for (let aside = 0; aside <= 300 && best.passed > 0; aside += 20) {
    for (const side of [aside, -aside]) {
      const curve = [[x, y], [x + side, bend], [u + side, bend], [u, v]];
      const points = pointsOn(curve);
      const passed = points.filter((point) => point[0] < gutter || isCovered(point, rows)).length;
      if (passed < best.passed) best = { curve, points, passed };
    }
  }
  const [start, ...rest] = best.curve;
  link.element.setAttribute("d", `M${start.join(" ")}C${rest.flat().join(" ")}`);
  return Math.max(...best.points.map((point) => point[0]));
}

// Returns points between the ends of a cubic curve.
function pointsOn(curve) {
  return Array.from({ length: 19 }, (_, number) => {
    const part = (number + 1) / 20;
    const rest = 1 - part;
    const weights = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
    return [0, 1].map((axis) => weights.reduce((sum, weight, place) => sum + weight * curve[place][axis], 0));
  });
}

function isCovered([x, y], rows) {
  const row = rows[Math.floor((y - 18) / rowPitch)] ?? [];
  return row.some(({ spot }) => y > spot.y && y < spot.y + spot.height && x > spot.x - 4 && x < spot.x + spot.width + 4);
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
  for (const band of isolated?.collapsed ?? []) band.isCollapsed = true;
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
