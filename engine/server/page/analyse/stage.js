/**
 * The board of an analysis: the position, arrows for what the engines find, and a look ahead along their lines.
 *
 * @typedef {import("../types.js").View} View
 * @typedef {import("./analyst.js").Analyst} Analyst
 */
import { Surface } from "../surface.js";

/** So many lines of each engine have an arrow. */
const MOST_ARROWS = 3;
/** Who only passes over a move is shown nothing, in milliseconds. */
const PREVIEW_PAUSE = 60;

export class Stage {
  /** @type {View | null} */
  #view = null;
  /** The arrows that are drawn. */
  #arrows = "";
  #isPreview = false;
  /** Counts what was shown, so that a view that comes late is dropped. */
  #era = 0;

  /**
   * @param {HTMLElement} place where the board is drawn
   * @param {HTMLElement} buttons where the buttons of moves are
   * @param {(move: string) => void} play
   */
  constructor(place, buttons, play) {
    this.place = place;
    this.surface = new Surface(place, buttons, play);
  }

  /** Turns the board, when it is shown next. */
  turn() {
    this.surface.turned = !this.surface.turned;
  }

  /** Shows a position, in which moves can be made. */
  show(/** @type {View} */ view) {
    this.#view = view;
    this.#isPreview = false;
    this.#era += 1;
    this.#arrows = "";
    this.place.classList.remove("preview");
    this.surface.show(view, true);
  }

  /** Draws arrows for the first moves of the best lines. */
  pointOut(/** @type {Analyst[]} */ analysts) {
    if (this.#isPreview) return;
    const arrows = analysts.flatMap(({ name, lines }) => [...lines].sort(([one], [other]) => one - other).slice(0, MOST_ARROWS)
      .filter(([, { pv }]) => pv.length > 0).map(([rank, { pv }]) => ({ move: pv[0], rank, kind: `engine-${name} rank-${rank}` })));
    // The best move of an engine lies above the other moves of all.
    arrows.sort((one, other) => one.rank - other.rank);
    const key = JSON.stringify(arrows);
    if (key === this.#arrows) return;
    this.#arrows = key;
    this.surface.advise(arrows);
  }

  /**
   * Shows another position for a while.
   * @param {(isWanted: () => boolean) => Promise<View>} look
   */
  async preview(look) {
    const era = ++this.#era;
    const isWanted = () => era === this.#era;
    await new Promise((resolve) => setTimeout(resolve, PREVIEW_PAUSE));
    if (!isWanted()) return;
    const view = await look(isWanted).catch(() => null);
    if (view === null || !isWanted()) return;
    this.#isPreview = true;
    this.place.classList.add("preview");
    this.surface.show(view, false);
  }

  /** Shows the position again, without arrows. */
  endPreview() {
    this.#era += 1;
    if (this.#isPreview && this.#view !== null) this.show(this.#view);
  }
}
