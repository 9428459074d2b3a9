/**
 * What stands beside the board: players, clocks, whose turn it is, the moves, what the computer finds.
 *
 * @typedef {import("./table.js").Table} Table
 * @typedef {{last: string, isRoll: boolean}} Last the last move as people write it, empty before the first one, and
 *   whether it was a roll
 * @typedef {import("../types.js").Info} Info
 * @typedef {import("../types.js").Side} Side
 * @typedef {import("../types.js").View} View
 */
import { nameOf, sidesOf } from "../about.js";
import { drawSample } from "../board.js";
import { byId, fill, html } from "../element.js";
import { positionLine } from "../game.js";
import { kept } from "../keep.js";
import { shownMove } from "../notation.js";
import { signed } from "../scores.js";
import { reasonOf, scoreOf } from "./result.js";
import { other } from "./table.js";
import { t } from "../words.js";

/** So many legal moves are shown at once. */
const MOST_BUTTONS = 200;
/** So many moves of a line of best play. */
const MOST_PV = 8;
/** @type {Side[]} */
const SIDES = ["max", "min"];

/**
 * Shows whatever has changed at the table.
 * @param {Table} table
 * @param {Last} played
 * @param {(side: Side, player: string) => void} seat
 */
export function showPanel(table, played, seat) {
  const { view } = table;
  if (view === null) return;
  showSides(table, view, seat);
  showStatus(table, played);
  const thinking = byId("thinking", HTMLElement);
  thinking.textContent = "";
  // Where nothing is shown for long there is no room for it.
  thinking.classList.toggle("rare", SIDES.some((side) => table.players[side] === "person") && !kept("thoughts", false));
  byId("undo", HTMLButtonElement).disabled = table.game.moves.length === 0;
  byId("hint", HTMLButtonElement).disabled = !table.isPersonsTurn || view.turn === "chance" || table.isThinking;
  const computers = SIDES.some((side) => table.players[side] === "computer");
  byId("pause", HTMLButtonElement).disabled = table.isOver || !computers;
  byId("pause", HTMLButtonElement).setAttribute("aria-pressed", String(table.isPaused));
  byId("resign", HTMLButtonElement).disabled = table.isOver || !SIDES.some((side) => table.players[side] === "person");
  byId("dice", HTMLElement).hidden = !(view.turn === "chance" || table.game.moves.length > 0 && !byId("dice", HTMLElement).hidden);
  byId("line", HTMLTextAreaElement).value = positionLine(table.game);
  byId("typed", HTMLInputElement).disabled = !table.isPersonsTurn;
}

/** Says what was played last, and whose turn it is. */
export function showStatus(/** @type {Table} */ table, /** @type {Last} */ played) {
  if (table.view !== null) say(status(table, table.view, played));
}

/** Says what is so now, once: to screen readers too. */
export function say(/** @type {string} */ text) {
  const place = byId("status", HTMLElement);
  if (place.textContent !== text) place.textContent = text;
}

/** Shows the time that both sides have. */
export function showClocks(/** @type {Table} */ { clock }) {
  for (const side of SIDES) {
    const place = document.querySelector(`#sides .${side} .clock`);
    if (place === null) continue;
    place.textContent = clock === null ? "" : clock.text(side);
    place.classList.toggle("short", clock !== null && clock.of(side) < 10_000);
  }
}

/**
 * What a search has found.
 * @param {Info} info one with a value
 * @param {View} view
 */
export function showInfo(info, view) {
  const turn = view.turn === "chance" ? "max" : view.turn;
  const side = nameOf(view, turn);
  const bound = info.bound === undefined ? "" : `${t(info.bound === "lowerbound" ? "at-least" : "at-most")} `;
  const value = info.mate === undefined
    ? t("value", { value: bound + signed(info.cp ?? 0), side })
    : t("win-in", { side: info.mate > 0 ? side : nameOf(view, other(turn)), moves: Math.abs(info.mate) });
  const line = info.pv.slice(0, MOST_PV).map((move) => shownMove(move)).join(" ");
  byId("thinking", HTMLElement).textContent = [t("depth", { depth: info.depth ?? 0 }), value, line].filter((part) => part !== "").join(" · ");
}

