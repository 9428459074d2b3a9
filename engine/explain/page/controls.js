// What the reader does with buttons, pointer and keys.

/**
 * @typedef {import("./types.js").Page} Page
 * @typedef {import("./panel.js").Panel} Panel
 */

import { allIn, within } from "./element.js";
import { icon, isIcon } from "./icons.js";

/**
 * Lets the buttons and the tree of a panel do their work.
 * @param {Panel} panel
 */
export function listen(panel) {
  const { root, page, box } = panel;
  const together = (/** @type {(one: Panel) => void} */ act) => page.each(panel, act);
  /** @type {Object<string, () => void>} */
  const actions = {
    first: () => together((one) => one.goTo(0)),
    back: () => together((one) => one.move(-1)),
    play: () => panel.play(panel.timer === null),
    forward: () => together((one) => one.move(1)),
    last: () => together((one) => one.goTo(one.replay.events.length)),
    quiz: () => panel.quiz.toggle(),
    check: () => panel.quiz.check(),
    again: () => panel.quiz.clear(),
    reveal: () => panel.quiz.reveal(),
    larger: () => panel.setZoom(panel.drawing.zoom * 1.25),
    smaller: () => panel.setZoom(panel.drawing.zoom / 1.25),
    fit: () => panel.fit(true),
    unfold: () => panel.foldAll(false),
    fold: () => panel.foldAll(true),
  };
  const still = new Set(["first", "back", "forward", "last", "quiz"]);
  panel.act = (name) => {
    if (still.has(name)) page.still();
    actions[name]();
  };
  for (const button of allIn(root, "[data-do]", HTMLElement)) {
    const name = button.dataset.do ?? "";
    if (isIcon(name)) button.append(icon(name));
    if (name === "play") button.append(icon("pause"));
    button.addEventListener("click", () => panel.act(name));
  }
  panel.range.addEventListener("input", () => {
    page.still();
    const step = Number(panel.range.value);
    together((one) => one.goTo(step));
  });
  for (const input of allIn(root, ".units input", HTMLInputElement)) {
    input.addEventListener("change", () => panel.setUnit(input.value));
  }
  const book = within(root, ".as-book select", HTMLSelectElement);
  book.addEventListener("change", () => page.choose(book.value));
  panel.find(".speed select").addEventListener("change", () => {
    if (panel.timer !== null) panel.play(true);
  });
  root.addEventListener("focusin", () => { page.active = panel; });
  root.addEventListener("pointerdown", () => { page.active = panel; });
  box.addEventListener("scroll", () => panel.drawSoon(), { passive: true });
  // Paper holds everything.
  addEventListener("beforeprint", () => panel.draw(true), { signal: page.signal });
  addEventListener("afterprint", () => panel.draw(), { signal: page.signal });
  const drag = dragging(box, page.signal);
  box.addEventListener("click", (event) => {
    const { target } = event;
    const group = target instanceof Element ? target.closest(".node") : null;
    if (!(group instanceof SVGElement) || !(target instanceof Element) || drag.moved) return;
    const node = Number(group.dataset.node);
    panel.setFocus(node);
    if (target.closest(".fold")) panel.toggleFold(node);
    else if (panel.quiz.isOn) panel.quiz.mark(node);
  });
  box.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    panel.setZoom(panel.drawing.zoom * Math.exp(-event.deltaY / 300));
  }, { passive: false });
}

/**
 * Lets a mouse move what is in a box; a finger does so by itself.
 * @param {HTMLElement} box
 * @param {AbortSignal} signal
 */
