// Pan and zoom: the part of the picture that the view box shows.
const stage = document.getElementById("stage");
const { x, y, width, height } = svg.viewBox.baseVal;
const whole = { x, y, width, height };
const margin = 16;
// The bounds of the visible picture, which change as layers collapse.
let full = { ...whole };
let view = { ...full };
const isNarrow = matchMedia("(max-width:60rem)");

function show(next) {
  view = next;
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

// Returns the number of picture units per pixel of the screen.
function scaleOf(some) {
  const frame = stage.getBoundingClientRect();
  return Math.max(some.width / frame.width, some.height / frame.height);
}

// Zooms around the point (`x`, `y`) of the screen.
function zoom(factor, x, y) {
  const frame = stage.getBoundingClientRect();
  const scale = scaleOf(view);
  const next = Math.min(Math.max(scale * factor, 0.1), 4 * Math.max(scaleOf(full), 1));
  const dx = (x ?? frame.left + frame.width / 2) - frame.left;
  const dy = (y ?? frame.top + frame.height / 2) - frame.top;
  const left = view.x + view.width / 2 - (frame.width * scale) / 2;
  const top = view.y + view.height / 2 - (frame.height * scale) / 2;
  show({
    x: left + dx * (scale - next), y: top + dy * (scale - next),
    width: frame.width * next, height: frame.height * next,
  });
}

function fit() { show({ ...full }); }

// Centers a part of the picture, large enough to be read.
function centre(frame, largest = 1.2) {
  const size = stage.getBoundingClientRect();
  const scale = Math.min(largest, scaleOf(view));
  show({
    x: margin + frame.x + frame.width / 2 - (size.width * scale) / 2,
    y: margin + frame.y + frame.height / 2 - (size.height * scale) / 2,
    width: size.width * scale, height: size.height * scale,
  });
}

stage.addEventListener("wheel", (event) => {
  // On pages that scroll, the wheel scrolls the page.
  if (isNarrow.matches && !event.ctrlKey) return;
  event.preventDefault();
  if (event.ctrlKey || !event.shiftKey) zoom(Math.exp(event.deltaY / 400), event.clientX, event.clientY);
}, { passive: false });

const fingers = new Map();
let wasDragged = false;
stage.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, event);
  wasDragged = false;
});
stage.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const scale = scaleOf(view);
  const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
  if (!wasDragged && Math.hypot(dx, dy) < 4) return;
  wasDragged = true;
  stage.classList.add("dragging");
  const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
  if (other) {
    const [a, b] = [before, event].map((finger) =>
      Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY));
    zoom(a / Math.max(b, 1), other.clientX, other.clientY);
  } else {
    show({ ...view, x: view.x - dx * scale, y: view.y - dy * scale });
  }
  fingers.set(event.pointerId, event);
});
for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
  stage.addEventListener(name, (event) => {
    fingers.delete(event.pointerId);
    stage.classList.remove("dragging");
  });
}