/**
 * The legal moves as buttons: those that begin with what was typed, as the game or people write them.
 * @param {Table} table
 * @param {string} typed
 * @param {(move: string) => void} play
 */
export function showLegal(table, typed, play) {
  const list = document.querySelector("#legal .list");
  if (table.view === null || list === null || !byId("more", HTMLDetailsElement).open) return;
  const { moves, count, notation = {} } = table.view;
  if (moves === null) return list.replaceChildren(t("too-many-moves", { count }));
  const shown = (/** @type {string} */ move) => shownMove(move, notation[move]);
  const begins = (/** @type {string} */ text) => text.toLowerCase().startsWith(typed.toLowerCase());
  const fitting = table.isPersonsTurn ? Object.keys(moves).filter((move) => begins(move) || begins(shown(move))) : [];
  const buttons = fitting.slice(0, MOST_BUTTONS).map((move) => {
    const button = html("button", { type: "button", "data-move": move }, shown(move));
    button.addEventListener("click", () => play(move));
    return button;
  });
  const rest = fitting.length - buttons.length;
  list.replaceChildren(...buttons, ...(rest > 0 ? [html("p", {}, t("more-moves", { count: rest }))] : []));
}

function showSides(/** @type {Table} */ table, /** @type {View} */ view, /** @type {(side: Side, player: string) => void} */ seat) {
  const place = byId("sides", HTMLElement);
  const glyphs = (view.tokens ?? []).map(({ owner, glyph }) => `${owner} ${glyph === "cross" || glyph === "ring"}`).sort();
  const key = [...sidesOf(view), document.documentElement.lang, ...new Set(glyphs)].join("\n");
  if (place.dataset.key !== key) {
    place.dataset.key = key;
    place.replaceChildren(...SIDES.map((side) => {
      const name = nameOf(view, side);
      const select = html("select", { "aria-label": t("player", { side: name }) });
      select.addEventListener("change", () => seat(side, select.value));
      const row = html("div", { class: `side ${side}` }, html("span", { class: "name" }, drawSample(view, side), " ", name), select, html("span", { class: "clock" }));
      return row;
    }));
  }
  for (const side of SIDES) {
    const row = place.querySelector(`.${side}`);
    const select = row?.querySelector("select");
    if (row === null || select === null || select === undefined) continue;
    fill(select, [["person", t("person")], ["computer", t("computer")]], table.players[side]);
    row.classList.toggle("turn", !table.isOver && view.turn === side);
  }
  showClocks(table);
}

function status(/** @type {Table} */ table, /** @type {View} */ view, /** @type {Last} */ { last, isRoll }) {
  if (table.isOver) return ending(table, view);
  const before = last === "" ? "" : `${t(isRoll ? "rolled" : "played", { move: last })} `;
  if (view.turn === "chance") return before + t(table.rolls ? "rolling" : "to-roll");
  const side = nameOf(view, view.turn);
  if (table.isPersonsTurn) return before + t("your-move", { side });
  return before + t(table.isPaused ? "paused" : "computer-thinks", { side });
}

/** How a game ended: who has won, why, and with which score. */
function ending(/** @type {Table} */ { given }, /** @type {View} */ view) {
  if (given !== null) {
    const names = { side: nameOf(view, given.winner), other: nameOf(view, other(given.winner)) };
    const texts = { resigning: "won-by-resigning", time: "won-on-time", "time-alone": "drawn-on-time" };
    return [t(texts[given.why], names), scoreOf(view)].join(" ").trim();
  }
  // Points say more than their difference.
  const verdict = view.value !== undefined && view.points === undefined
    ? t("ended-with", { value: signed(view.value), side: nameOf(view, "max") })
    : view.outcome === "draw" ? t("drawn") : t("won", { side: nameOf(view, view.outcome === "min" ? "min" : "max") });
  return [verdict, reasonOf(view), scoreOf(view)].filter((text) => text !== "").join(" ");
}
