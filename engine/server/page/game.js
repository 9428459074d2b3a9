/**
 * A game as text: the lines that set it up, its link, and the text that people paste.
 * @typedef {import("./types.js").Game} Game
 */

import { Unreadable } from "./notation.js";

const OPTION = "option.";

/**
 * A new game.
 * @param {string} game
 * @param {Object<string, string>} [options]
 * @returns {Game}
 */
export function newGame(game, options = {}) {
  return { game, options, setup: "", moves: [] };
}

/**
 * The line of the protocol that sets it up.
 * @param {Game} game
 * @returns {string}
 */
export function positionLine({ setup, moves }) {
  const begun = setup === "" ? "position startpos" : `position fen ${setup}`;
  return moves.length === 0 ? begun : `${begun} moves ${moves.join(" ")}`;
}

/**
 * Reads such a line; the first word may be missing. Fails with `Unreadable` if it is none.
 * @param {string} text
 * @returns {{setup: string, moves: string[]}}
 */
export function readPosition(text) {
  let words = text.split(/\s+/).filter((word) => word !== "");
  if (words[0] === "position") words = words.slice(1);
  const end = words.indexOf("moves");
  const moves = end < 0 ? [] : words.slice(end + 1);
  let setup = end < 0 ? words : words.slice(0, end);
  if (setup[0] === "fen") setup = setup.slice(1);
  else if (setup[0] === "startpos" && setup.length === 1) setup = [];
  else if (setup.length === 0) throw new Unreadable("no-position");
  return { setup: setup.join(" "), moves };
}

/**
 * The part of an address after its `#`. It holds the game and nothing else, least of all a token.
 * @param {Game} game
 * @returns {string}
 */
export function toFragment({ game, options, setup, moves }) {
  const fields = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(options)) fields.set(OPTION + name, value);
  if (setup !== "") fields.set("position", setup);
  if (moves.length > 0) fields.set("moves", moves.join(" "));
  return fields.toString();
}

/**
 * Reads the fragment of an address; `null` without a game in it.
 * @param {string} fragment
 * @returns {Game | null}
 */
export function fromFragment(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const game = fields.get("game");
  if (game === null || !isWord(game)) return null;
  /** @type {Object<string, string>} */
  const options = {};
  for (const [name, value] of fields) {
    if (name.startsWith(OPTION)) options[name.slice(OPTION.length)] = oneLine(value);
  }
  const moves = oneLine(fields.get("moves") ?? "").split(" ").filter((move) => move !== "");
  return { game, options, setup: oneLine(fields.get("position") ?? ""), moves };
}

/**
 * Takes the token out of a fragment.
 * @param {string} fragment
 * @returns {{token: string | null, rest: string}}
 */
export function takeToken(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const token = fields.get("token");
  fields.delete("token");
  return { token, rest: fields.toString() };
}

/** A line of the protocol ends at a line's end, so nothing that comes from an address holds one. */
const oneLine = (/** @type {string} */ text) => text.replace(/[\s\u0000-\u001f]+/g, " ").trim();
const isWord = (/** @type {string} */ text) => /^[a-z][a-z0-9-]{0,63}$/.test(text);
