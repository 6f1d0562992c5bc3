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
  const frames = modules.filter(isShown).map((module) => module.frame);
  const [x, y] = [Math.min(...frames.map((frame) => frame.x)), Math.min(...frames.map((frame) => frame.y))];
  const [right, bottom] = [Math.max(...frames.map((frame) => frame.x + frame.width)), Math.max(...frames.map((frame) => frame.y + frame.height))];
  show({ x: x - 4 * margin, y: y - margin, width: right - x + 8 * margin, height: bottom - y + 4 * margin });
  announce(title);
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
