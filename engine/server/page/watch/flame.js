/**
 * The tree of a search as a flame graph: each node as wide as its share of the positions, below the node that it came
 * from. One node has the whole width, and people go from node to node by the mouse or the keyboard.
 *
 * @typedef {import("./sample.js").Sample} Sample
 * @typedef {import("../types.js").TreeNode} TreeNode
 * @typedef {{node: TreeNode, left: number, width: number, row: number}} Block its place, as shares of the whole width
 */
import { html } from "../element.js";
import { moveText, nodeValue } from "./sample.js";

/** What is narrower is not drawn, in pixels. */
const NARROW = 2;
/** So many rows are drawn; people go into a node to see deeper ones. */
const ROWS = 7;
/** The room beside a text, in pixels. */
const ROOM = 14;
/** A value of so many points is as good as any better one, for the colour. */
const CLEAR = 300;
/** The strongest tint of a value, from 0 to 1: any text is read on it. */
const TINT = 0.38;

export class Flame {
  /** The blocks that are drawn, by the number of the node. @type {Map<number, {element: HTMLElement, block: Block}>} */
  #drawn = new Map();
  /** Widths of texts, which are measured once. @type {Map<string, number>} */
  #widths = new Map();
  #ruler = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  /** The node that the keyboard is at, or the mouse. @type {number | null} */
  #at = null;
  #again = () => {};

  /**
   * @param {HTMLElement} container which has the focus
   * @param {(id: number | null) => void} enter goes into a node; `null` goes back
   * @param {(id: number | null, isKey: boolean) => void} point hears of the node that people look at, if any
   */
  constructor(container, enter, point) {
    this.container = container;
    this.point = point;
    this.blocks = html("div", { class: "blocks", "aria-hidden": "true" });
    container.append(this.blocks);
    const idOf = (/** @type {Event} */ { target }) => {
      const block = target instanceof Element ? target.closest("[data-id]") : null;
      return block === null ? null : Number(block.getAttribute("data-id"));
    };
    container.addEventListener("click", (event) => {
      const id = idOf(event);
      if (id !== null) enter(id);
    });
    container.addEventListener("pointermove", (event) => this.#goTo(idOf(event), false));
    container.addEventListener("pointerleave", () => this.#goTo(null, false));
    container.addEventListener("blur", () => this.#goTo(null, false));
    container.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") {
        if (this.#at !== null) enter(this.#at);
      } else if (event.key === "Escape") enter(null);
      else if (event.key.startsWith("Arrow")) this.#goTo(this.#beside(event.key), true);
      else return;
      event.preventDefault();
    });
    // Texts have to fit anew.
    new ResizeObserver(() => this.#again()).observe(container);
  }

  /**
   * Draws what has changed; the other blocks stay as they are.
   * @param {Sample} sample
   * @param {number} base the node that has the whole width
   */
  draw(sample, base) {
    this.#again = () => this.draw(sample, base);
    this.#ruler.font = getComputedStyle(this.container).font;
    const [wide, line] = [this.blocks.clientWidth, sample.line()];
    const blocks = layout(sample, base, NARROW / Math.max(wide, 1));
    const wanted = new Set(blocks.map(({ node }) => node.id));
    for (const [id, { element }] of this.#drawn) {
      if (wanted.has(id)) continue;
      element.remove();
      this.#drawn.delete(id);
    }
    for (const block of blocks) {
      const { node, left, width, row } = block;
      const element = this.#drawn.get(node.id)?.element ?? this.#add(node.id);
      this.#drawn.set(node.id, { element, block });
      const { style } = element;
      [style.left, style.width, style.top] = [`${left * 100}%`, `calc(${width * 100}% - 1px)`, `calc(${row} * var(--row))`];
      const worth = node.mate !== undefined ? Math.sign(node.mate) * CLEAR : node.value ?? 0;
      style.setProperty("--tint", String(TINT * Math.sqrt(Math.min(Math.abs(worth) / CLEAR, 1))));
      const kinds = ["block", worth > 0 ? "for-max" : worth < 0 ? "for-min" : "", line.has(node.id) ? "line" : "",
        node.cuts > 0 ? "cut" : "", node.id === this.#at ? "at" : ""];
      const kind = kinds.filter((name) => name !== "").join(" ");
      if (element.className !== kind) element.className = kind;
      const text = this.#fitting(node, sample.odds, width * wide - ROOM);
      if (element.textContent !== text) element.textContent = text;
    }
    if (this.#at !== null && !this.#drawn.has(this.#at)) this.#at = null;
  }

  /** Forgets what was looked at, as there is another search. */
  clear() {
    this.#at = null;
  }

  #add(/** @type {number} */ id) {
    const element = html("div", { "data-id": String(id) });
    this.blocks.append(element);
    return element;
  }

  /** The longest text of a node that fits; a part of a move would be another one. */
  #fitting(/** @type {TreeNode} */ node, /** @type {Sample["odds"]} */ odds, /** @type {number} */ room) {
    const [move, value] = [node.in === undefined ? "" : moveText(node), nodeValue(node, odds)];
    return [`${move} ${value}`.trim(), move || value].find((text) => this.#width(text) <= room) ?? "";
  }

  #width(/** @type {string} */ text) {
    let width = this.#widths.get(text);
    if (width === undefined) {
      if (this.#widths.size > 10_000) this.#widths.clear();
      width = this.#ruler.measureText(text).width;
      this.#widths.set(text, width);
    }
    return width;
  }

  #goTo(/** @type {number | null} */ id, /** @type {boolean} */ isKey) {
    if (id === this.#at) return;
    const mark = (/** @type {boolean} */ isAt) => this.#at !== null && this.#drawn.get(this.#at)?.element.classList.toggle("at", isAt);
    mark(false);
    this.#at = id;
    mark(true);
    this.point(id, isKey);
  }

  /** The node to which an arrow leads; the first arrow leads to the topmost one. */
  #beside(/** @type {string} */ key) {
    const blocks = [...this.#drawn.values()].map(({ block }) => block).sort((one, other) => one.row - other.row || one.left - other.left);
    const here = this.#at === null ? undefined : this.#drawn.get(this.#at)?.block;
    if (here === undefined) return blocks[0]?.node.id ?? null;
    const row = blocks.filter((block) => block.row === here.row);
    const next = {
      ArrowLeft: row[row.indexOf(here) - 1],
      ArrowRight: row[row.indexOf(here) + 1],
      ArrowUp: blocks.find(({ node }) => node.id === here.node.in),
      ArrowDown: blocks.find(({ node }) => node.in === here.node.id),
    }[key];
    return (next ?? here).node.id;
  }
}

/**
 * The blocks of a node and of what is below it; parents come before their children.
 * @param {Sample} sample
 * @param {number} base
 * @param {number} narrow the share of the whole width from which on a block is drawn
 */
export function layout(sample, base, narrow) {
  /** @type {Block[]} */
  const blocks = [];
  const root = sample.nodes.get(base);
  if (root !== undefined) blocks.push({ node: root, left: 0, width: 1, row: 0 });
  for (let next = 0; next < blocks.length; next += 1) {
    const { node, left, width, row } = blocks[next];
    if (row + 1 === ROWS) break;
    let at = left;
    for (const child of sample.below(node.id)) {
      // Parts come one after the other, so a child may be ahead of its parent for a moment.
      const share = Math.min(width * child.nodes / Math.max(node.nodes, 1), left + width - at);
      if (share >= narrow) blocks.push({ node: child, left: at, width: share, row: row + 1 });
      at += Math.max(share, 0);
    }
  }
  return blocks;
}
