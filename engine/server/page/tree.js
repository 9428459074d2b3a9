/**
 * A game with variations: a tree of moves. It knows no rules; a move is its text.
 *
 * @typedef {import("./types.js").Game} Game
 * @typedef {import("./types.js").Side} Side
 * @typedef {{score: import("./types.js").Score, depth: number, line?: string[]}} Finding a value, how deep the search was,
 *   and the moves that it expects
 *
 * A position: the one after a move, or the first one.
 * @typedef {object} Place
 * @property {string} move the text of the move that leads here; empty at the root
 * @property {string} written the move as people write it, as far as that is known
 * @property {Place | null} parent
 * @property {Place[]} children the first one is the main line
 * @property {Map<string, Finding>} findings by the name of the analyst; values are from the first player's view
 * @property {Side | "chance" | null} turn who is to move here, once somebody has looked
 * @property {string} outcome how the game stands here; empty until somebody has looked
 * @property {string} comment what people say of the move, or at the root of the game
 * @property {number[]} glyphs their judgements, as the numbers of PGN
 * @property {import("./remarks.js").Command[]} commands what they wrote for programs, as the clock after the move
 */
import { addRemark } from "./remarks.js";

/** So many moves are in a tree at most. */
export const MOST_PLACES = 5_000;

/** A tree has no room for more. */
export class Full extends Error {}

/** @returns {Place} */
const place = (/** @type {string} */ move, /** @type {Place | null} */ parent) =>
  ({ move, written: "", parent, children: [], findings: new Map(), turn: null, outcome: "", comment: "", glyphs: [], commands: [] });

export class MoveTree {
  root = place("", null);
  /** @type {Place} */
  here = this.root;
  /** Moves in the tree. */
  count = 0;
  /** The tags that were read with the game. @type {[string, string][]} */
  tags = [];

  /** @param {Game} game where it begins; its moves are the main line */
  constructor({ game, options, setup, moves }) {
    this.game = game;
    this.options = options;
    this.setup = setup;
    this.add(moves);
  }

  /** Whether a game begins with the same position of the same game. */
  isOf(/** @type {Game} */ { game, options, setup }) {
    const sorted = (/** @type {Object<string, string>} */ all) => JSON.stringify(Object.entries(all).sort());
    return game === this.game && setup === this.setup && sorted(options) === sorted(this.options);
  }

  /** The game up to a place. */
  gameAt(at = this.here) {
    return { game: this.game, options: this.options, setup: this.setup, moves: path(at).map(({ move }) => move) };
  }

  /** Goes to where these moves from the root lead, which are added if they are new. */
  add(/** @type {string[]} */ moves) {
    this.here = this.root;
    moves.forEach((move) => this.play(move));
  }

  /** Whether these moves are there already, one after the other. */
  has(/** @type {string[]} */ moves, from = this.here) {
    /** @type {Place | undefined} */
    let at = from;
    for (const move of moves) at = at?.children.find((child) => child.move === move);
    return at !== undefined;
  }

  /**
   * Plays a move here: goes on in its line, or begins a variation.
   * @param {string} move
   * @param {string} [written]
   */
  play(move, written = "") {
    let next = this.here.children.find((child) => child.move === move);
    if (next === undefined) {
      if (this.count >= MOST_PLACES) throw new Full();
      next = place(move, this.here);
      this.here.children.push(next);
      this.count += 1;
    }
    if (written !== "") next.written = written;
    this.here = next;
  }

  /**
   * Writes the moves here as the game does, which reads some of them in more than one way. Equal ones become one.
   * @param {(move: string) => string | null} written
   * @returns {boolean} whether anything has changed
   */
  unify(written) {
    const at = this.here;
    /** @type {Place[]} */
    const kept = [];
    let hasChanged = false;
    for (const child of at.children) {
      const move = written(child.move) ?? child.move;
      const same = kept.find((one) => one.move === move);
      hasChanged ||= move !== child.move;
      child.move = move;
      if (same === undefined) kept.push(child);
      else this.#join(same, child);
    }
    at.children = kept;
    return hasChanged;
  }

