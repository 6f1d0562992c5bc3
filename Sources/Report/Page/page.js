// Adds interaction to the page.
const manyModules = 200;

for (const module of modules) {
  const { element } = module;
  element.setAttribute("tabindex", -1);
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", [
    module.name, module.layer && `layer ${module.layer}`, module.kind,
    `links ${module.out.filter(isStep).length}`, `linked by ${module.into.filter(isStep).length}`,
    module.findings.length ? counted(module.findings.length, "finding") : "",
  ].filter((text) => text).join(", "));
  element.addEventListener("mouseenter", () => light(module));
  element.addEventListener("mouseleave", () => light(chosen));
  element.addEventListener("click", () => { if (!wasDragged) choose(module); });
  element.addEventListener("keydown", (event) => walk(event, module));
  element.addEventListener("focus", () => { if (element.matches(":focus-visible")) light(module); });
}

// Returns the visible boxes: modules, and collapsed layers.
function visibleBoxes() {
  const shown = modules.filter((module) => isShown(module) && !bandOf(module).isCollapsed)
    .map((module) => ({ box: module.element, owner: module, frame: { ...module.frame, y: moved(module.frame.y) } }));
  return shown.concat(bands.filter((band) => band.isCollapsed).map((band) => ({ box: band.box, owner: band, frame: band.frame })));
}

// The picture is a single tab stop; arrow keys move the focus inside.
let stop = null;
function keepOneStop(next = null) {
  if (!next && stop && !stop.classList.contains("off")) return;
  stop?.setAttribute("tabindex", -1);
  stop = next ?? visibleBoxes()[0]?.box ?? null;
  stop?.setAttribute("tabindex", 0);
}

function walk(event, owner) {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (owner.members) expand(owner); else choose(owner);
  } else if (event.key.startsWith("Arrow")) {
    event.preventDefault();
    const next = neighbour(owner, event.key);
    if (!next) return;
    keepOneStop(next);
    next.focus();
  }
}

// Returns the nearest box in the direction of an arrow key, linked boxes first.
function neighbour(owner, key) {
  const all = visibleBoxes();
  const here = all.find((other) => other.owner === owner)?.frame;
  if (!here) return null;
  const middle = (frame) => [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const [x, y] = middle(here);
  const sign = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
  const isUpright = key === "ArrowDown" || key === "ArrowUp";
  const ahead = all.map((other) => {
    const [u, v] = middle(other.frame);
    const [along, aside] = isUpright ? [(v - y) * sign, Math.abs(u - x)] : [(u - x) * sign, Math.abs(v - y)];
    return { ...other, along, aside };
  }).filter(({ owner: other, along, aside }) => other !== owner && along > 0 && (isUpright || aside < 4));
  const linked = new Set(owner.out ? [...owner.out.map((link) => modules[link.to]), ...owner.into.map((link) => modules[link.from])] : []);
  const near = isUpright && ahead.some((other) => linked.has(other.owner)) ? ahead.filter((other) => linked.has(other.owner)) : ahead;
  return near.sort((a, b) => Math.hypot(a.along, a.aside) - Math.hypot(b.along, b.aside))[0]?.box ?? null;
}

function followFragment() {
  let id = "";
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* not an id of this page */ }
  const module = modules.find((module) => module.id === id || module.name === id);
  if (module && module !== chosen) choose(module, true);
}

const actions = {
  "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25), "0": fit,
  "/": () => search.focus(), Escape: () => choose(null),
};
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input") && event.key !== "Escape" || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
for (const [id, action] of Object.entries({
  closer: () => zoom(0.8), farther: () => zoom(1.25), fit, collapse: () => collapseAll(true), expand: () => collapseAll(false),
})) document.getElementById(id).addEventListener("click", action);
const hasLayers = bands.some((band) => band.title);
for (const id of ["collapse", "expand"]) document.getElementById(id).hidden = !hasLayers;

const theme = document.getElementById("theme");
const darkScheme = matchMedia("(prefers-color-scheme:dark)");
function isDark() { return (document.documentElement.dataset.theme ?? (darkScheme.matches ? "dark" : "light")) === "dark"; }
function showTheme() { theme.setAttribute("aria-pressed", isDark()); }
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  showTheme();
});
darkScheme.addEventListener("change", showTheme);
showTheme();

window.addEventListener("hashchange", followFragment);
// Prints everything that passes the filters, and the whole picture.
window.addEventListener("beforeprint", () => {
  fit();
  shownLength = Infinity;
  showFindings();
});

if (findings.length) setFilter("state", "new", true);
for (const band of bands) band.isCollapsed = modules.length > manyModules && Boolean(band.title);
if (findings.length === 0) showTab(1);
arrange();
fit();
followFragment();
document.documentElement.dataset.ready = "true";
