/**
 * Mouse, touch and keyboard on a board: all of them click spots. A drag is two clicks.
 *
 * @typedef {import("./board.js").Board} Board
 */

/** So far a pointer moves before a tap becomes a drag, in pixels of the screen. */
const DRAG_FROM = 8;
/** A spot that lies this much aside counts as twice as far away. */
const ASIDE = 2;

/** @type {Object<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** No arrow may lead to a spot that others lie around; these keys go through all, in the order of the view. @type {Object<string, number>} */
const TURNS = { PageUp: -1, PageDown: 1 };

/**
 * Whether a mouse or a finger has put the focus on the board. Then Left and Right are for the moves of the game, and so
 * are the keys that the board does not know, until a key leads to a spot.
 */
let isPointed = false;
document.addEventListener("keydown", ({ key }) => { if (key === "Tab") isPointed = false; }, true);

/**
 * Listens on a board until it is drawn anew.
 * @param {Board} board
 * @param {(id: string) => void} click
 * @param {(id: string) => boolean} isLive whether a click on a spot goes on
 * @param {(id: string) => boolean} begins whether a click on a spot leads to another one, so that it can be dragged
 * @param {() => void} back takes the last click back
 * @param {string | null} focus the spot that has the focus, or had it on the board before
 */
export function listen(board, click, isLive, begins, back, focus) {
  /** @type {{id: string, x: number, y: number, drags: boolean, wasClicked: boolean} | null} */
  let held = null;
  const moved = (/** @type {PointerEvent} */ event) => held !== null && Math.hypot(event.clientX - held.x, event.clientY - held.y) > DRAG_FROM;

  board.svg.addEventListener("pointerdown", (event) => {
    const id = spotOf(event.target);
    if (id === null || event.button !== 0) return;
    isPointed = true;
    held = { id, x: event.clientX, y: event.clientY, drags: false, wasClicked: false };
    /** @type {Element} */ (event.target).releasePointerCapture?.(event.pointerId);
  });
  board.svg.addEventListener("pointermove", (event) => {
    if (held === null) return;
    if (!held.drags && moved(event)) {
      held.drags = true;
      // A drag from a spot that was clicked before goes on from there.
      if (!isClicked(board, held.id) && begins(held.id)) click(held.id);
      held.wasClicked = isClicked(board, held.id);
    }
    if (held.drags && held.wasClicked) carry(board, held.id, event);
  });
  const release = (/** @type {PointerEvent} */ event) => {
    if (held === null) return;
    const from = held;
    held = null;
    putDown(board, from.id);
    const id = spotOf(document.elementFromPoint(event.clientX, event.clientY));
    if (!from.drags) click(from.id);
    else if (from.wasClicked && id !== null && id !== from.id && isLive(id)) click(id);
    else if (from.wasClicked && id !== from.id) back();
  };
  board.svg.addEventListener("pointerup", release);
  board.svg.addEventListener("pointercancel", () => {
    if (held !== null) putDown(board, held.id);
    held = null;
  });
  board.svg.addEventListener("pointerleave", (event) => {
    if (held?.drags) release(event);
  });

  board.svg.addEventListener("keydown", (event) => {
    const id = spotOf(event.target);
    if (id === null || event.ctrlKey || event.altKey || event.metaKey) return;
    // Who came by keys has all of them for the board.
    if (!isPointed) event.stopPropagation();
    else if (!event.shiftKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) return;
    if (event.key in ARROWS) move(board, id, ARROWS[event.key], event.shiftKey ? isLive : () => true);
    else if (event.key in TURNS) turn(board, id, TURNS[event.key], event.shiftKey ? isLive : () => true);
    else if (event.key === "Enter" || event.key === " ") click(id);
    else if (event.key === "Escape" || event.key === "Backspace") back();
    else return;
    event.preventDefault();
  });
  // One stop for the Tab key; the arrows go on from there.
  const first = (focus !== null && board.hits.has(focus) ? focus : null) ?? [...board.hits.keys()].find(isLive) ?? [...board.hits.keys()][0];
  if (first !== undefined) board.hits.get(first)?.setAttribute("tabindex", "0");
  board.svg.addEventListener("focusin", (event) => {
    for (const hit of board.hits.values()) hit.setAttribute("tabindex", hit === event.target ? "0" : "-1");
  });
}

