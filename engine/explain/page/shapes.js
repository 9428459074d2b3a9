// What nodes look like, and how much room they take.

/**
 * @typedef {import("./types.js").Figure} Figure
 * @typedef {import("./types.js").Ground} Ground
 * @typedef {import("./types.js").Size} Size
 * @typedef {import("./types.js").Texts} Texts
 * @typedef {import("./types.js").TreeNode} TreeNode
 */

import { svg } from "./element.js";

/**
 * A text of a drawing, which is told with its node.
 * @param {Object<string, string | number>} attributes
 */
function svgText(attributes) {
  return svg("text", { "aria-hidden": "true", ...attributes });
}

export const INNER = 38;
export const LEAF = 28;
const FOLD = 9;
const CAPTION_LINE = 14;
/** Between the captions and the node, for the tip of the edge. */
export const TIP = 13;
/** Between a node and what stands beside it. */
const ASIDE = 8;
const BOARD_LINE = 10.5;
const BOARD_PAD = 5;

/** Measures texts, each of them once, see `takeFonts`. */
const measure = (() => {
  /** @type {Map<string, number>} */
  const known = new Map();
  /** @type {Map<string, CanvasRenderingContext2D>} */
  const contexts = new Map();
  const context = (/** @type {string} */ kind) => {
    const made = contexts.get(kind) ?? document.createElement("canvas").getContext("2d");
    if (made === null) throw new Error("no canvas");
    if (!contexts.has(kind)) made.font = getComputedStyle(fonts ?? document.documentElement).getPropertyValue(`--font-${kind}`);
    contexts.set(kind, made);
    return made;
  };
  return (/** @type {string} */ text, /** @type {string} */ kind) => {
    const key = `${kind} ${text}`;
    const width = known.get(key) ?? context(kind).measureText(text).width;
    known.set(key, width);
    return width;
  };
})();

/**
 * The text that takes the most room; empty without any.
 * @param {string[]} texts
 * @param {string} font
 */
export function widest(texts, font) {
  return texts.reduce((most, text) => (measure(text, font) > measure(most, font) ? text : most), "");
}

/**
 * The element that has the fonts; the page itself, unless another one is named before anything is drawn.
 * @type {HTMLElement | null}
 */
let fonts = null;

/**
 * Names it.
 * @param {HTMLElement} element
 */
export function takeFonts(element) {
  fonts ??= element;
}

/**
 * An outline of a node: a triangle up for MAX, one down for MIN, a circle for chance, a square for a leaf.
 * @param {string} kind
 * @param {number} width
 */
export function outline(kind, width) {
  const half = width / 2;
  if (kind === "max") return `M0 0L${half} ${INNER}H${-half}Z`;
  if (kind === "min") return `M0 ${INNER}L${half} 0H${-half}Z`;
  if (kind === "chance") return `M${-half} ${INNER / 2}A${half} ${INNER / 2} 0 1 1 ${half} ${INNER / 2}A${half} ${INNER / 2} 0 1 1 ${-half} ${INNER / 2}Z`;
  const top = (INNER - LEAF) / 2;
  return `M${-half} ${top}h${width}v${LEAF}h${-width}Z`;
}

/**
 * The sizes of a node, which never change while stepping: of its outline, and how far it reaches from its middle. `texts`
 * has what it keeps room for: values, bounds on the edge, bounds beside it.
 * @param {TreeNode} node
 * @param {Texts} texts
 * @param {boolean} edges
 * @param {Ground | null} ground
 */
export function sizes(node, texts, edges, ground) {
  const isLeaf = node.children.length === 0;
  const kind = isLeaf ? "leaf" : node.turn;
  /** @type {(list: string[], font: string) => number} */
  const widthOf = (list, font) => Math.max(0, ...list.map((text) => measure(text, font)));
  const value = widthOf(texts.values, "value");
  // A long text stands beside a triangle rather than in it.
  const isInside = value <= 46;
  let width = isLeaf ? Math.max(LEAF, value + 12) : kind === "chance" ? Math.max(INNER, Math.min(value, 46) + 14) : 46;
  if (kind !== "chance" && !isLeaf && isInside) width = Math.max(width, value * 1.35 + 20);
  const board = node.board === null ? [] : node.board.split("\n");
  const drawn = node.pieces === null ? null : ground;
  const boardWidth = drawn ? drawn.width + 2 * BOARD_PAD : board.length === 0 ? 0 : widthOf(board, "board") + 2 * BOARD_PAD;
  const boardHeight = drawn ? drawn.height + 2 * BOARD_PAD : board.length === 0 ? 0 : board.length * BOARD_LINE + 2 * BOARD_PAD;
  const captions = (node.move === "" ? 0 : 1) + (node.chance === null ? 0 : 1) + (edges && node.up !== null ? 2 : 0);
  const caption = Math.max(measure(node.move, "small"), measure(node.chance ?? "", "small"), edges ? widthOf(texts.handed, "small") : 0);
  const besides = node.hidden === null ? [] : [measure(node.hidden, "small")];
  if (!isLeaf && !isInside) besides.push(value);
  if (!isLeaf && !edges) besides.push(widthOf(texts.bounds, "small"));
  const beside = Math.max(0, ...besides);
  const name = node.label === null ? 0 : measure(node.label, "value") + 6;
  const half = Math.max(width, boardWidth, caption) / 2;
  const foot = INNER + (boardHeight > 0 ? boardHeight + 4 : 0);
  return {
    kind, width, isInside, captions, board, boardWidth, boardHeight, name, foot, hasBounds: !isLeaf && !edges,
    above: TIP + captions * CAPTION_LINE,
    below: foot + (isLeaf ? 0 : 2 * FOLD + 5),
    left: Math.max(half, width / 2 + name),
    right: Math.max(half, beside > 0 ? width / 2 + ASIDE + beside : 0),
  };
}

