// Where nodes are drawn: a tidy layout, in which subtrees are as near to each other as their outlines allow.

/**
 * @typedef {import("./types.js").TreeNode} TreeNode
 */

/** The space between two nodes. */
const GAP = 14;

/**
 * Places a tree. `children(node)` lists those that are drawn; `reach(node)` tells how far a node's drawing extends from its
 * middle, as `{ left, right }`. The answer maps nodes to places relative to the left edge, and has the width.
 * @param {number} root
 * @param {(node: number) => number[]} children
 * @param {(node: number) => {left: number, right: number}} reach
 */
export function tidy(root, children, reach) {
  /** @type {Map<number, number>} */
  const offset = new Map();

  // The outline of a subtree, level by level, relative to its root.
  /**
   * @param {number} node
   * @returns {{left: number[], right: number[]}}
   */
  function outline(node) {
    const { left, right } = reach(node);
    const own = { left: [-left], right: [right] };
    const below = children(node);
    if (below.length === 0) return own;
    /** @type {number[]} */
    const places = [];
    /** @type {{left: number[], right: number[]}} */
    const joint = { left: [], right: [] };
    for (const child of below) {
      const shape = outline(child);
      let place = places.length === 0 ? 0 : -Infinity;
      const levels = Math.min(joint.right.length, shape.left.length);
      for (let level = 0; level < levels; level += 1) {
        place = Math.max(place, joint.right[level] - shape.left[level] + GAP);
      }
      places.push(place);
      for (let level = 0; level < shape.left.length; level += 1) {
        if (level >= joint.left.length) joint.left.push(place + shape.left[level]);
        joint.right[level] = place + shape.right[level];
      }
    }
    const middle = (places[0] + places[places.length - 1]) / 2;
    below.forEach((child, at) => offset.set(child, places[at] - middle));
    for (let level = 0; level < joint.left.length; level += 1) {
      own.left.push(joint.left[level] - middle);
      own.right.push(joint.right[level] - middle);
    }
    return own;
  }

  const whole = outline(root);
  const leftmost = Math.min(...whole.left);
  const places = new Map([[root, -leftmost]]);
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of children(node)) {
      places.set(child, (places.get(node) ?? 0) + (offset.get(child) ?? 0));
      open.push(child);
    }
  }
  return { places, width: Math.max(...whole.right) - leftmost };
}

/** Which subtrees are folded: what the reader chose, else all that is too deep to be shown at once. */
export class Folds {
  /** @param {TreeNode[]} tree */
  constructor(tree) {
    this.tree = tree;
    /** @type {Map<number, boolean>} */
    this.chosen = new Map();
    this.deepest = Folds.level(tree);
  }

  /**
   * The level whose nodes are folded at first, so that a few hundred are seen.
   * @param {TreeNode[]} tree
   */
  static level(tree) {
    const most = 260;
    /** @type {number[]} */
    const levels = [];
    for (const node of tree) levels[node.ply] = (levels[node.ply] ?? 0) + 1;
    let seen = 0;
    for (let ply = 0; ply < levels.length; ply += 1) {
      seen += levels[ply];
      if (seen > most) return Math.max(1, ply - 1);
    }
    return Infinity;
  }

  /**
   * Whether the children of a node are hidden while the search stands on this path.
   * @param {number} node
   * @param {Set<number>} path
   */
  isFolded(node, path) {
    if (this.tree[node].children.length === 0) return false;
    return this.chosen.get(node) ?? (this.tree[node].ply >= this.deepest && !path.has(node));
  }

  /**
   * @param {number} node
   * @param {boolean} folded
   */
  set(node, folded) {
    this.chosen.set(node, folded);
  }

  /**
   * Folds all below the root but the line that the search stands on, or unfolds all.
   * @param {boolean} folded
   */
  setAll(folded) {
    this.chosen.clear();
    this.deepest = folded ? 1 : Infinity;
  }

  /**
   * Makes a node seen.
   * @param {number} node
   */
  show(node) {
    for (let up = this.tree[node].up; up !== null; up = this.tree[up].up) this.chosen.set(up, false);
  }

  /**
   * The nodes that are seen, each before those below it, from left to right.
   * @param {Set<number>} path
   */
  seen(path) {
    /** @type {number[]} */
    const seen = [];
    const open = [0];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      seen.push(node);
      if (!this.isFolded(node, path)) open.push(...[...this.tree[node].children].reverse());
    }
    return seen;
  }
}
