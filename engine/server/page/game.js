/**
 * A game as text: the line that sets it up, and its link.
 * @typedef {import("./types.js").Game} Game
 */

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
