/**
 * What moved slides to its new place. The page knows no moves: it compares the things on two boards.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Token} Token
 * @typedef {import("./types.js").View} View
 */
import { kept } from "./keep.js";
import { aloft, falls, isPile } from "./places.js";

/** How long it takes, in milliseconds. */
const TIME = 160;
/** How long a thing falls past one cell; past more, as the root of their number. */
const FALL_TIME = 130;
/** What has fallen bounces so high. */
const BOUNCE = 0.12;
/** More things than this do not move in one move: the position is another one. */
const MOST_MOVED = 6;

/** Whether a person wants to see things move. */
const isWanted = () => kept("motion", true) && !matchMedia("(prefers-reduced-motion: reduce)").matches;

const looks = (/** @type {Token} */ { glyph, owner, text, count }) => [glyph, owner, text, count].join(" ");

/**
 * Has the things slide that stand elsewhere than before.
 * @param {View} before
 * @param {View} after
 * @param {Board} old
 * @param {Board} board
 */
export function slide(before, after, old, board) {
  if (before.game !== after.game || !isWanted()) return;
  const [was, is] = [gather(before), gather(after)];
  /** The places that a kind of thing has left. @type {Map<string, string[]>} */
  const left = new Map();
  for (const [place, kinds] of was) {
    const still = [...(is.get(place) ?? [])];
    for (const kind of kinds) {
      const at = still.indexOf(kind);
      if (at >= 0) still.splice(at, 1);
      else left.set(kind, [...(left.get(kind) ?? []), place]);
    }
  }
  /** @type {[SVGElement, string, string][]} */
  const moved = [];
  /** @type {[SVGElement, Point][]} */
  const added = [];
  for (const [place, kinds] of is) {
    const rest = [...(was.get(place) ?? [])];
    kinds.forEach((kind, height) => {
      const at = rest.indexOf(kind);
      if (at >= 0) return rest.splice(at, 1);
      const from = left.get(kind)?.shift();
      const element = board.tokens.get(place)?.[height] ?? board.tokens.get(place)?.at(-1);
      if (element === undefined) return;
      if (from !== undefined) moved.push([element, from, place]);
      else added.push([element, centre(board, place)]);
    });
  }
  if (moved.length > MOST_MOVED) return;
  for (const [element, from, to] of moved) {
    const [start, end] = [centre(old, from), centre(board, to)];
    // It lies above all others on its way.
    element.parentNode?.append(element);
    element.animate([{ transform: `translate(${start[0]}px, ${start[1]}px)` }, { transform: `translate(${end[0]}px, ${end[1]}px)` }],
      { duration: TIME, easing: "ease-out" });
  }
  if (falls(after) && moved.length === 0 && added.length === 1) fall(board, ...added[0]);
}

/** The centre of what lies uppermost on a spot. @returns {Point} */
function centre(/** @type {Board} */ { spots, centres }, /** @type {string} */ id) {
  return centres.get(id)?.at(-1) ?? spots.get(id)?.at ?? [0, 0];
}

/** Has a thing fall from above the board to its place. */
function fall(/** @type {Board} */ board, /** @type {SVGElement} */ element, /** @type {Point} */ end) {
  const start = aloft(board.top, end);
  const at = (/** @type {Point} */ [x, y]) => `translate(${x}px, ${y}px)`;
  const duration = FALL_TIME * (1 + Math.sqrt(end[1] - start[1]));
  // The next one comes when this one has landed.
  board.svg.querySelector(".ghost")?.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  element.animate([
    { transform: at(start), easing: "cubic-bezier(.5, 0, .9, .6)" },
    { transform: at(end), offset: 0.75, easing: "ease-out" },
    { transform: at([end[0], end[1] - BOUNCE]), offset: 0.87, easing: "ease-in" },
    { transform: at(end) },
  ], { duration });
}

/** What stands on each spot, as looks, the lowest first; of a pile each thing. */
function gather(/** @type {View} */ { tokens = [], spots = [] }) {
  const byId = new Map(spots.map((spot) => [spot.id, spot]));
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const token of tokens) {
    const { count = 1, ...one } = token;
    const kinds = isPile(token, byId.get(token.on)) ? Array(count).fill(looks(one)) : [looks(token)];
    all.set(token.on, [...(all.get(token.on) ?? []), ...kinds]);
  }
  return all;
}