function dragging(box, signal) {
  /** @type {{from: {x: number, y: number, at: [number, number]} | null, moved: boolean}} */
  const drag = { from: null, moved: false };
  box.addEventListener("pointerdown", (event) => {
    drag.moved = false;
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    drag.from = { x: event.clientX + box.scrollLeft, y: event.clientY + box.scrollTop, at: [event.clientX, event.clientY] };
  });
  addEventListener("pointermove", (event) => {
    if (drag.from === null) return;
    if (Math.hypot(event.clientX - drag.from.at[0], event.clientY - drag.from.at[1]) > 4) drag.moved = true;
    if (!drag.moved) return;
    box.classList.add("dragged");
    box.scrollTo({ left: drag.from.x - event.clientX, top: drag.from.y - event.clientY, behavior: "auto" });
  }, { signal });
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      drag.from = null;
      box.classList.remove("dragged");
    }, { signal });
  }
  return drag;
}

/** @typedef {Object<string, (panel: Panel) => unknown>} Acts what keys do, by their names */

/** @type {Acts} */
const KEYS = {
  ArrowLeft: (panel) => (panel.quiz.isOn ? panel.moveFocusUp() : panel.act("back")),
  ArrowRight: (panel) => (panel.quiz.isOn ? panel.moveFocusDown() : panel.act("forward")),
  ArrowUp: (panel) => (panel.quiz.isOn ? panel.moveFocus(-1) : false),
  ArrowDown: (panel) => (panel.quiz.isOn ? panel.moveFocus(1) : false),
  Home: (panel) => (panel.quiz.isOn ? panel.moveFocus(-Infinity) : panel.act("first")),
  End: (panel) => (panel.quiz.isOn ? panel.moveFocus(Infinity) : panel.act("last")),
  1: (panel) => panel.setUnit("event"),
  2: (panel) => panel.setUnit("node"),
  3: (panel) => panel.setUnit("cut"),
  "+": (panel) => panel.act("larger"),
  "=": (panel) => panel.act("larger"),
  "-": (panel) => panel.act("smaller"),
  0: (panel) => panel.act("fit"),
  f: (panel) => panel.toggleFold(panel.focus),
  q: (panel) => panel.act("quiz"),
  Q: (panel) => panel.act("quiz"),
  Escape: (panel) => (panel.quiz.isOn ? panel.act("quiz") : false),
  " ": (panel) => (panel.quiz.isOn ? false : panel.act("play")),
};

/** Keys that only do something in the tree. @type {Acts} */
const TREE_KEYS = {
  ArrowUp: (panel) => panel.moveFocus(-1),
  ArrowDown: (panel) => panel.moveFocus(1),
  Enter: (panel) => (panel.quiz.isOn ? panel.quiz.check() : panel.toggleFold(panel.focus)),
  " ": (panel) => (panel.quiz.isOn ? panel.quiz.mark(panel.focus) : panel.act("play")),
};

/** Keys that controls use themselves. @type {Object<string, string[]>} */
const OWN_KEYS = {
  range: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"],
  radio: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " "],
  checkbox: [" "],
  text: [..."0123456789+=-fqQ ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"],
  SELECT: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", " ", "Enter"],
  BUTTON: [" ", "Enter"],
  SUMMARY: [" ", "Enter"],
};

/**
 * @param {Page} page
 * @param {AbortSignal} signal
 */
export function listenToKeys(page, signal) {
  page.root.addEventListener("keydown", (event) => {
    // What is in a slot is the host's.
    const { target, key } = event;
    if (!(target instanceof Element) || !page.root.contains(target)) return;
    const isNode = target.matches(".node");
    const { active, editor } = page;
    if (active.isEdited && isNode && editor?.key(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const control = target instanceof HTMLInputElement ? target.type : target.tagName;
    if (OWN_KEYS[control]?.includes(key)) return;
    // A number in the tree of the quiz is the value of the node.
    if (active.quiz.isOn && isNode && /^[\p{Nd}\-\u2212]$/u.test(key) && active.quiz.write(active.focus, key)) {
      event.preventDefault();
      return;
    }
    const act = (isNode && TREE_KEYS[key]) || (Object.hasOwn(KEYS, key) && KEYS[key]);
    if (!act) return;
    if (act(active) !== false) event.preventDefault();
  }, { signal });
}
