/**
 * How players number the moves of a game: `1. e4 e5` is one number for a turn of each player. Moves and rolls of one turn
 * share its number.
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

export class Numbering {
  /** The number of each place that was asked for, and whose move led there. @type {Map<Place, {number: number, mover: "max" | "min"}>} */
  #known = new Map();

  /** @param {MoveTree} tree */
  constructor({ root, setup }) {
    this.root = root;
    this.first = firstNumber(setup);
    /** The same for trees whose moves have the same numbers. */
    this.key = `${this.first}${every(root).map(({ turn }) => turn?.slice(1, 2) ?? "-").join("")}`;
  }

  /**
   * What is before a move: the number of its turn where the first player begins one, and where a line begins.
   * @param {Place} at
   * @param {boolean} isNew whether a line begins here
   * @returns {string}
   */
  text(at, isNew) {
    const { number, mover } = this.#of(at);
    const goesOn = at.parent !== null && at.parent !== this.root && this.#of(at.parent).mover === mover;
    if (isNew) return `${number}${mover === "max" ? "." : "…"}`;
    return mover === "max" && !goesOn ? `${number}.` : "";
  }

  #of(/** @type {Place} */ at) {
    /** @type {Place[]} */
    const unknown = [];
    for (let up = at; up.parent !== null && !this.#known.has(up); up = up.parent) unknown.push(up);
    for (const place of unknown.reverse()) {
      const before = place.parent === null ? undefined : this.#known.get(place.parent);
      // A roll is of the player who moves next. Where nobody has looked yet, the players take turns.
      const turn = place.parent?.turn === "chance" ? place.turn : place.parent?.turn;
      const mover = turn === "max" || turn === "min" ? turn : before?.mover === "max" ? "min" : "max";
      const number = before === undefined ? this.first : before.number + (before.mover === "min" && mover === "max" ? 1 : 0);
      this.#known.set(place, { number, mover });
    }
    return this.#known.get(at) ?? { number: this.first, mover: /** @type {"max"} */ ("max") };
  }
}