  /** Two places are the same: what is said of the second, and what follows it, goes to the first. */
  #join(/** @type {Place} */ first, /** @type {Place} */ second) {
    this.count -= 1;
    addRemark(first, second);
    for (const next of second.children) {
      const same = first.children.find(({ move }) => move === next.move);
      if (same !== undefined) this.#join(same, next);
      else {
        next.parent = first;
        first.children.push(next);
      }
    }
  }

  /** One move back. */
  back() {
    this.here = this.here.parent ?? this.here;
  }

  /** One move on, in the line that comes first. */
  on() {
    this.here = this.here.children[0] ?? this.here;
  }

  first() {
    this.here = this.root;
  }

  last() {
    while (this.here.children.length > 0) this.on();
  }

  /** The variation so many further on, instead of the last move. */
  beside(/** @type {number} */ step) {
    const siblings = this.here.parent?.children ?? [];
    this.here = siblings[siblings.indexOf(this.here) + step] ?? this.here;
  }

  /** Makes the line here come before the one that it leaves, where it leaves one at last. */
  promote() {
    for (let at = this.here; at.parent !== null; at = at.parent) {
      const siblings = at.parent.children;
      const rank = siblings.indexOf(at);
      if (rank === 0) continue;
      siblings.splice(rank, 1);
      siblings.splice(rank - 1, 0, at);
      return;
    }
  }

  /** Removes the move that led here, with all that follows it. */
  remove() {
    const { parent } = this.here;
    if (parent === null) return;
    parent.children.splice(parent.children.indexOf(this.here), 1);
    this.count -= every(this.here).length;
    this.here = parent;
  }

  /** The places of the line through here, from the root to its end. */
  line() {
    const places = [this.root, ...path(this.here)];
    for (let at = this.here.children[0]; at !== undefined; at = at.children[0]) places.push(at);
    return places;
  }

  /** As values that JSON can hold. Each place has the number of its parent, as trees can be deep. */
  toJson() {
    const places = every(this.root);
    const numbers = new Map(places.map((at, number) => [at, number]));
    const { game, options, setup } = this;
    return {
      game, options, setup, here: numbers.get(this.here) ?? 0, comment: this.root.comment,
      commands: this.root.commands, tags: this.tags,
      places: places.slice(1).map((at) => [
        at.parent === null ? 0 : numbers.get(at.parent) ?? 0, at.move, at.written, at.turn, at.outcome, [...at.findings], at.comment, at.glyphs, at.commands,
      ]),
    };
  }

  /**
   * The tree that was written so; `null` if it was not.
   * @param {any} json
   * @returns {MoveTree | null}
   */
  static fromJson(json) {
    try {
      const { game, options, setup, here } = json;
      const tree = new MoveTree({ game: String(game), options: Object(options), setup: String(setup), moves: [] });
      const places = [tree.root];
      tree.root.comment = String(json.comment ?? "");
      [tree.root.commands, tree.tags] = [pairs(json.commands), pairs(json.tags)];
      for (const [parent, move, written, turn, outcome, findings, comment = "", glyphs = [], commands = []] of json.places) {
        tree.here = places[parent];
        tree.play(String(move), String(written));
        [tree.here.turn, tree.here.outcome] = [turn, String(outcome)];
        tree.here.findings = new Map(findings);
        [tree.here.comment, tree.here.glyphs, tree.here.commands] = [String(comment), glyphs.map(Number), pairs(commands)];
        places.push(tree.here);
      }
      tree.here = places[here] ?? tree.root;
      return tree;
    } catch {
      return null;
    }
  }
}

/** @returns {[string, string][]} */
const pairs = (/** @type {[unknown, unknown][]} */ all = []) => all.map(([name, value]) => [String(name), String(value)]);

/** The places from the first move to this one. */
export function path(/** @type {Place} */ at) {
  const places = [];
  for (let one = at; one.parent !== null; one = one.parent) places.push(one);
  return places.reverse();
}

/** A place and all that follow it; parents come before their children. */
export function every(/** @type {Place} */ at) {
  const found = [at];
  for (let next = 0; next < found.length; next += 1) found.push(...found[next].children);
  return found;
}
