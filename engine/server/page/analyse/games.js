/**
 * The games of a text: a file in PGN or SGF has many. Here they are only told apart, for a list of them; the server reads
 * the one that is opened.
 *
 * @typedef {object} Found a game of a file
 * @property {string} text
 * @property {Map<string, string>} tags those with a value
 * @property {number} plies about so many; variations do not count
 */

/** So long a text may be, in characters, and so many games may be in it. */
export const MOST_CHARACTERS = 8 * 1024 * 1024, MOST_GAMES = 10_000;
/** What ends a game of PGN. */
const RESULT = /^(?:1-0|0-1|1\/2-1\/2|\*)$/;
/** The parts of PGN: tag, comment, escaped line, bracket, other word. */
const PART = /\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*\}?|;[^\n]*|^%[^\n]*|[()]|[^\s(){};[]+|\[/gm;
/** Names of SGF for what the tags of PGN say. */
const SGF_TAGS = new Map([["PB", "Black"], ["PW", "White"], ["DT", "Date"], ["RE", "Result"], ["EV", "Event"]]);

/** More games are in a text than a list can have. */
export class TooMany extends Error {}

/**
 * The games of a text, in their order; one without tags is a game too.
 * @param {string} text
 * @returns {Found[]}
 */
export const gamesOf = (text) => (/^\uFEFF?\s*\(\s*;/.test(text) ? ofSgf(text) : ofPgn(text));

/** @returns {Found[]} */
function ofPgn(/** @type {string} */ text) {
  /** @type {Found[]} */
  const games = [];
  let [start, depth, plies] = [0, 0, 0];
  /** @type {Map<string, string>} */
  let tags = new Map();
  let [hasMoves, hasEnded] = [false, false];
  const close = (/** @type {number} */ end) => {
    const own = text.slice(start, end).trim();
    if (tags.size > 0 || hasMoves) {
      if (games.length >= MOST_GAMES) throw new TooMany();
      games.push({ text: own, tags, plies });
    }
    [start, depth, plies, tags, hasMoves, hasEnded] = [end, 0, 0, new Map(), false, false];
  };
  for (const found of text.matchAll(PART)) {
    const [word, tag, value] = found;
    if (tag !== undefined) {
      // Tags behind moves, or behind a result, are those of another game.
      if (hasMoves || hasEnded) close(found.index);
      if (value !== "" && !/^[?.]+$/.test(value)) tags.set(tag, value.replace(/\\(.)/g, "$1"));
    } else if (/^[{;%]/.test(word)) continue;
    else if (word === "(") depth += 1;
    else if (word === ")") depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (RESULT.test(word)) hasEnded = true;
    else if (!/^(?:\d+\.*|\.+|\$\d+|[!?]+|\[)$/.test(word)) {
      if (hasEnded) close(found.index);
      [hasMoves, plies] = [true, plies + 1];
    }
  }
  close(text.length);
  return games;
}

/** @returns {Found[]} */
function ofSgf(/** @type {string} */ text) {
  /** @type {Found[]} */
  const games = [];
  let [start, depth, isValue] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isValue) {
      if (letter === "\\") at += 1;
      else if (letter === "]") isValue = false;
    } else if (letter === "[") isValue = true;
    else if (letter === "(") {
      if (depth === 0) start = at;
      depth += 1;
    } else if (letter === ")") {
      depth -= 1;
      if (depth > 0) continue;
      if (games.length >= MOST_GAMES) throw new TooMany();
      games.push(sgfGame(text.slice(start, at + 1)));
      depth = 0;
    }
  }
  return games;
}

/** @returns {Found} */
function sgfGame(/** @type {string} */ text) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  for (const [, name, value] of text.matchAll(/(?<![A-Z])(P[BW]|DT|RE|EV)\[((?:[^\]\\]|\\[^])*)\]/g)) {
    const tag = SGF_TAGS.get(name);
    if (tag !== undefined && value !== "" && !tags.has(tag)) tags.set(tag, value);
  }
  // The main line is what comes before the first variation ends.
  const main = text.split(")", 1)[0];
  return { text, tags, plies: (main.match(/;\s*[BW]\s*\[/g) ?? []).length };
}

/** Who plays, as a list names a game; empty if nobody is known. */
export function playersOf(/** @type {Map<string, string>} */ tags) {
  const [white, black] = [tags.get("White"), tags.get("Black")];
  return white === undefined && black === undefined ? "" : `${white ?? "?"} – ${black ?? "?"}`;
}

/** The games in whose tags all words of a text are, in capital letters or not; with their numbers from 0. */
export function matching(/** @type {Found[]} */ games, /** @type {string} */ text) {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return games.map((game, number) => ({ game, number })).filter(({ game }) => {
    const all = [...game.tags.values()].join(" ").toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** A short text that two games share only by rare chance: by it the analysis of a game is found again. */
export function fingerprint(/** @type {string} */ text) {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  return `${text.length}-${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`;
}
