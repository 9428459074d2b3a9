/**
 * The score of a game, why it ended, and what one may do then.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("../types.js").View} View
 */
import { nameOf } from "../about.js";
import { STRENGTHS } from "../choices.js";
import { byId, html } from "../element.js";
import { keep } from "../keep.js";
import { t } from "../words.js";

/** The reasons that the page has texts for. Of one that it does not know it says nothing. */
export const REASONS = new Set(["checkmate", "stalemate", "repetition", "move-limit", "material", "goal", "line", "connection", "count", "no-moves",
  "no-pieces", "blocked", "passes", "territory", "captured", "points", "bare-king"]);
/** From the weakest to the strongest. */
const LADDER = [...STRENGTHS.map(String), "full"];
/** @type {import("../types.js").Side[]} */
const SIDES = ["max", "min"];

/** The strength that is next to one; `undefined` at the ends. */
export const beside = (/** @type {string} */ strength, /** @type {number} */ step) => LADDER[LADDER.indexOf(strength) + step];

/** A number as people write it. */
const written = (/** @type {number} */ points) => String(points).replace("-", "\u2212");

/** Why the rules ended a game, as a text; empty if that is not known. */
export function reasonOf(/** @type {View} */ { result }) {
  return result !== undefined && REASONS.has(result.reason) ? t(`reason-${result.reason}`) : "";
}

/** The score of both sides; empty in games that have none. */
export function scoreOf(/** @type {View} */ view) {
  if (view.points === undefined) return "";
  const [first, second] = view.points.map(written);
  return t("score", { first: nameOf(view, "max"), firstPoints: first, second: nameOf(view, "min"), secondPoints: second });
}

export class Result {
  /**
   * @param {Table} table
   * @param {{again: () => void, analyse: () => void}} acts
   */
  constructor(table, { again, analyse }) {
    this.table = table;
    const button = (/** @type {string} */ id, /** @type {() => void} */ act) => {
      const made = html("button", { type: "button", id, "data-text": id }, t(id));
      made.addEventListener("click", act);
      return made;
    };
    this.again = button("again", again);
    this.again.className = "primary";
    const other = (/** @type {number} */ step) => () => {
      this.#choose(step);
      again();
    };
    this.easier = button("easier", other(-1));
    this.harder = button("harder", other(1));
    this.buttons = html("div", { id: "result", class: "row", role: "group", "data-label": "result", hidden: "" },
      this.again, this.easier, this.harder, button("analyse-this", analyse));
    byId("status", HTMLElement).after(this.buttons);
  }

  /** The table has changed. */
  update() {
    const { table } = this;
    const { view, players, computer } = table;
    if (view === null) return;
    // The status has the score of a game that is over.
    this.#showPoints(table.isOver ? undefined : view.points);
    const isNew = table.isOver && this.buttons.hidden;
    this.buttons.hidden = !table.isOver;
    // On a phone it is below the board.
    if (isNew) this.buttons.parentElement?.scrollIntoView({ block: "nearest" });
    const isAgainst = SIDES.some((side) => players[side] === "computer") && SIDES.some((side) => players[side] === "person");
    [this.easier, this.harder].forEach((button, at) => {
      button.hidden = !isAgainst || beside(computer.strength, at === 0 ? -1 : 1) === undefined;
    });
  }

  /** A weaker or a stronger computer. */
  #choose(/** @type {number} */ step) {
    const { computer } = this.table;
    computer.strength = beside(computer.strength, step) ?? computer.strength;
    byId("strength", HTMLSelectElement).value = computer.strength;
    keep("computer", computer);
  }

  /** Shows the points of each side, in games that have some. */
  #showPoints(/** @type {[number, number] | undefined} */ points) {
    SIDES.forEach((side, at) => {
      const name = document.querySelector(`#sides .${side} .name`);
      name?.querySelector(".points")?.remove();
      if (points !== undefined) name?.append(html("span", { class: "points" }, ` ${t("points", { points: written(points[at]) })}`));
    });
  }
}
