/**
 * What moved slides to its new place. The page knows no moves: it compares the things on two boards.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./types.js").Token} Token
 * @typedef {import("./types.js").View} View
 */
import { kept } from "./keep.js";

/** How long it takes, in milliseconds. */
const TIME = 160;
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
  for (const [place, kinds] of is) {
    const rest = [...(was.get(place) ?? [])];
    kinds.forEach((kind, height) => {
      const at = rest.indexOf(kind);
      if (at >= 0) return rest.splice(at, 1);
      const from = left.get(kind)?.shift();
      const element = board.tokens.get(place)?.[height];
      if (from !== undefined && element !== undefined) moved.push([element, from, place]);
    });
  }
  if (moved.length > MOST_MOVED) return;
  for (const [element, from, to] of moved) {
    const [start, end] = [old.spots.get(from)?.at, board.spots.get(to)?.at];
    if (start === undefined || end === undefined) continue;
    // It lies above all others on its way.
    element.parentNode?.append(element);
    element.animate([{ transform: `translate(${start[0]}px, ${start[1]}px)` }, { transform: `translate(${end[0]}px, ${end[1]}px)` }],
      { duration: TIME, easing: "ease-out" });
  }
}

/** What stands on each spot, as looks, the lowest first. */
function gather(/** @type {View} */ { tokens = [] }) {
  /** @type {Map<string, string[]>} */
  const all = new Map();
  for (const token of tokens) all.set(token.on, [...(all.get(token.on) ?? []), looks(token)]);
  return all;
}