/**
 * The parts of a node that never change, and places for those that do.
 * @param {number} id
 * @param {TreeNode} node
 * @param {Size} size
 * @param {Ground | null} ground
 */
export function build(id, node, size, ground) {
  const group = svg("g", { class: `node ${size.kind}`, role: "treeitem", tabindex: "-1", "data-node": id });
  const middle = size.kind === "max" ? INNER * 0.68 : size.kind === "min" ? INNER * 0.34 : INNER / 2;
  const reach = size.width / 2 + 5;
  // Around the name as well, which it would cross otherwise.
  const framed = { x: -reach - size.name, y: -5, width: 2 * reach + size.name, height: INNER + 10 };
  const ring = svg("rect", { class: "ring", ...framed, rx: 7 });
  const outer = svg("path", { class: "outer", d: outline(size.kind, size.width) });
  const inner = svg("path", { class: "inner", d: outline(size.kind, size.width) });
  const long = { class: "value long", x: size.width / 2 + ASIDE, y: 2 };
  const value = svgText(size.isInside || size.kind === "leaf" ? { class: "value", x: 0, y: middle } : long);
  const cross = svg("path", { class: "cross", d: `M${size.width / 2 - 7} -4l12 12m0 -12l-12 12` });
  group.append(outer, inner, value, cross);
  if (node.label !== null) {
    const name = svgText({ class: "name", x: -size.width / 2 - 3, y: INNER / 2 });
    name.textContent = node.label;
    group.append(name);
  }
  const places = size.hasBounds ? [16, 30] : [];
  const bounds = places.map((y) => svgText({ class: "bound", x: size.width / 2 + ASIDE, y }));
  group.append(...bounds);
  if (node.hidden !== null) {
    const hidden = svgText({ class: "bound", x: size.width / 2 + ASIDE, y: size.hasBounds ? 44 : 16 });
    hidden.textContent = node.hidden;
    group.append(hidden);
  }
  /** @type {SVGTextElement[]} */
  const captions = [];
  for (let line = 0; line < size.captions; line += 1) {
    const text = svgText({ class: line === 0 ? "caption" : "caption bound", x: 0 });
    text.setAttribute("y", String(-TIP - 6 - CAPTION_LINE * (size.captions - 1 - line)));
    captions.push(text);
    group.append(text);
  }
  const fixed = [node.move, node.chance ?? ""].filter((text) => text !== "");
  fixed.forEach((text, at) => { captions[at].textContent = text; });
  // The windows come below.
  const handed = captions.slice(fixed.length);
  if (node.pieces !== null && ground !== null) group.append(figures(node.pieces, ground));
  else if (size.board.length > 0) group.append(...board(size));
  const foldMark = svg("path");
  const foldCount = svgText({ class: "hidden-count", x: FOLD + 4, y: 0 });
  if (size.kind !== "leaf") {
    // The edges begin below the button, which is not on paper.
    const stem = (/** @type {string} */ name) => svg("path", { class: name, d: `M0 ${size.foot}V${size.below}` });
    group.append(stem("stem"), stem("core"));
    group.append(svg("g", { class: "fold", transform: `translate(0 ${size.below - FOLD})` },
      svg("circle", { class: "reach", r: 16 }), svg("circle", { class: "button", r: FOLD - 1 }), foldMark, foldCount));
  }
  // Over the board.
  group.append(ring);
  return { group, value, bounds, handed, foldMark, foldCount };
}

/**
 * The board under a node, as its game draws it: the ground, which all boards share, and what stands on it. The discs of
 * the second player have a ring, but black and white ones.
 * @param {Figure[]} pieces
 * @param {Ground} ground
 */
export function figures(pieces, ground) {
  const [max, min] = ground.colours;
  const transform = `translate(${-ground.width / 2} ${INNER + 4 + BOARD_PAD})`;
  const group = svg("g", { class: `figures max-${max} min-${min}`, transform });
  const hasRings = ![max, min].every((colour) => colour === "white" || colour === "black");
  for (const figure of [...ground.parts, ...pieces]) {
    const [look, form] = figure;
    if (figure[1] === "disc") {
      const [cx, cy, rx, ry] = figure[2];
      const ellipse = (/** @type {string} */ kind, share = 1) =>
        group.append(svg("ellipse", { class: kind, cx, cy, rx: share * rx, ry: share * ry }));
      ellipse(look);
      if (look === "of-min" && hasRings) ellipse("inner", 0.55);
    } else if (figure[1] === "text") {
      const piece = svgText({ class: `piece ${look}`, x: figure[2][0], y: figure[2][1] });
      piece.textContent = figure[3];
      group.append(piece);
    } else {
      const end = form === "area" ? "Z" : "";
      group.append(svg("path", { class: look, d: `M${figure[2].map((point) => point.join(" ")).join("L")}${end}` }));
    }
  }
  return group;
}

/**
 * The board under a node.
 * @param {Size} size
 */
function board(size) {
  const top = INNER + 4;
  const frame = { class: "board-frame", x: -size.boardWidth / 2, y: top, width: size.boardWidth, height: size.boardHeight, rx: 3 };
  const text = svgText({ class: "board" });
  size.board.forEach((line, at) => {
    const y = top + BOARD_PAD + BOARD_LINE * (at + 0.5);
    const span = svg("tspan", { x: -size.boardWidth / 2 + BOARD_PAD, y });
    span.textContent = line;
    text.append(span);
  });
  return [svg("rect", frame), text];
}
