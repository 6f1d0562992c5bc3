// Pan and zoom: the part of the picture that the view box shows.
const stage = document.getElementById("stage");
const whole = svg.viewBox.baseVal;
const full = { x: whole.x, y: whole.y, width: whole.width, height: whole.height };
let view = { ...full };

function show(next) {
  view = next;
  svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.width} ${view.height}`);
}

// Zooms so that the place under (`x`, `y`) on the screen stays there.
function zoom(factor, x, y) {
  const frame = stage.getBoundingClientRect();
  const scale = Math.max(view.width / frame.width, view.height / frame.height);
  const next = Math.min(Math.max(scale * factor, 0.1), 4 * Math.max(full.width / frame.width, full.height / frame.height, 1));
  const dx = (x ?? frame.left + frame.width / 2) - frame.left;
  const dy = (y ?? frame.top + frame.height / 2) - frame.top;
  const left = view.x + view.width / 2 - (frame.width * scale) / 2;
  const top = view.y + view.height / 2 - (frame.height * scale) / 2;
  show({
    x: left + dx * (scale - next), y: top + dy * (scale - next),
    width: frame.width * next, height: frame.height * next,
  });
}

function fit() { show({ ...full, height: full.height - squeezed() }); }

function centre(frame) {
  const size = stage.getBoundingClientRect();
  const scale = Math.min(1.2, Math.max(view.width / size.width, view.height / size.height));
  const origin = graph.transform.baseVal[0].matrix;
  show({
    x: origin.e + frame.x + frame.width / 2 - (size.width * scale) / 2,
    y: origin.f + frame.y + frame.height / 2 - (size.height * scale) / 2,
    width: size.width * scale, height: size.height * scale,
  });
}

stage.addEventListener("wheel", (event) => {
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
  const size = stage.getBoundingClientRect();
  const scale = Math.max(view.width / size.width, view.height / size.height);
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
