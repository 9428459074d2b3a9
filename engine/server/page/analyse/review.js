/**
 * The mistakes of the line shown: how many of which kind each player made, and a list of them with what was better.
 *
 * @typedef {import("../tree.js").MoveTree} MoveTree
 * @typedef {import("../tree.js").Place} Place
 * @typedef {import("../types.js").View} View
 * @typedef {import("./mistakes.js").Judged} Judged
 */
import { sidesOf } from "../about.js";
import { html } from "../element.js";
import { shownMove } from "../notation.js";
import { Numbering } from "../numbering.js";
import { signs } from "../remarks.js";
import { percent } from "../scores.js";
import { t } from "../words.js";
import { KINDS, summary } from "./mistakes.js";

/** What each drawing shows, so that nothing is drawn twice: somebody may be on one of the buttons. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/**
 * @param {HTMLElement} container
 * @param {Judged[]} judged all moves of the line; the list is not shown if any is missing
 * @param {MoveTree} tree
 * @param {View | null} view
 * @param {(at: Place) => void} go
 */
export function showReview(container, judged, tree, view, go) {
  const line = tree.line();
  // A roll is nobody's.
  const moves = line.slice(1).filter(({ parent }) => parent?.turn !== "chance");
  const isWhole = view !== null && moves.length > 0 && judged.length === moves.length;
  container.hidden = !isWhole;
  if (!isWhole) return;
  const tags = new Map(tree.tags);
  const sides = /** @type {["max", "min"]} */ (["max", "min"]);
  const names = sides.map((_, side) => tags.get(view.sides[side]) ?? sidesOf(view)[side]);
  const sums = sides.map((side) => summary(judged, side));
  const marked = judged.filter(({ glyph }) => glyph > 0);
  /** @type {Map<Place, string>} */
  const numbers = new Map();
  const numbering = new Numbering(tree);
  for (const at of line.slice(1)) numbers.set(at, numbering.text(at, true));
  const rows = marked.map(({ at, glyph, loss, better }) => ({
    word: `${numbers.get(at)} ${shownMove(at.move, at.written)} ${signs({ glyphs: [glyph] })}`, loss: percent(loss),
    better: shownMove(better[0], at.parent?.children.find(({ move }) => move === better[0])?.written),
  }));
  const key = JSON.stringify([document.documentElement.lang, names, sums, rows, marked.map(({ ply }) => ply)]);
  if (drawn.get(container) === key && container.childElementCount > 0) return;
  drawn.set(container, key);
  const head = (/** @type {string} */ text) => html("th", { scope: "col" }, text);
  const table = html("table", {},
    html("thead", {}, html("tr", {}, head(t("analyse-player")),
      ...KINDS.map(({ glyph }) => head(t(`analyse-kind-${glyph}`))), head(t("analyse-mean-loss")))),
    html("tbody", {}, ...sums.map(({ counts, mean }, side) => html("tr", {}, html("th", { scope: "row" }, names[side]),
      ...counts.map((count) => html("td", {}, String(count))), html("td", {}, percent(mean))))));
  const list = html("ol", { class: "rows" }, ...rows.map(({ word, loss, better }, index) => {
    const { at, ply, glyph } = marked[index];
    const button = html("button", { type: "button", "data-ply": String(ply), class: `glyph-${glyph}` },
      html("span", { class: "name" }, word), " ", html("span", { class: "facts" }, t("analyse-better", { loss, move: better })));
    button.addEventListener("click", () => go(at));
    return html("li", {}, button);
  }));
  container.replaceChildren(html("h3", {}, t("analyse-mistakes")), table, list, html("p", { class: "note" }, t("analyse-mistakes-note")));
}
