/**
 * Each legal move, with what the table of an engine knows of it.
 *
 * @typedef {import("./analyst.js").Analyst} Analyst
 * @typedef {import("../types.js").View} View
 * @typedef {{score: {cp?: number, mate?: number}, bound: "exact" | "lower" | "upper", depth: number, proven?: boolean,
 *   finished?: boolean, line?: string[]}} Known
 */
import { Lost } from "../engine.js";
import { html } from "../element.js";
import { shownMove } from "../notation.js";
import { fromFirst, valueText } from "../scores.js";
import { t } from "../words.js";

/** So many moves are listed at once, each with so many that follow. */
const MOST_MOVES = 200, MOST_REPLIES = 4;
const BOUNDS = { exact: undefined, lower: "lowerbound", upper: "upperbound" };

/**
 * What the table of a session knows of each legal move of the position that it searches.
 * @param {Analyst} analyst
 * @returns {Promise<Object<string, Known>>}
 */
export async function askKnown({ engine }) {
  const isEnd = (/** @type {string} */ line) => line.startsWith("known ") || line.startsWith("info string error ");
  const lines = await engine.ask(["known"], isEnd).catch((/** @type {unknown} */ error) => {
    if (error instanceof Lost) return [];
    throw error;
  });
  const answer = lines.find((line) => line.startsWith("known "));
  return answer === undefined ? {} : JSON.parse(answer.slice(6)).moves;
}

/**
 * Shows the moves, those with the best values first.
 * @param {HTMLElement} container
 * @param {View} view
 * @param {Object<string, Known>} known
 * @param {(move: string) => void} play
 * @param {(line: string[]) => string[]} words moves as people write them, as far as that is known
 */
export function showKnown(container, view, known, play, words) {
  if (view.moves === null) return container.replaceChildren(t("too-many-moves", { count: view.count }));
  const moves = Object.keys(view.moves);
  if (moves.length === 0) return container.replaceChildren(html("p", { class: "note" }, t("analyse-no-moves")));
  const worth = (/** @type {string} */ move) => {
    const score = known[move]?.score;
    if (score === undefined) return -Infinity;
    return score.mate === undefined ? score.cp ?? 0 : score.mate > 0 ? 1e9 - score.mate : -1e9 - score.mate;
  };
  // Of equal values a bound from above is worth the least: such a move may be much worse.
  const rank = (/** @type {string} */ move) => ["upper", "lower", "exact"].indexOf(known[move]?.bound);
  moves.sort((one, other) => (worth(one) === worth(other) ? rank(other) - rank(one) : worth(other) - worth(one)));
  const focus = container.contains(document.activeElement) ? document.activeElement?.textContent : null;
  const rows = moves.slice(0, MOST_MOVES).map((move) => {
    const button = html("button", { type: "button", "data-move": move }, shownMove(move, view.notation?.[move]));
    button.addEventListener("click", () => play(move));
    const one = known[move];
    if (one === undefined) return html("tr", {}, html("th", { scope: "row" }, button), html("td"), html("td"), html("td"));
    const value = valueText(fromFirst({ ...one.score, bound: BOUNDS[one.bound] }, view.turn), view);
    const depth = one.finished ? t("analyse-ends") : one.proven ? t("analyse-proven") : String(one.depth);
    return html("tr", {}, html("th", { scope: "row" }, button), html("td", { class: "value" }, value), html("td", {}, depth),
      html("td", { class: "reply" }, words([move, ...(one.line ?? []).slice(0, MOST_REPLIES)]).slice(1).join(" ")));
  });
  const head = ["analyse-move", "analyse-value", "analyse-depth", "analyse-reply"].map((key) => html("th", { scope: "col" }, t(key)));
  const rest = moves.length - rows.length;
  container.replaceChildren(html("table", {}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows)),
    ...(rest > 0 ? [html("p", { class: "note" }, t("more-moves", { count: rest }))] : []));
  if (focus !== null && focus !== undefined) [...container.querySelectorAll("button")].find(({ textContent }) => textContent === focus)?.focus();
}
