/**
 * How players number the moves of a game: `1. e4 e5` is one number where they move in turn, as in chess. Where one moves
 * twice, or dice fall between, each move has its own.
 *
 * @typedef {import("./tree.js").MoveTree} MoveTree
 * @typedef {import("./tree.js").Place} Place
 */
import { every } from "./tree.js";

/** The number of the first move: the last word of a setup in the form of FEN, where it is the sixth. */
export function firstNumber(/** @type {string} */ setup) {
  const words = setup.split(" ");
  return words.length >= 6 ? Math.max(1, Number.parseInt(words[words.length - 1], 10) || 1) : 1;
}

/** Whether nobody moves twice in a row, as far as it is known whose moves they were. */
const isInTurn = (/** @type {Place} */ { turn, parent, children }) =>
  turn !== "chance" && (children.length === 0 || turn === null || turn !== parent?.turn);

export class Numbering {
  /** @param {MoveTree} tree */
  constructor({ root, setup }) {
    this.isPaired = every(root).every(isInTurn);
    this.first = this.isPaired ? firstNumber(setup) : 1;
    /** Moves of the first number that were played before the setup. */
    this.before = this.isPaired && root.turn === "min" ? 1 : 0;
  }

  /** The same for trees whose moves have the same numbers. */
  get key() {
    return `${this.isPaired} ${this.first} ${this.before}`;
  }

  /**
   * What stands before a move; nothing before the second one of a number, unless it begins a line.
   * @param {number} ply counted from 1
   * @param {boolean} isNew
   * @returns {string}
   */
  text(ply, isNew) {
    if (!this.isPaired) return `${ply}.`;
    const half = ply - 1 + this.before;
    const number = this.first + Math.floor(half / 2);
    return half % 2 === 0 ? `${number}.` : isNew ? `${number}…` : "";
  }
}
