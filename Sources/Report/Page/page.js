// Brings the page to life.
for (const module of modules) {
  const { element } = module;
  element.setAttribute("tabindex", 0);
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", [
    module.name, module.layer && `layer ${module.layer}`, module.kind,
    `links ${module.out.filter(isLink).length}`, `linked by ${module.into.filter(isLink).length}`,
    module.findings.length ? counted(module.findings.length, "finding") : "",
  ].filter((text) => text).join(", "));
  element.addEventListener("mouseenter", () => light(module));
  element.addEventListener("mouseleave", () => light(chosen));
  element.addEventListener("click", () => { if (!wasDragged) choose(module); });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(module);
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      neighbour(module, event.key)?.element.focus();
    }
  });
  element.addEventListener("focus", () => { if (element.matches(":focus-visible")) light(module); });
}

// The nearest module in the direction of an arrow key: in its row, or among those it is linked with.
function neighbour(module, key) {
  const isDownOrUp = key === "ArrowDown" || key === "ArrowUp";
  const candidates = isDownOrUp
    ? (key === "ArrowDown" ? module.out.map((link) => link.to) : module.into.map((link) => link.from))
    : modules.filter((other) => other.frame.y === module.frame.y
        && (key === "ArrowRight" ? other.frame.x > module.frame.x : other.frame.x < module.frame.x)).map((other) => other.number);
  const distance = (other) => Math.hypot(other.frame.x - module.frame.x, other.frame.y - module.frame.y);
  return candidates.map((number) => modules[number])
    .filter((other) => other !== module && isShown(other) && !bandOf(other).isCollapsed)
    .sort((a, b) => distance(a) - distance(b) || a.number - b.number)[0];
}

function followFragment() {
  let id = "";
  try { id = decodeURIComponent(location.hash.slice(1)); } catch { /* not one of ours */ }
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
document.getElementById("closer").addEventListener("click", () => zoom(0.8));
document.getElementById("farther").addEventListener("click", () => zoom(1.25));
document.getElementById("fit").addEventListener("click", fit);
document.getElementById("theme").addEventListener("click", () => {
  const isDark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme:dark)").matches;
  document.documentElement.dataset.theme = isDark ? "light" : "dark";
});
window.addEventListener("hashchange", followFragment);
window.addEventListener("beforeprint", fit);

facts.hidden = data.findings.length === 0;
showFindings();
refresh();
followFragment();
document.documentElement.dataset.ready = "true";
