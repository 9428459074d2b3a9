/**
 * Moves that people type.
 *
 * @typedef {import("../types.js").View} View
 */
import { shownMove } from "../notation.js";
import { t } from "../words.js";

/** So many moves are named in place of one that is not legal. */
const MOST_SIMILAR = 4;
/** So many letters may differ, of half as many at most. */
const MOST_CHANGES = 2;

/** How many letters have to be changed, added or left out to get from one word to another. */
function changes(/** @type {string} */ from, /** @type {string} */ to) {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  [...from].forEach((letter, line) => {
    const next = [line + 1];
    for (let at = 1; at <= to.length; at += 1) {
      next.push(Math.min(next[at - 1] + 1, row[at] + 1, row[at - 1] + (letter === to[at - 1] ? 0 : 1)));
    }
    row = next;
  });
  return row[to.length];
}

/**
 * The legal moves that look most like a word, as they are written.
 * @param {View} view
 * @param {string} word
 * @returns {string[]}
 */
export function similar({ moves, notation = {} }, word) {
  const typed = word.toLowerCase();
  const texts = Object.keys(moves ?? {});
  const shown = (/** @type {string} */ move) => shownMove(move, notation[move]);
  const far = (/** @type {string} */ move) => Math.min(...[move, shown(move)].map((text) => {
    const other = text.toLowerCase();
    return other.startsWith(typed) || typed.startsWith(other) ? 0 : changes(typed, other);
  }));
  const most = Math.min(MOST_CHANGES, Math.floor(typed.length / 2));
  return texts.map((move) => ({ text: shown(move), changes: far(move) }))
    .filter((one) => one.changes <= most).sort((one, other) => one.changes - other.changes)
    .slice(0, MOST_SIMILAR).map(({ text }) => text);
}

/** Says that a move is not legal, and which are like it. */
export function refusalOf(/** @type {View | null} */ view, /** @type {string} */ move) {
  const moves = view === null ? [] : similar(view, move);
  return moves.length === 0 ? t("not-legal", { move }) : t("not-legal-but", { move, moves: moves.join(", ") });
}

/**
 * What the server says is wrong, as people say it: the page lists the legal moves elsewhere, or not at all.
 * @param {string} text
 * @param {View | null} view the position in which a move was typed; `null` if it was read in a text
 */
export function plainly(text, view) {
  const [, line, move] = /(?:line (\d+), .*)?`([^`]*)` is not legal; the legal moves are /.exec(text) ?? [];
  if (move === undefined) return text;
  return line === undefined ? refusalOf(view, move) : t("record-not-legal", { line, move });
}
