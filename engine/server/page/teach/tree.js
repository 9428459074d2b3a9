/**
 * A tree that is being drawn: what it holds, how it is written, and what can be done to it. Nothing here knows a search.
 *
 * @typedef {"max" | "min"} Player
 * @typedef {{children: Part[], value: string, name: string, isChance: boolean, turn: Player | "", weight: string}} Part
 *   a node. A leaf has a value, a number or `?`. A `turn` is named where it is not the usual one. A child of chance has a
 *   weight, or all have none
 * @typedef {number[]} Path the numbers of the children from the root
 *
 * @typedef {import("../../../explain/page/types.js").TreeNode} TreeNode
 * @typedef {Pick<TreeNode, "up" | "index" | "turn" | "content" | "chance" | "given">} Searched a node of a search
 */

/** @param {string} value @returns {Part} */
export const leaf = (value) => ({ children: [], value, name: "", isChance: false, turn: "", weight: "" });

const other = (/** @type {Player} */ player) => (player === "max" ? "min" : "max");

/**
 * The tree that a search was about.
 * @param {Searched[]} nodes those of the search, parents before their children
 * @returns {Part}
 */
export function treeOf(nodes) {
  const parts = nodes.map((node) => ({
    ...leaf(node.content === null ? "0" : String(node.content)), name: node.given ?? "", weight: node.chance ?? "",
    isChance: node.turn === "chance",
  }));
  nodes.forEach(({ up, index }, at) => { if (up !== null) parts[up].children[index] = parts[at]; });
  /** @type {(part: Part, expected: Player) => void} */
  const name = (part, expected) => {
    if (part.children.length === 0) return void (part.isChance = false);
    const { turn } = nodes[parts.indexOf(part)];
    if (turn !== "chance" && turn !== expected) part.turn = turn;
    const next = turn === "chance" ? expected : other(turn);
    part.children.forEach((child) => name(child, next));
  };
  name(parts[0], "max");
  return parts[0];
}

/**
 * The nodes of a tree that was not searched, as those of a search are: parents before their children.
 * @param {Part} root
 * @param {string} rootName what the root is called if it has no name
 * @returns {TreeNode[]}
 */
export function nodesOf(root, rootName) {
  const turns = turnsOf(root);
  /** @type {{part: Part, path: Path, up: number | null}[]} */
  const list = [{ part: root, path: [], up: null }];
  for (let at = 0; at < list.length; at += 1) {
    const { part, path } = list[at];
    part.children.forEach((child, index) => list.push({ part: child, path: [...path, index], up: at }));
  }
  return list.map(({ part, path, up }) => {
    const name = part.name === "" ? null : part.name;
    const content = part.value === "" || Number.isNaN(Number(part.value)) ? part.value : Number(part.value);
    return {
      up, index: path[path.length - 1] ?? 0, turn: turns.get(part) ?? "max", move: String(path[path.length - 1] ?? ""),
      chance: part.weight === "" ? null : part.weight, label: name, given: name, name: name ?? (path.join(".") || rootName), why: "",
      visits: 0, content: part.children.length === 0 ? content : null, horizon: false, hidden: null, pieces: null, board: null,
      children: [], below: 0, ply: path.length,
    };
  });
}

/**
 * The path of a node of a search.
 * @param {Pick<TreeNode, "up" | "index">[]} tree
 * @param {number} node
 * @returns {Path}
 */
export function pathOf(tree, node) {
  const { up, index } = tree[node];
  return up === null ? [] : [...pathOf(tree, up), index];
}

/**
 * The tree as text, which the server reads.
 * @param {Part} part
 * @param {Player} [expected] who moves here if nothing is said
 * @returns {string}
 */
export function textOf(part, expected = "max") {
  const { children, value, name, isChance } = part;
  // A bare name is an unknown leaf.
  if (children.length === 0) return name === "" ? value : value === "?" ? name : `${name}:${value}`;
  const turn = part.turn === "" ? expected : part.turn;
  const texts = children.map((child) => textOf(child, isChance ? expected : other(turn)));
  const weights = children.map((child) => child.weight);
  const isEven = weights.every((weight) => weight === weights[0]);
  const list = isChance && !isEven
    ? `{${texts.map((text, at) => `${weights[at]}: ${text}`).join(", ")}}`
    : `(${texts.join(" ")})`;
  const kind = isChance ? "CHANCE" : turn === expected ? "" : turn.toUpperCase();
  return `${name === "" ? "" : `${name}:`}${kind}${list}`;
}

/**
 * The part at a path.
 * @param {Part} root
 * @param {Path} path
 * @returns {Part | undefined}
 */
export const partAt = (root, path) => path.reduce((/** @type {Part | undefined} */ part, at) => part?.children[at], root);

/**
 * Adds a leaf below a part. A leaf hands its value down.
 * @param {Part} part
 * @returns {number} the number of the new child
 */
export function addChild(part) {
  const isLeaf = part.children.length === 0;
  part.children.push(leaf(isLeaf ? part.value : "0"));
  part.value = "0";
  // The others' weights add up to 1 without it.
  if (part.isChance) for (const child of part.children) child.weight = "";
  return part.children.length - 1;
}

/**
 * Takes out the part at a path, which is not the root. A node without children is a leaf.
 * @param {Part} root
 * @param {Path} path
 */
export function remove(root, path) {
  const above = partAt(root, path.slice(0, -1));
  if (above === undefined || path.length === 0) return;
  above.children.splice(path[path.length - 1], 1);
  if (above.isChance) for (const child of above.children) child.weight = "";
  if (above.children.length === 0) above.isChance = false;
}

/**
 * Lets chance choose at an inner node, or no more.
 * @param {Part} part
 */
export function toggleChance(part) {
  part.isChance = !part.isChance;
  part.turn = "";
  for (const child of part.children) child.weight = "";
}

/** Who moves at each part, as the drawing shows it: the usual players, where nothing else is named.
 * @param {Part} root
 * @returns {Map<Part, Player | "chance">}
 */
export function turnsOf(root) {
  /** @type {Map<Part, import("../../../explain/page/types.js").Turn>} */
  const turns = new Map();
  /** @type {(part: Part, expected: Player) => void} */
  const walk = (part, expected) => {
    const turn = part.turn === "" ? expected : part.turn;
    turns.set(part, part.isChance ? "chance" : turn);
    part.children.forEach((child) => walk(child, part.isChance ? expected : other(turn)));
  };
  walk(root, "max");
  return turns;
}

/** Whether another player may be named at a path: at the root, and directly after chance.
 * @param {Part} root
 * @param {Path} path
 */
export function mayName(root, path) {
  const part = partAt(root, path);
  if (part === undefined || part.children.length === 0 || part.isChance) return false;
  return path.length === 0 || partAt(root, path.slice(0, -1))?.isChance === true;
}

/**
 * The lowest and highest values that a setup names behind its tree, as they are written there.
 * @param {string} setup
 * @returns {string[]}
 */
export const boundsIn = (setup) => setup.match(/(?<=[\s)\]}])(?:low|high)=\S+/g) ?? [];
