/**
 * The board of the page: it draws the view, gathers clicks, and says which move they make.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./gestures.js").Gesture} Gesture
 * @typedef {import("./types.js").View} View
 */
import { choose, wordText } from "./ask.js";
import { drawBoard, showAdvice, showClicks, showGhost } from "./board.js";
import { html } from "./element.js";
import { click, finishing, gestures, leading, live } from "./gestures.js";
import { halfway } from "./halfway.js";
import { focusedSpot, listen, points, refocus } from "./hands.js";
import { slide } from "./motion.js";
import { shownMove } from "./notation.js";
import { falls } from "./places.js";
import { t } from "./words.js";

export class Surface {
  /** @type {View | null} */
  #view = null;
  /** @type {Board | null} */
  #board = null;
  /** @type {string[]} */
  #clicks = [];
  /** The ways to make the moves of the view. @type {Gesture[]} */
  #gestures = [];
  /** The view as it is drawn: that after a half move. @type {View | null} */
  #drawn = null;
  #isOpen = false;
  turned = false;

  /**
   * @param {HTMLElement} place where the board is drawn
   * @param {HTMLElement} buttons where the buttons of moves are
   * @param {(move: string) => void} play
   */
  constructor(place, buttons, play) {
    this.place = place;
    this.buttons = buttons;
    this.play = play;
  }

  /**
   * Shows a view.
   * @param {View} view
   * @param {boolean} isOpen whether a person may move
   */
  show(view, isOpen) {
    [this.#view, this.#isOpen, this.#clicks, this.#gestures] = [view, isOpen, [], gestures(view)];
    this.place.dataset.open = String(isOpen);
    this.#draw(view);
    this.#showClicks();
  }

  #draw(/** @type {View} */ view) {
    const focus = focusedSpot();
    const { place } = this;
    const [before, old] = [this.#drawn, this.#board];
    this.#drawn = view;
    if (view.spots === undefined) {
      this.#board = null;
      place.replaceChildren(html("pre", { "aria-label": t("picture"), tabindex: "0" }, view.picture ?? ""));
    } else {
      this.#board = drawBoard(view, this.turned);
      listen(this.#board, (id) => this.#click(id), (id) => this.#live().has(id), (id) => this.#begins(id), () => this.#back(), focus);
      if (falls(view)) points(this.#board, (id) => this.#showGhost(id));
      place.replaceChildren(this.#board.svg);
      if (before !== null && before !== view && old !== null) slide(before, view, old, this.#board);
      this.#board.svg.setAttribute("aria-label", t("board"));
      if (focus !== null) refocus(this.#board, focus);
    }
  }

  /**
   * Shows moves as advice, instead of those before.
   * @param {{move: string, kind: string}[]} moves
   */
  advise(moves) {
    if (this.#board !== null) showAdvice(this.#board, moves.map(({ move, kind }) => ({ steps: this.#view?.moves?.[move] ?? [], kind })));
  }

  #moves() {
    return this.#isOpen ? this.#gestures : [];
  }

  /** The steps that go on, with every spot of a column for its live one where the game wants it so. */
  #live() {
    const steps = live(this.#moves(), this.#clicks);
    if (this.#view?.targets !== "columns" || this.#board === null) return steps;
    const columns = new Set([...steps].map((step) => this.#board?.spots.get(step)?.at[0]));
    return new Set([...steps, ...[...this.#board.spots.values()].filter(({ at }) => columns.has(at[0])).map(({ id }) => id)]);
  }

  /** Whether a click on a spot leads to another click on the board. */
  #begins(/** @type {string} */ id) {
    const { clicks, play } = click(this.#moves(), this.#clicks, id);
    return play.length === 0 && clicks.at(-1) === id && live(this.#moves(), clicks).size > 0;
  }

  /** The step that a click on a spot means. */
  #meant(/** @type {string} */ id) {
    const steps = live(this.#moves(), this.#clicks);
    if (steps.has(id) || this.#view?.targets !== "columns") return id;
    const column = this.#board?.spots.get(id)?.at[0];
    return [...steps].find((step) => this.#board?.spots.get(step)?.at[0] === column) ?? id;
  }

  #showGhost(/** @type {string | null} */ id) {
    if (this.#board === null || this.#view === null) return;
    showGhost(this.#board, this.#view, id !== null && this.#live().has(id) ? id : null);
  }

  async #click(/** @type {string} */ id) {
    if (!this.#isOpen) return;
    const { clicks, play } = click(this.#moves(), this.#clicks, this.#meant(id));
    this.#clicks = clicks;
    this.#showClicks();
    if (play.length > 0) return this.#decide(play);
    // Where only choices are left, they are asked for at once.
    const words = [...live(this.#moves(), clicks)];
    if (clicks.length > 0 && words.length > 0 && words.every((word) => word.startsWith("="))) {
      const view = this.#view;
      const word = await choose(t("choose"), words.map((word) => [word, view === null ? word : wordText(view, word)]));
      if (view !== this.#view) return;
      if (word === null) this.#back();
      else this.#click(word);
    }
  }

  async #decide(/** @type {string[]} */ moves) {
    const view = this.#view;
    const answers = moves.map((one) => /** @type {[string, string]} */ ([one, shownMove(one, view?.notation?.[one])]));
    const move = moves.length === 1 ? moves[0] : await choose(t("choose-move"), answers);
    if (view !== this.#view) return;
    if (move === null) return this.#back();
    this.#isOpen = false;
    this.place.dataset.open = "false";
    this.play(move);
  }

  #back() {
    this.#clicks = this.#clicks.slice(0, -1);
    this.#showClicks();
  }

  #showClicks() {
    const view = this.#view;
    if (view === null) return;
    if (this.#board !== null) {
      const drawn = halfway(view, this.#clicks);
      if (JSON.stringify(drawn.tokens) !== JSON.stringify(this.#drawn?.tokens)) this.#draw(drawn);
      showClicks(this.#board, drawn, this.#live(), this.#clicks);
      const drags = leading(this.#moves(), this.#clicks);
      for (const [id, hit] of this.#board.hits) hit.classList.toggle("drags", drags.has(id) || this.#clicks.at(-1) === id);
    }
    const words = [...live(this.#moves(), this.#clicks)].filter((step) => /^[!=]/.test(step));
    const button = (/** @type {string} */ step, /** @type {string} */ text, /** @type {() => void} */ press) => {
      const made = html("button", { type: "button", "data-step": step }, text);
      made.addEventListener("click", press);
      return made;
    };
    this.buttons.replaceChildren(
      ...words.map((word) => button(word, wordText(view, word), () => this.#click(word))),
      ...finishing(this.#moves(), this.#clicks)
        .map((move) => button(move, shownMove(move, view.notation?.[move]), () => this.#decide([move]))),
    );
  }
}
