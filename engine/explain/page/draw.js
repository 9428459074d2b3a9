// The tree as it is drawn: made when a node is first seen, moved when subtrees are folded, painted when its state changes.

/**
 * @typedef {import("./types.js").Look} Look
 * @typedef {import("./types.js").Parts} Parts
 * @typedef {import("./types.js").Place} Place
 * @typedef {import("./types.js").Searched} Searched
 * @typedef {import("./types.js").Size} Size
 * @typedef {import("./types.js").Texts} Texts
 */

import { svg } from "./element.js";
import { tidy } from "./layout.js";
import { build, INNER, LEAF, sizes, TIP, widest } from "./shapes.js";

/** The space between a node and the captions of its children. */
const LEVEL_GAP = 24;
const MARGIN = 16;
/** Alpha and beta are at most this at the beginning: what the server has for infinity. */
const INFINITE = 2 ** 31 - 1;
/** Of more nodes only those in view are drawn. */
const MOST_DRAWN = 600;
/** In a smaller drawing no text can be read, so none is laid out: that takes most of the time. */
const READABLE = 0.2;
/** Of more nodes than `MOST_DRAWN` so many are drawn then. */
const MOST_TINY = 300;

export class Drawing {
  /**
   * `panel` is the data of one search; `edges` tells whether alpha and beta stand at edges.
   * @param {Pick<Searched, "tree" | "ground">} panel
   * @param {HTMLElement} box
   * @param {boolean} edges
   * @param {import("./words.js").Words} words
   */
  constructor(panel, box, edges, words) {
    this.panel = panel;
    this.box = box;
    this.edges = edges;
    this.texts = possibleTexts(panel, words);
    /** @type {Map<number, Size>} */
    this.sizes = new Map();
    /** What is drawn now: the parts of nodes, and what they were painted with. @type {Map<number, Parts>} */
    this.parts = new Map();
    /** @type {Map<number, string>} */
    this.painted = new Map();
    /** @type {Map<number, {group: SVGGElement, outer: SVGPathElement, inner: SVGPathElement, tip: SVGPathElement, cut: SVGPathElement}>} */
    this.links = new Map();
    this.zoom = 1;
    /** The zoom at which all of it is in its box. */
    this.smallest = 1;
    this.width = 0;
    this.height = 0;
    /** @type {number[]} */
    this.seen = [];
    /** @type {Map<number, Place>} */
    this.places = new Map();
    /** The nodes that are in their places. @type {Set<number>} */
    this.moved = new Set();
    this.edgeLayer = svg("g", { class: "edges", "aria-hidden": "true" });
    this.backdrop = svg("path", { class: "backdrop", "aria-hidden": "true" });
    this.nodeLayer = svg("g", { class: "nodes", role: "none" });
    this.svg = svg("svg", { role: "tree", "aria-label": words.say("page-tree") }, this.backdrop, this.edgeLayer, this.nodeLayer);
    box.append(this.svg);
  }

  /**
   * @param {number} node
   * @returns {Size}
   */
  size(node) {
    const size = this.sizes.get(node) ?? sizes(this.panel.tree[node], this.texts[node], this.edges, this.panel.ground);
    this.sizes.set(node, size);
    return size;
  }

  /**
   * The place of a node that is seen.
   * @param {number} node
   * @returns {Place}
   */
  place(node) {
    const place = this.places.get(node);
    if (place === undefined) throw new Error(`node ${node} has no place`);
    return place;
  }

  /**
   * Gives these nodes their places, each after the one above it. They are the ones that are seen, and no others.
   * @param {number[]} seen
   */
  arrange(seen) {
    const isSeen = new Set(seen);
    const tree = this.panel.tree;
    /** @type {(node: number) => number[]} */
    const children = (node) => (isSeen.has(tree[node].children[0]) ? tree[node].children : []);
    const { places, width } = tidy(0, children, (node) => this.size(node));
    const levels = this.levels(seen);
    this.seen = seen;
    this.places = new Map();
    for (const node of seen) this.places.set(node, { x: (places.get(node) ?? 0) + MARGIN, y: levels[tree[node].ply] });
    this.moved.clear();
    this.width = width + 2 * MARGIN;
    this.height = levels[levels.length - 1];
    this.svg.setAttribute("viewBox", `0 0 ${round(this.width)} ${round(this.height)}`);
    this.svg.dataset.nodes = String(seen.length);
    this.box.classList.toggle("wide", this.width > this.height);
    // Of a tree of which only a part is drawn, the edges are there as thin lines.
    const edges = seen.length > MOST_DRAWN ? seen.filter((node) => tree[node].up !== null) : [];
    /** @type {(node: number) => string} */
    const line = (node) => {
      const [from, to] = [this.place(tree[node].up ?? 0), this.place(node)];
      return `M${Math.round(from.x)} ${Math.round(from.y)}L${Math.round(to.x)} ${Math.round(to.y)}`;
    };
    this.backdrop.setAttribute("d", edges.map(line).join(""));
    this.scale(this.zoom);
  }