/**
 * Says which spot a mouse or the keyboard points at. A finger points at nothing before it clicks.
 * @param {Board} board
 * @param {(id: string | null) => void} at
 */
export function points(board, at) {
  const { svg } = board;
  svg.addEventListener("pointerover", (event) => at(event.pointerType === "touch" ? null : spotOf(event.target)));
  svg.addEventListener("pointerleave", () => at(null));
  svg.addEventListener("focusin", (event) => at(event.target instanceof Element && event.target.matches(":focus-visible") ? spotOf(event.target) : null));
  svg.addEventListener("focusout", () => at(null));
}

/** The spot that has the focus. */
export function focusedSpot() {
  return spotOf(document.activeElement);
}

const spotOf = (/** @type {EventTarget | null} */ target) =>
  (target instanceof Element ? target.closest(".hit")?.getAttribute("data-id") : null) ?? null;

const isClicked = (/** @type {Board} */ board, /** @type {string} */ id) => board.hits.get(id)?.classList.contains("clicked") ?? false;

/** Moves what stands on a spot along with the pointer. */
function carry(/** @type {Board} */ board, /** @type {string} */ id, /** @type {PointerEvent} */ event) {
  const top = board.tokens.get(id)?.at(-1);
  const screen = /** @type {SVGSVGElement} */ (board.svg).getScreenCTM();
  if (top === undefined || screen === null) return;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(screen.inverse());
  top.classList.add("carried");
  if (!top.hasAttribute("data-home")) top.setAttribute("data-home", top.getAttribute("transform") ?? "");
  top.setAttribute("transform", `translate(${point.x} ${point.y})`);
}

function putDown(/** @type {Board} */ board, /** @type {string} */ id) {
  const top = board.tokens.get(id)?.at(-1);
  const home = top?.getAttribute("data-home");
  if (top === undefined || home === undefined || home === null) return;
  top.setAttribute("transform", home);
  top.removeAttribute("data-home");
  top.classList.remove("carried");
}

/** Gives the focus to the nearest spot in a direction. It works on every board, as it only looks at coordinates. */
function move(/** @type {Board} */ board, /** @type {string} */ id, /** @type {[number, number]} */ [dx, dy], /** @type {(id: string) => boolean} */ counts) {
  const from = board.spots.get(id);
  if (from === undefined) return;
  let best = null, least = Infinity;
  for (const [other, hit] of board.hits) {
    const spot = board.spots.get(other);
    if (other === id || spot === undefined || !counts(other)) continue;
    const [x, y] = [spot.at[0] - from.at[0], spot.at[1] - from.at[1]];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    const distance = ahead + ASIDE * aside;
    if (ahead > 0.05 && aside <= ahead * ASIDE && distance < least) [best, least] = [hit, distance];
  }
  focus(best);
}

/** Gives the focus to the next spot in the order of the view, or to the one before; after the last one comes the first. */
function turn(/** @type {Board} */ board, /** @type {string} */ id, /** @type {number} */ by, /** @type {(id: string) => boolean} */ counts) {
  const ids = [...board.hits.keys()].filter((other) => other === id || counts(other));
  focus(board.hits.get(ids[(ids.indexOf(id) + by + ids.length) % ids.length]));
}

/** Gives the focus to a spot by a key. */
function focus(/** @type {SVGElement | null | undefined} */ hit) {
  isPointed = false;
  hit?.focus();
}

/** Gives the focus to the spot that had it on the board before. Where that was pointed at, it has no frame. */
export function refocus(/** @type {Board} */ board, /** @type {string} */ id) {
  board.hits.get(id)?.focus(/** @type {FocusOptions} */ ({ focusVisible: !isPointed }));
}
