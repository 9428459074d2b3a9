/**
 * Games from text and as text. The server reads a text, and knows how people write a move.
 *
 * @typedef {import("./looker.js").Looker} Looker
 * @typedef {import("./notation.js").Written} Written
 * @typedef {import("./tree.js").Place} Place
 * @typedef {import("./types.js").Game} Game
 */
import { newGame } from "./game.js";
import { Unreadable, writeRecord } from "./notation.js";
import { addRemark } from "./remarks.js";
import { MOST_PLACES, MoveTree } from "./tree.js";
import { t } from "./words.js";

/** @type {Object<string, string>} */
const RESULTS = { max: "1-0", min: "0-1", draw: "1/2-1/2" };

/**
 * Reads a game with its variations, from PGN, SGF, moves, or a line of the protocol. Fails with `Unreadable`, or as the server
 * refuses it.
 * @param {string} text
 * @param {Game} current the game that is meant if the text names none
 * @param {Set<string>} games those that there are
 * @param {Looker} looker
 * @returns {Promise<{tree: MoveTree, warning: string}>} the warning is empty if all was read as it is written
 */
export async function readTree(text, current, games, looker) {
  let record = await looker.read(text, current);
  if (record.nodes === undefined) {
    const { game, options } = record;
    if (!games.has(game)) throw new Unreadable("unknown-game", { game });
    record = await looker.read(text, newGame(game, options));
  }
  const { game, options, setup, nodes = [] } = record;
  if (nodes.length > MOST_PLACES) throw new Unreadable("record-long", { most: MOST_PLACES });
  const tree = new MoveTree({ game, options, setup, moves: [] });
  const others = record.tags.filter(([name]) => name !== "Result");
  if (record.tags.length > 0 || record.result !== "*") tree.tags = [...others, ["Result", record.result]];
  tree.root.turn = record.turn ?? null;
  addRemark(tree.root, remarkOf(record));
  /** @type {Place[]} */
  const places = [];
  for (const node of nodes) {
    tree.here = node.parent === null ? tree.root : places[node.parent];
    tree.play(node.move, node.notation ?? node.move);
    tree.here.turn = node.turn;
    addRemark(tree.here, remarkOf(node));
    places.push(tree.here);
  }
  tree.first();
  tree.last();
  return { tree, warning: warningOf(record) };
}

/**
 * Writes the moves of a tree as people do, and says whose turn it is behind them: one question to the server for all of
 * them. What it cannot read stays as it is.
 * @param {MoveTree} tree
 * @param {Looker} looker
 */
export async function nameMoves(tree, looker) {
  /** @type {Written[]} */
  const first = [];
  const rest = [{ at: tree.root, children: first }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    for (const child of next.at.children) {
      // The reader does not need the numbers of moves, and knows whose each one is.
      const one = plain(child.move);
      next.children.push(one);
      rest.push({ at: child, children: one.children });
    }
  }
  const about = { players: NOBODY, result: "*", date: new Date(), remark: plain(""), tags: [] };
  const { turn, nodes = [] } = await looker.read(writeRecord(tree, first, about), tree.gameAt(tree.root));
  tree.root.turn ??= turn ?? null;
  /** @type {(Place | undefined)[]} */
  const places = [];
  for (const node of nodes) {
    const parent = node.parent === null ? tree.root : places[node.parent];
    const at = parent?.children.find(({ move }) => move === node.move);
    if (at !== undefined) [at.written, at.turn] = [node.notation ?? node.move, node.turn];
    places.push(at);
  }
}

/** @type {[string, string]} */
const NOBODY = ["?", "?"];
/** A move without anything that is said of it. @returns {Written} */
const plain = (/** @type {string} */ text) => ({ text, by: "min", children: [], comment: "", glyphs: [], commands: [] });

/** @returns {import("./remarks.js").Remark} */
const remarkOf = (/** @type {Partial<import("./types.js").RecordNode>} */ { before = "", comment = "", glyphs = [], commands = [] }) =>
  ({ comment: `${before} ${comment}`, glyphs, commands });

/** The first warning, and how many there are besides. */
function warningOf(/** @type {import("./types.js").Record} */ { warnings: [first, ...others], more_warnings = 0 }) {
  const more = others.length + more_warnings;
  return first === undefined ? "" : t(more > 0 ? "record-warnings" : "record-warning", { ...first, more });
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
  const read = new Map(tree.tags).get("Result") ?? "*";
  return writeRecord(tree, children, { players, result: result ?? RESULTS[outcome] ?? read, date: new Date(), remark: tree.root, tags: tree.tags });
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
      const one = { text: child.written, by: at.turn ?? "max", children: [], comment: child.comment, glyphs: child.glyphs, commands: child.commands };
      children.push(one);
      rest.push({ at: child, children: one.children });
    }
  }
  return first;
}
