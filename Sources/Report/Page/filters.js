// Search and filters: which modules and links are shown.
const search = document.getElementById("search");
const list = document.getElementById("modules");
const hidden = { layer: new Set(), kind: new Set(), rule: new Set() };
const noLayer = "no layer";

function isShown(module) {
  return !hidden.layer.has(module.layer ?? noLayer) && !hidden.kind.has(module.kind);
}

function isShownLink(link) {
  const ruled = link.rules.length === 0 || link.rules.some((rule) => !hidden.rule.has(rule));
  return ruled && isShown(modules[link.from]) && isShown(modules[link.to]);
}

function refresh() {
  for (const module of modules) {
    module.element.classList.toggle("off", !isShown(module) || bandOf(module).isCollapsed);
  }
  for (const link of links) {
    link.element?.classList.toggle("off", link.isGrouped || !isShownLink(link));
  }
  const words = search.value.trim().toLowerCase().split(/\s+/);
  const found = modules.filter((module) =>
    isShown(module) && words.every((word) => module.id.toLowerCase().includes(word) || module.name.toLowerCase().includes(word)));
  list.replaceChildren(...found.map((module) => make("li", {}, moduleButton(module))));
  document.getElementById("found").textContent = counted(found.length, "module");
  return found;
}

function moduleButton(module, note = module.layer ?? "") {
  const button = make("button", { type: "button" }, module.name, make("small", { textContent: note }));
  button.addEventListener("click", () => choose(module, true));
  button.addEventListener("mouseenter", () => light(module));
  button.addEventListener("mouseleave", () => light(chosen));
  return button;
}

function filter(name, title, values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size === 0) return;
  const box = make("details", { open: name === "layer" && counts.size < 12 }, make("summary", { textContent: title }));
  for (const [value, count] of counts) {
    const input = make("input", { type: "checkbox", checked: true, name: `${name}:${value}` });
    input.addEventListener("change", () => {
      hidden[name][input.checked ? "delete" : "add"](value);
      arrange();
    });
    box.append(make("label", {}, input, value, make("small", { textContent: count })));
  }
  document.getElementById("filters").append(box);
}

search.addEventListener("input", refresh);
search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  const [first] = refresh();
  if (first) choose(first, true);
});
const order = [...data.layers, noLayer];
filter("layer", "Layers", modules.map((module) => module.layer ?? noLayer).sort((a, b) => order.indexOf(a) - order.indexOf(b)));
filter("kind", "Kinds", modules.map((module) => module.kind).sort());
filter("rule", "Rules", links.flatMap((link) => link.rules).sort());
