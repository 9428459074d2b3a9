/**
 * The values over a game, a curve for each engine: the first player's wins are at the top.
 *
 * @typedef {import("../tree.js").Place} Place
 * @typedef {{ scale?: number, draws?: number }} Odds of the view of a position, see docs/view.md
 */
import { brief } from "../scores.js";
import { svg } from "../svg.js";
import { t } from "../words.js";

const WIDTH = 600, HEIGHT = 120;
/** The curves end so far from the sides, so that the ends can be seen. */
const EDGE = 8;
/** Without a scale of the game, half of the way to a win stands for the median of all values, but not for less. */
const LEAST_SCALE = 20;

/**
 * Draws the curves of a line.
 * @param {HTMLElement} container
 * @param {Place[]} line from the root
 * @param {Place} here
 * @param {string[]} names those of the engines
 * @param {Odds | null | undefined} odds those of the game
 * @param {(at: Place) => void} go
 */
export function drawGraph(container, line, here, names, odds, go) {
  const worth = worthBy(odds, line);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, line.length - 1);
  const across = (/** @type {number} */ ply) => EDGE + ply * step;
  const drawn = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label(line, here, names) });
  drawn.append(svg("rect", { width: WIDTH, height: HEIGHT / 2, class: "upper" }), svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }));
  const at = across(line.indexOf(here));
  drawn.append(svg("line", { x1: at, x2: at, y1: 0, y2: HEIGHT, class: "here" }));
  for (const name of names) {
    /** The curve is cut where nothing is known. @type {string[][]} */
    const pieces = [[]];
    line.forEach((place, ply) => {
      const share = shareOf(place, name, worth);
      if (share === null) pieces.push([]);
      else pieces[pieces.length - 1].push(`${across(ply).toFixed(1)},${(((1 - share) / 2) * HEIGHT).toFixed(1)}`);
    });
    for (const piece of pieces.filter((piece) => piece.length > 0)) {
      // A lone value is a dot.
      const points = piece.length === 1 ? [piece[0], piece[0]] : piece;
      drawn.append(svg("polyline", { points: points.join(" "), class: `curve engine-${name}${piece.length === 1 ? " lone" : ""}` }));
    }
  }
  drawn.addEventListener("click", (event) => {
    const { left, width } = drawn.getBoundingClientRect();
    const ply = Math.round((((event.clientX - left) / width) * WIDTH - EDGE) / step);
    const place = line[Math.min(Math.max(ply, 0), line.length - 1)];
    if (place !== undefined) go(place);
  });
  container.replaceChildren(drawn);
}

/** Where a value lies between a loss, −1, and a win, 1; `null` if none is known. */
function shareOf(/** @type {Place} */ { findings, outcome }, /** @type {string} */ name, /** @type {(value: number) => number} */ worth) {
  if (outcome === "max") return 1;
  if (outcome === "min") return -1;
  if (outcome === "draw") return 0;
  const score = findings.get(name)?.score;
  if (score === undefined) return null;
  if (score.mate !== undefined) return score.mate > 0 ? 1 : -1;
  return worth(score.cp ?? 0);
}

/** What a value is worth: with a scale the chance to win, minus that to lose. @returns {(value: number) => number} */
function worthBy(/** @type {Odds | null | undefined} */ odds, /** @type {Place[]} */ line) {
  if (odds?.scale === undefined) {
    const middle = medianOf(line);
    return (value) => value / (Math.abs(value) + middle);
  }
  const { scale, draws = 0 } = odds;
  const winning = (/** @type {number} */ value) => 1 / (1 + Math.exp((draws - value) / scale));
  return (value) => winning(value) - winning(-value);
}

function medianOf(/** @type {Place[]} */ line) {
  const sizes = line.flatMap(({ findings }) => [...findings.values()].map(({ score }) => Math.abs(score.cp ?? 0))).filter((size) => size > 0);
  sizes.sort((one, other) => one - other);
  return Math.max(LEAST_SCALE, sizes[sizes.length >> 1] ?? 0);
}

function label(/** @type {Place[]} */ line, /** @type {Place} */ here, /** @type {string[]} */ names) {
  const values = names.map((name) => here.findings.get(name)).filter((finding) => finding !== undefined).map(({ score }) => brief(score));
  return t("analyse-graph", { plies: line.length - 1, values: values.join(", ") || "–" });
}
