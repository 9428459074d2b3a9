/**
 * The tree of moves on the screen: the main line runs on, and each variation is a block of its own behind the move that
 * it replaces. One stop for the Tab key.
 *
 * @typedef {import("./tree.js").MoveTree} MoveTree
 * @typedef {import("./tree.js").Place} Place
 */
import { html } from "./element.js";
import { shownMove } from "./notation.js";
import { Numbering } from "./numbering.js";
import { signs } from "./remarks.js";
import { t } from "./words.js";

export class Moves {
  /** @type {Map<Place, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {Place | null} */
  #shown = null;
  /** How the moves are numbered. @type {Numbering | null} */
  #numbering = null;
  /** The main line, and its last place. @type {{line: HTMLElement, at: Place} | null} */
  #end = null;

  /**
   * @param {HTMLElement} container
   * @param {(at: Place) => void} go
   */
  constructor(container, go) {
    this.container = container;
    this.go = go;
  }

  /**
   * Shows the moves anew.
   * @param {MoveTree} tree
   */
  draw(tree) {
    const isFocused = this.container.contains(document.activeElement);
    this.#buttons = new Map();
    this.#shown = null;
    this.#numbering = new Numbering(tree);
    const line = html("div", { class: "line" });
    this.#add(line, tree.root, true);
    this.#end = { line, at: this.#fill(line, tree.root, true) };
    this.container.replaceChildren(line);
    this.mark(tree);
    if (isFocused) this.#buttons.get(tree.here)?.focus({ preventScroll: true });
  }

  /**
   * Adds what was played behind the end of a tree that was drawn, and is else the same.
   * @param {MoveTree} tree
   */
  extend(tree) {
    const numbering = new Numbering(tree);
    if (this.#end === null || !numbering.key.startsWith(this.#numbering?.key ?? "?")) return this.draw(tree);
    this.#numbering = numbering;
    const { line, at } = this.#end;
    this.#end = { line, at: this.#fill(line, at, at === tree.root) };
    this.mark(tree);
  }

  /** Gives the move where people are the focus. */
  focus() {
    if (this.#shown !== null) this.#buttons.get(this.#shown)?.focus({ preventScroll: true });
  }

  /**
   * Shows where people are in the tree, and gives that move the focus if another one has it.
   * @param {MoveTree} tree
   */
  mark(tree) {
    // Whose turn it was may be known only since.
    if (this.#numbering?.key !== new Numbering(tree).key) return this.draw(tree);
    const isFocused = this.container.contains(document.activeElement);
    const before = this.#shown === null ? undefined : this.#buttons.get(this.#shown);
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    this.#shown = tree.here;
    const now = this.#buttons.get(tree.here);
    now?.setAttribute("aria-current", "step");
    now?.setAttribute("tabindex", "0");
    if (isFocused) now?.focus({ preventScroll: true });
    this.#reveal(now);
  }

  /** Names a move as people write it, once that is known. */
  rename(/** @type {Place} */ at) {
    const word = this.#buttons.get(at)?.querySelector(".word");
    if (word !== null && word !== undefined && at.written !== "") word.textContent = shownMove(at.move, at.written);
  }

  /** Shows the remark on a move anew. */
  remark(/** @type {Place} */ at) {
    const button = this.#buttons.get(at);
    if (button === undefined) return;
    button.querySelector(".glyphs")?.remove();
    if (at.glyphs.length > 0) button.append(html("span", { class: "glyphs" }, signs(at)));
    const next = button.nextElementSibling;
    if (next?.matches(".comment")) next.remove();
    if (at.comment !== "") button.after(html("span", { class: "comment" }, at.comment));
  }

  /** Scrolls the list, and nothing else. */
  #reveal(/** @type {HTMLElement | undefined} */ button) {
    if (button === undefined) return;
    const { container } = this;
    const [outer, inner] = [container.getBoundingClientRect(), button.getBoundingClientRect()];
    if (inner.top < outer.top) container.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom) container.scrollTop += inner.bottom - outer.bottom + 8;
  }

  /**
   * Adds what follows a place, to its end, which it gives. A variation nests no deeper than people have made it.
   * @param {HTMLElement} line
   * @param {Place} from
   * @param {boolean} begins whether the line begins there, on the screen
   */
  #fill(line, from, begins) {
    let [at, isNew] = [from, begins];
    while (at.children.length > 0) {
      const [main, ...others] = at.children;
      this.#add(line, main, isNew);
      for (const other of others) {
        const variation = html("div", { class: "variation" });
        this.#add(variation, other, true);
        this.#fill(variation, other, other.comment !== "");
        line.append(variation);
      }
      [at, isNew] = [main, others.length > 0 || main.comment !== ""];
    }
    return at;
  }

  #add(/** @type {HTMLElement} */ line, /** @type {Place} */ at, /** @type {boolean} */ isNew) {
    const word = at.parent === null ? t("analyse-root") : shownMove(at.move, at.written);
    const before = at.parent === null ? "" : this.#numbering?.text(at, isNew) ?? "";
    const number = before === "" ? [] : [html("span", { class: "number" }, before), " "];
    const button = html("button", { type: "button", class: "move", tabindex: "-1" }, ...number, html("span", { class: "word" }, word));
    if (at.parent !== null) button.dataset.move = at.move;
    button.addEventListener("click", () => this.go(at));
    this.#buttons.set(at, button);
    line.append(button);
    this.remark(at);
  }
}