  /**
   * The nodes to be drawn: all that are seen, or of very many those in this part of the drawing, the upper ones first, and
   * the node with the focus.
   * @param {{left: number, right: number, top: number, bottom: number}} part
   * @param {number} focus
   */
  within({ left, right, top, bottom }, focus) {
    if (this.seen.length <= MOST_DRAWN || left === -Infinity) return this.seen;
    const tree = this.panel.tree;
    /** @type {(node: number) => boolean} */
    const isIn = (node) => {
      const { x, y } = this.place(node);
      return x > left && x < right && y > top && y < bottom;
    };
    const inside = this.seen.filter(isIn).sort((one, other) => tree[one].ply - tree[other].ply);
    const most = this.zoom < READABLE ? MOST_TINY : MOST_DRAWN;
    const drawn = new Set(inside.slice(0, most)).add(focus);
    return this.seen.filter((node) => drawn.has(node));
  }

  /**
   * Draws these nodes and no others, in the order of the tree. `paint` is called with each of them.
   * @param {number[]} nodes
   * @param {(node: number) => void} paint
   */
  draw(nodes, paint) {
    const tree = this.panel.tree;
    const isDrawn = new Set(nodes);
    for (const [node, parts] of this.parts) {
      if (isDrawn.has(node)) continue;
      parts.group.remove();
      this.links.get(node)?.group.remove();
      for (const map of [this.parts, this.painted, this.links]) map.delete(node);
      this.moved.delete(node);
    }
    /** @type {SVGGElement | null} */
    let before = null;
    /** @type {SVGGElement | null} */
    let edge = null;
    for (const node of nodes) {
      const place = this.place(node);
      /** @type {SVGGElement} */
      const group = (this.parts.get(node) ?? this.add(node, before)).group;
      before = group;
      const { up } = tree[node];
      if (!this.moved.has(node)) {
        group.setAttribute("transform", `translate(${round(place.x)} ${round(place.y)})`);
        if (up !== null) this.link(node, this.place(up), place, edge);
        this.moved.add(node);
      }
      edge = this.links.get(node)?.group ?? edge;
      paint(node);
    }
  }

  /** The heights at which the levels are drawn, and below them the height of all. */
  levels(/** @type {number[]} */ seen) {
    /** @type {number[]} */
    const above = [];
    /** @type {number[]} */
    const below = [];
    for (const node of seen) {
      const { ply } = this.panel.tree[node];
      const size = this.size(node);
      above[ply] = Math.max(above[ply] ?? 0, size.above);
      below[ply] = Math.max(below[ply] ?? 0, size.below);
    }
    /** @type {number[]} */
    const levels = [];
    let y = MARGIN;
    for (let ply = 0; ply < above.length; ply += 1) {
      levels.push(y + above[ply]);
      y += above[ply] + below[ply] + LEVEL_GAP;
    }
    levels.push(y - LEVEL_GAP + MARGIN);
    return levels;
  }

  /**
   * @param {number} node
   * @param {Element | null} before
   * @returns {Parts}
   */
  add(node, before) {
    const record = this.panel.tree[node];
    const parts = build(node, record, this.size(node), this.panel.ground);
    const siblings = record.up === null ? [node] : this.panel.tree[record.up].children;
    const position = { level: record.ply + 1, posinset: siblings.indexOf(node) + 1, setsize: siblings.length };
    for (const [key, value] of Object.entries(position)) parts.group.setAttribute(`aria-${key}`, String(value));
    // In the order of the tree, as this is the order in which it is read aloud.
    if (before) before.after(parts.group);
    else this.nodeLayer.prepend(parts.group);
    this.parts.set(node, parts);
    return parts;
  }

  /**
   * @param {number} node
   * @param {Element | null} before
   */
  addLink(node, before) {
    const part = (/** @type {string} */ name) => svg("path", { class: name });
    const link = {
      group: svg("g", { class: "edge", "data-edge": node }), outer: part("outer"), inner: part("inner"), tip: part("tip"), cut: part("cut"),
    };
    link.group.append(link.outer, link.inner, link.tip, link.cut);
    if (before) before.after(link.group);
    else this.edgeLayer.prepend(link.group);
    this.links.set(node, link);
    return link;
  }

