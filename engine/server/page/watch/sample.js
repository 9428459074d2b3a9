/**
 * The tree of a search that is watched: its first plies, as the lines `tree` tell of them.
 *
 * @typedef {import("../scores.js").Odds} Odds
 * @typedef {import("../types.js").TreeNode} TreeNode
 * @typedef {import("../types.js").TreePart} TreePart
 */
import { shownMove } from "../notation.js";
import { valueText } from "../scores.js";

const BOUNDS = { exact: undefined, lower: "lowerbound", upper: "upperbound" };

export class Sample {
  /** @type {Map<number, TreeNode>} */
  nodes = new Map();
  /** @type {Map<number, number[]>} */
  children = new Map();
  visited = 0;
  omitted = 0;
  time = 0;

  /** @param {Odds | null} odds what its values are worth */
  constructor(odds = null) {
    this.odds = odds;
  }

  /** @param {TreePart} part */
  take({ time, visited, omitted, tree }) {
    [this.time, this.visited, this.omitted] = [time, visited, omitted];
    for (const node of tree) {
      if (!this.nodes.has(node.id) && node.in !== undefined) {
        const siblings = this.children.get(node.in);
        if (siblings === undefined) this.children.set(node.in, [node.id]);
        else siblings.push(node.id);
      }
      this.nodes.set(node.id, node);
    }
  }

  /** The children of a node in the order in which the search came to them. */
  below(/** @type {number} */ id) {
    return (this.children.get(id) ?? []).map((child) => this.nodes.get(child)).filter((node) => node !== undefined)
      .sort((one, other) => one.id - other.id);
  }

  /** The nodes from the first one below the root to this one. */
  path(/** @type {number} */ id) {
    const path = [];
    for (let node = this.nodes.get(id); node?.in !== undefined; node = this.nodes.get(node.in)) path.unshift(node);
    return path;
  }

  /** The nodes of the line that the search thinks best, as far as the sample goes. */
  line() {
    const line = new Set([0]);
    for (let node = this.nodes.get(0); node?.best !== undefined; node = this.nodes.get(node.best)) line.add(node.best);
    return line;
  }
}

/** The move to a node as people write it; a turn that was given up is a null move. */
export const moveText = (/** @type {TreeNode} */ { move, notation }) => (move === undefined || move === null ? "∅" : shownMove(move, notation));

const rounded = (/** @type {number | undefined} */ value) => Math.round((value ?? 0) * 100) / 100;

/** The value of a node with the kind of bound, from the first player's view. */
export function nodeValue(/** @type {TreeNode} */ { value, mate, bound }, /** @type {Odds | null} */ odds) {
  if (value === undefined && mate === undefined) return "";
  return valueText({ cp: rounded(value), mate, bound: BOUNDS[bound ?? "exact"] }, odds);
}

/** An end of the window of a node; `open` where it has none. */
export const endText = (/** @type {number | undefined} */ end, /** @type {string} */ open, /** @type {Odds | null} */ odds) =>
  (end === undefined ? open : valueText({ cp: rounded(end) }, odds));
