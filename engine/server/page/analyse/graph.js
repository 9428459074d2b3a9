/**
 * The values over a game, a curve for each engine: the first player's wins are at the top. It is a slider too: the arrow
 * keys go through the game.
 *
 * @typedef {import("../tree.js").Place} Place
 * @typedef {import("../types.js").View} View
 */
import { sidesOf } from "../about.js";
import { html } from "../element.js";
import { shownMove } from "../notation.js";
import { firstNumber } from "../numbering.js";
import { valueText } from "../scores.js";
import { svg } from "../svg.js";
import { t } from "../words.js";
import { expectedAt, middleOf } from "./mistakes.js";

const WIDTH = 600, HEIGHT = 120;
/** The curves end so far from the sides, and from the top and the bottom, so that their ends can be seen. */
const EDGE = 8, RIM = 6;
/** So many numbers are below it at most. */
const MOST_TICKS = 8;

/**
 * Draws the curves of a line.
 * @param {HTMLElement} container
 * @param {Place[]} line from the root
 * @param {Place} here
 * @param {string[]} names those of the engines
 * @param {View | null} view that of a position of the game
 * @param {(at: Place) => void} go
 * @param {{marked?: {at: Place, glyph: number}[], setup?: string}} [more] moves with a mark, and their glyphs; where the
 *   game begins, for the numbers of its moves
 */
export function drawGraph(container, line, here, names, view, go, { marked = [], setup = "" } = {}) {
  const middle = middleOf(line);
  const plies = line.length - 1;
  const step = (WIDTH - 2 * EDGE) / Math.max(1, plies);
  const across = (/** @type {number} */ ply) => EDGE + ply * step;
  const down = (/** @type {number} */ share) => RIM + (1 - share) * (HEIGHT - 2 * RIM);
  const drawn = partsOf(container);
  const level = (/** @type {number} */ share, /** @type {string} */ kind) =>
    svg("line", { x1: 0, x2: WIDTH, y1: down(share), y2: down(share), class: kind });
  const upper = svg("rect", { width: WIDTH, height: HEIGHT / 2, class: "upper" });
  drawn.replaceChildren(upper, level(0.75, "quarter"), level(0.25, "quarter"), level(0.5, "middle"));
  const ply = Math.max(0, line.indexOf(here));
  drawn.append(svg("line", { x1: across(ply), x2: across(ply), y1: 0, y2: HEIGHT, class: "here" }));
  const point = (/** @type {number} */ ply, /** @type {number} */ share) => `${across(ply).toFixed(1)},${down(share).toFixed(1)}`;
  for (const name of names) {
    /** The curve is cut where nothing is known. @type {string[][]} */
    const pieces = [[]];
    line.forEach((place, ply) => {
      const share = expectedAt(place, name, view, middle);
      if (share === null) pieces.push([]);
      else pieces[pieces.length - 1].push(point(ply, share));
    });
    for (const piece of pieces.filter((piece) => piece.length > 0)) {
      // A lone value is a dot.
      const points = piece.length === 1 ? [piece[0], piece[0]] : piece;
      drawn.append(svg("polyline", { points: points.join(" "), class: `curve engine-${name}${piece.length === 1 ? " lone" : ""}` }));
    }
  }
  for (const { at, glyph } of marked) {
    const ply = line.indexOf(at);
    const share = names.map((name) => expectedAt(at, name, view, middle)).find((share) => share !== null);
    if (ply < 0 || share === undefined || share === null) continue;
    const dot = point(ply, share);
    drawn.append(svg("polyline", { points: `${dot} ${dot}`, class: `mark glyph-${glyph}` }));
  }
  drawn.onclick = (event) => {
    const { left, width } = drawn.getBoundingClientRect();
    const ply = Math.round((((event.clientX - left) / width) * WIDTH - EDGE) / step);
    go(line[Math.min(Math.max(ply, 0), plies)]);
  };
  drawn.onkeydown = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const goals = {
      ArrowLeft: ply - 1, ArrowDown: ply - 1, ArrowRight: ply + 1, ArrowUp: ply + 1,
      PageUp: ply + 10, PageDown: ply - 10, Home: 0, End: plies,
    };
    const goal = Object.hasOwn(goals, event.key) ? goals[/** @type {keyof typeof goals} */ (event.key)] : undefined;
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(line[Math.min(Math.max(goal, 0), plies)]);
  };
  const word = here.parent === null ? t("analyse-root") : shownMove(here.move, here.written);
  const findings = names.map((name) => here.findings.get(name)).filter((finding) => finding !== undefined);
  const values = findings.map(({ score }) => valueText(score, view));
  const said = {
    "aria-label": t("analyse-graph", { plies }), "aria-valuemin": 0, "aria-valuemax": plies, "aria-valuenow": ply,
    "aria-valuetext": t("analyse-graph-here", { ply, move: word, values: values.join(", ") || "–" }),
  };
  for (const [name, value] of Object.entries(said)) drawn.setAttribute(name, String(value));
  drawAxes(container, line, across, view, setup, marked.length > 0);
}

/** The drawing, which is made once, as it can have the focus. @returns {SVGElement} */
function partsOf(/** @type {HTMLElement} */ container) {
  const known = container.querySelector("svg");
  if (known !== null) return known;
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "slider", tabindex: "0" });
  const part = (/** @type {string} */ name) => html("div", { class: name, "aria-hidden": "true" });
  container.replaceChildren(part("levels"), drawn, part("plies"), html("p", { class: "note" }));
  return drawn;
}

/**
 * The labels of both axes, and what they mean.
 * @param {HTMLElement} container
 * @param {Place[]} line
 * @param {(ply: number) => number} across
 * @param {View | null} view
 * @param {string} setup
 * @param {boolean} isMarked whether it has dots for mistakes
 */
function drawAxes(container, line, across, view, setup, isMarked) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (container.querySelector(name));
  const [levels, plies, note] = [".levels", ".plies", ".note"].map(part);
  const isMeasured = view?.scale !== undefined;
  const [first, second] = view === null ? ["", ""] : sidesOf(view);
  const texts = isMeasured ? ["100%", "50%", "0%"] : ["+", "=", "\u2212"];
  levels.replaceChildren(...texts.map((text) => html("span", {}, text)));
  const legend = t(isMeasured ? "analyse-graph-chance" : "analyse-graph-lead", { first, second });
  note.textContent = view === null ? "" : `${legend}${isMarked ? ` ${t("analyse-graph-dots")}` : ""}`;
  // The numbers are those of the list of moves; where the players do not take turns, they are plies.
  const begun = firstNumber(setup);
  const isPaired = line.every(({ turn }, ply) => turn === null || turn === (ply % 2 === 0 ? "max" : "min"));
  const perNumber = isPaired ? 2 : 1;
  const numberAt = (/** @type {number} */ ply) => (isPaired ? begun + (ply - 1) / 2 : ply);
  const step = stepOf((line.length - 1) / perNumber);
  const ticks = [];
  for (let ply = 1; ply < line.length; ply += perNumber) {
    const number = numberAt(ply);
    if (number % step !== 0) continue;
    const tick = html("span", {}, String(number));
    tick.style.left = `${(100 * across(ply)) / WIDTH}%`;
    ticks.push(tick);
  }
  plies.replaceChildren(...ticks);
}

/** The step from one number to the next: 1, 2 or 5, or ten times as many. */
function stepOf(/** @type {number} */ count) {
  for (let power = 1; ; power *= 10) {
    for (const one of [1, 2, 5]) if (count / (one * power) <= MOST_TICKS) return one * power;
  }
}