  /**
   * The edge to a node: slanting to the captions, and upright below them. It comes after another one.
   * @param {number} node
   * @param {Place} from
   * @param {Place} to
   * @param {Element | null} before
   */
  link(node, from, to, before) {
    const link = this.links.get(node) ?? this.addLink(node, before);
    const size = this.size(node);
    const start = from.y + this.size(this.panel.tree[node].up ?? 0).below;
    const bend = to.y - size.above;
    // The upper edge of a leaf lies lower than that of a triangle.
    const end = to.y + (size.kind === "leaf" ? (INNER - LEAF) / 2 : 0);
    const upright = size.captions > 0 ? `M${round(to.x)} ${round(to.y - TIP)}V${round(end)}` : `V${round(end)}`;
    const path = `M${round(from.x)} ${round(start)}L${round(to.x)} ${round(bend)}${upright}`;
    link.outer.setAttribute("d", path);
    link.inner.setAttribute("d", path);
    link.tip.setAttribute("d", `M${round(to.x)} ${round(end)}l-6.5 -9h13Z`);
    const x = from.x + (to.x - from.x) * 0.72;
    const y = start + (bend - start) * 0.72;
    link.cut.setAttribute("d", `M${round(x - 8)} ${round(y + 3)}l12 -8m-8 12l12 -8`);
    return link.group;
  }

  /** @param {number} zoom */
  scale(zoom) {
    this.zoom = Math.max(Math.min(0.15, this.smallest), Math.min(zoom, 3));
    this.svg.classList.toggle("tiny", this.zoom < READABLE);
    this.svg.setAttribute("width", String(round(this.width * this.zoom)));
    this.svg.setAttribute("height", String(round(this.height * this.zoom)));
  }

  /**
   * Paints a node if it does not look like this already. See `looks`.
   * @param {number} node
   * @param {Look} look
   */
  paint(node, look) {
    const key = JSON.stringify(look);
    if (this.painted.get(node) === key) return;
    this.painted.set(node, key);
    const parts = this.parts.get(node);
    if (parts === undefined) return;
    const { kind } = this.size(node);
    parts.group.setAttribute("class", ["node", kind, look.state, ...look.marks].join(" "));
    parts.group.dataset.state = look.state;
    parts.group.dataset.marks = look.marks.join(" ");
    parts.value.textContent = look.value;
    parts.group.setAttribute("aria-label", look.spoken);
    for (const [name, value] of Object.entries(look.attributes)) {
      if (value === null) parts.group.removeAttribute(name);
      else parts.group.setAttribute(name, String(value));
    }
    parts.bounds.forEach((text, at) => { text.textContent = look.bounds[at] ?? ""; });
    parts.handed.forEach((text, at) => { text.textContent = look.handed[at] ?? ""; });
    if (kind !== "leaf") {
      parts.foldMark.setAttribute("d", look.hidden === null ? "M-4 0h8" : "M-4 0h8M0 -4v8");
      parts.foldCount.textContent = look.hidden ?? "";
    }
    const link = this.links.get(node);
    link?.group.setAttribute("class", ["edge", look.state, ...look.marks].join(" "));
  }
}

/** @param {number} number */
function round(number) {
  return Math.round(number * 10) / 10;
}

/**
 * What each node keeps room for: values, windows handed down, windows beside it. Nobody may read from a drawing how the
 * search goes on, so this depends on the tree alone: each inner node has room for whatever any search could find there.
 * @param {Pick<Searched, "tree">} panel
 * @param {import("./words.js").Words} words
 * @returns {Texts[]}
 */
function possibleTexts({ tree }, words) {
  const leaves = tree.filter(({ children, content }) => children.length === 0 && content !== null);
  const numbers = [...new Set(leaves.map(({ content }) => content).flatMap((content) => (typeof content === "number" ? [content] : [])))];
  // The values of chance nodes are those of no leaf.
  const known = tree.some(({ turn }) => turn === "chance") ? Object.keys(words.values ?? {}).map(Number) : numbers;
  const values = [widest(known.flatMap((value) => ["lower", null].map((bound) => words.valueText(value, bound))), "value")];
  // Of alpha and beta one may still be infinite.
  const infinite = Object.keys(words.values ?? {}).map(Number).filter((value) => Math.abs(value) >= INFINITE);
  const bounds = [widest([...known, ...infinite].flatMap((value) => words.boundTexts(value, value)), "small")];
  // An unknown leaf may have a bound, and is worth that then.
  return tree.map(({ children, content, horizon }, node) => {
    if (children.length > 0) return { values, bounds, handed: bounds };
    const own = content === null ? [] : [words.leafText(tree[node])];
    const isOpen = content === null || typeof content === "string" && content !== "?";
    return { values: isOpen ? [...own, ...values.map((text) => (horizon ? "\u2248" : "") + text)] : own, bounds, handed: bounds };
  });
}
