/**
 * The tree of moves on the screen: the main line runs on, and each variation is a block of its own behind the move that
 * it replaces. One stop for the Tab key.
 *
 * @typedef {import("../tree.js").MoveTree} MoveTree
 * @typedef {import("../tree.js").Place} Place
 */
import { html } from "../element.js";
import { firstNumber } from "../notation.js";
import { signs } from "../remarks.js";
import { path } from "../tree.js";
import { t } from "../words.js";

export class Moves {
  /** @type {Map<Place, HTMLButtonElement>} */
  #buttons = new Map();
  /** @type {Place | null} */
  #shown = null;

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
    const line = html("div", { class: "line" });
    this.#add(line, tree.root, "");
    this.#fill(line, tree.root, firstNumber(tree.setup), true);
    this.container.replaceChildren(line);
    this.mark(tree);
    if (isFocused) this.#buttons.get(tree.here)?.focus({ preventScroll: true });
  }

  /**
   * Shows where people are in the tree, and gives that move the focus if another one has it.
   * @param {MoveTree} tree
   */
  mark(tree) {
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
    if (word !== null && word !== undefined && at.written !== "") word.textContent = at.written;
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
   * Adds what follows a place. A variation nests no deeper than people have made it.
   * @param {HTMLElement} line
   * @param {Place} from
   * @param {number} first the number of the next move
   * @param {boolean} isFirst whether the line begins here
   */
  #fill(line, from, first, isFirst) {
    for (let [at, number, isNew] = [from, first, isFirst]; at.children.length > 0; at = at.children[0]) {
      const [main, ...others] = at.children;
      const next = numberAfter(main, number);
      this.#add(line, main, numberText(main, number, isNew));
      for (const other of others) {
        const variation = html("div", { class: "variation" });
        this.#add(variation, other, numberText(other, number, true));
        this.#fill(variation, other, next, false);
        line.append(variation);
      }
      [number, isNew] = [next, others.length > 0 || main.comment !== ""];
    }
  }

  #add(/** @type {HTMLElement} */ line, /** @type {Place} */ at, /** @type {string} */ number) {
    const word = at.parent === null ? t("analyse-root") : at.written || at.move;
    const before = number === "" ? [] : [html("span", { class: "number" }, number), " "];
    const button = html("button", { type: "button", class: "move", tabindex: "-1" }, ...before, html("span", { class: "word" }, word));
    button.addEventListener("click", () => this.go(at));
    this.#buttons.set(at, button);
    line.append(button);
    this.remark(at);
  }
}

/** Whose a move is; a roll is of the player who moves next. Where nobody has looked, the players take turns. */
function moverOf(/** @type {Place} */ at) {
  const turn = at.parent?.turn === "chance" ? at.turn : at.parent?.turn;
  return turn ?? (path(at).length % 2 === 0 ? "min" : "max");
}

/** The number of what follows a move; a roll has none of its own. */
export const numberAfter = (/** @type {Place} */ at, /** @type {number} */ number) =>
  number + (moverOf(at) === "min" && at.parent?.turn !== "chance" ? 1 : 0);

/**
 * The number before a move, as PGN writes it: before each of the first player, and where a line begins. A move behind a
 * roll belongs to that.
 */
export function numberText(/** @type {Place} */ at, /** @type {number} */ number, /** @type {boolean} */ isNew) {
  const isBehindRoll = at.parent?.parent?.turn === "chance";
  if (isBehindRoll && !isNew) return "";
  if (moverOf(at) !== "min") return `${number}.`;
  return isNew ? `${number}…` : "";
}
