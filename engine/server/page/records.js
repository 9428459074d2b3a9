/**
 * Games from text and as text. The server knows which move a word means, and how people write a move.
 *
 * @typedef {import("./looker.js").Looker} Looker
 * @typedef {import("./notation.js").Line} Line
 * @typedef {import("./notation.js").Written} Written
 * @typedef {import("./tree.js").Place} Place
 * @typedef {import("./types.js").Game} Game
 */
import { isRecord, moveOf, readRecord, Unreadable, writeRecord } from "./notation.js";
import { addComment, addGlyph } from "./remarks.js";
import { MoveTree } from "./tree.js";

/** @type {Object<string, string>} */
const RESULTS = { max: "1-0", min: "0-1", draw: "1/2-1/2" };
/** Other names of games in the tag `Variant`. @type {Object<string, string>} */
const NAMES = { standard: "chess", chess960: "chess", fischerandom: "chess", othello: "flipello", reversi: "flipello", "connect four": "cfour" };

/**
 * Reads the line of the protocol that sets a game up; the first word may be missing. Fails with `Unreadable` if it is none.
 * @param {string} text
 * @returns {{setup: string, moves: string[]}}
 */
function readPosition(text) {
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
 * Reads a game with its variations, from PGN or from a line of the protocol. Fails with `Unreadable`, or as the server
 * refuses it.
 * @param {string} text
 * @param {Game} current the game that is meant if the text names none
 * @param {Set<string>} games those that there are
 * @param {Looker} looker
 * @returns {Promise<MoveTree>}
 */
export async function readTree(text, current, games, looker) {
  if (!isRecord(text)) {
    const tree = new MoveTree({ ...current, ...readPosition(text) });
    await looker.view(tree.gameAt());
    return tree;
  }
  const { tags, comment, line } = readRecord(text);
  const variant = tags.get("Variant")?.toLowerCase() ?? "";
  const isTagged = tags.size > 0;
  const game = variant === "" ? (isTagged && games.has("chess") ? "chess" : current.game) : (NAMES[variant] ?? variant);
  if (!games.has(game)) throw new Unreadable("unknown-game", { game });
  const start = { game, options: optionsOf(tags, game === current.game && !isTagged ? current.options : {}), setup: tags.get("FEN") ?? "", moves: [] };
  if (variant === "chess960" || variant === "fischerandom") start.options = { UCI_Chess960: "true" };
  const tree = new MoveTree(start);
  tree.root.comment = comment;
  await play(tree, tree.root, line, looker);
  tree.first();
  tree.last();
  return tree;
}

/** The rules of a game, as `Name=value; Name=value`. */
function optionsOf(/** @type {Map<string, string>} */ tags, /** @type {Object<string, string>} */ otherwise) {
  const text = tags.get("Options");
  if (text === undefined) return otherwise;
  return Object.fromEntries(text.split(";").map((rule) => rule.trim().split("=")).filter((rule) => rule.length === 2));
}

async function play(/** @type {MoveTree} */ tree, /** @type {Place} */ from, /** @type {Line} */ line, /** @type {Looker} */ looker) {
  let at = from;
  for (const { word, variations, comment, glyphs } of line) {
    const view = await looker.view(tree.gameAt(at));
    [at.turn, at.outcome] = [view.turn, view.outcome];
    const move = moveOf(view, word);
    // A number of a move may stand alone.
    if (move === null && /^\d+$/.test(word)) continue;
    if (move === null) throw new Unreadable("record-move", { word, number: tree.gameAt(at).moves.length + 1 });
    tree.here = at;
    tree.play(move, view.notation?.[move]);
    addComment(tree.here, comment);
    for (const glyph of glyphs) addGlyph(tree.here, glyph);
    const before = at;
    at = tree.here;
    for (const variation of variations) await play(tree, before, variation, looker);
  }
  // The last move of a list of plain texts has not been looked at.
  const view = await looker.view(tree.gameAt(at));
  [at.turn, at.outcome] = [view.turn, view.outcome];
}

/**
 * Writes a game with its variations as PGN.
 * @param {MoveTree} tree
 * @param {{players: [string, string], result?: string}} about the result is that of the rules if none is given
 * @param {Looker} looker
 */
export async function writeTree(tree, { players, result }, looker) {
  let last = tree.root;
  while (last.children.length > 0) last = last.children[0];
  const { outcome } = await looker.view(tree.gameAt(last));
  const children = await written(tree, looker);
  return writeRecord(tree, children, { players, result: result ?? RESULTS[outcome] ?? "*", date: new Date(), comment: tree.root.comment });
}

/** The moves of a tree as people write them, and whose they were. */
async function written(/** @type {MoveTree} */ tree, /** @type {Looker} */ looker) {
  /** @type {Written[]} */
  const first = [];
  const rest = [{ at: tree.root, children: first }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { at, children } = next;
    if (at.children.length === 0) continue;
    if (at.turn === null || at.children.some((child) => child.written === "")) {
      const view = await looker.view(tree.gameAt(at));
      [at.turn, at.outcome] = [view.turn, view.outcome];
      // A game without a notation has its own texts.
      for (const child of at.children) child.written = view.notation?.[child.move] ?? child.move;
    }
    for (const child of at.children) {
      /** @type {Written} */
      const one = { text: child.written, by: at.turn ?? "max", children: [], comment: child.comment, glyphs: child.glyphs };
      children.push(one);
      rest.push({ at: child, children: one.children });
    }
  }
  return first;
}
