/**
 * The tree of a search that is watched: its first plies, as the lines `tree` tell of them.
 *
 * @typedef {import("../types.js").TreeNode} TreeNode
 * @typedef {import("../types.js").TreePart} TreePart
 */
import { brief } from "../scores.js";
import { svg } from "../svg.js";

/** A ply of the picture is so high, and a letter so wide. */
const [HEIGHT, LETTER] = [30, 8.5];
/** What is narrower is not drawn, and what is narrower than the second has no text. */
const NARROW = [1.5, 24];
/** A value of so many points is as good as any better one, for the colour. */
const CLEAR = 300;
const BOUNDS = { exact: undefined, lower: "lowerbound", upper: "upperbound" };

export class Sample {
  /** @type {Map<number, TreeNode>} */
  nodes = new Map();
  /** @type {Map<number, number[]>} */
  children = new Map();
  visited = 0;
  omitted = 0;
  time = 0;

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

  /** The moves that lead to a node. */
  path(/** @type {number} */ id) {
    const path = [];
    for (let node = this.nodes.get(id); node?.in !== undefined; node = this.nodes.get(node.in)) path.unshift(moveText(node));
    return path;
  }

  /** The nodes of the line that the search thinks best, as far as the sample goes. */
  line() {
    const line = new Set([0]);
    for (let node = this.nodes.get(0); node?.best !== undefined; node = this.nodes.get(node.best)) line.add(node.best);
    return line;
  }
}

/** The text of the move to a node; a turn that was given up is a null move. */
export const moveText = (/** @type {TreeNode} */ { move }) => move ?? "∅";

/** The value of a node with the kind of bound, from the first player's view. */
export function valueText(/** @type {TreeNode} */ { value, mate, bound }) {
  if (value === undefined && mate === undefined) return "";
  return brief({ cp: Math.round((value ?? 0) * 100) / 100, mate, bound: BOUNDS[bound ?? "exact"] });
}

/**
 * Draws the tree as blocks: each as wide as its share of the nodes, below its parent.
 * @param {Sample} sample
 * @param {number | null} chosen
 * @param {number} wide how wide the picture is
 * @returns {SVGElement}
 */
export function drawSample(sample, chosen, wide) {
  const [line, parts] = [sample.line(), /** @type {SVGElement[]} */ ([])];
  let deepest = 0;
  const draw = (/** @type {TreeNode} */ node, /** @type {number} */ x, /** @type {number} */ width, /** @type {number} */ ply) => {
    deepest = Math.max(deepest, ply);
    parts.push(block(node, [x, width, ply], line.has(node.id), node.id === chosen));
    const [children, total] = [sample.below(node.id), Math.max(node.nodes, 1)];
    let at = x;
    for (const child of children) {
      const share = width * Math.min(child.nodes / total, 1);
      if (share >= NARROW[0] && at + share <= x + width + 0.5) draw(child, at, share, ply + 1);
      at += share;
    }
  };
  const root = sample.nodes.get(0);
  if (root !== undefined) draw(root, 0, wide, 0);
  return svg("svg", { viewBox: `0 0 ${wide} ${(deepest + 1) * HEIGHT}`, "aria-hidden": "true" }, ...parts);
}

/**
 * @param {TreeNode} node
 * @param {[number, number, number]} place
 * @param {boolean} isLine
 * @param {boolean} isChosen
 */
function block(node, [x, width, ply], isLine, isChosen) {
  const [y, value] = [ply * HEIGHT, node.mate !== undefined ? Math.sign(node.mate) * CLEAR : node.value ?? 0];
  const strength = Math.min(Math.abs(value) / CLEAR, 1);
  const rect = svg("rect", { x, y, width, height: HEIGHT - 2, "fill-opacity": 0.12 + 0.6 * strength });
  const side = value > 0 ? "for-max" : value < 0 ? "for-min" : "even";
  rect.setAttribute("class", [side, isLine ? "line" : "", isChosen ? "chosen" : ""].join(" ").trim());
  const group = svg("g", { "data-id": node.id }, rect);
  if (width >= NARROW[1]) {
    const text = svg("text", { x: x + 5, y: y + HEIGHT / 2 + 4 });
    const [move, letters] = [node.in === undefined ? "" : moveText(node), Math.floor((width - 6) / LETTER)];
    text.textContent = `${move} ${valueText(node)}`.trim().slice(0, letters);
    group.append(text);
  }
  return group;
}
