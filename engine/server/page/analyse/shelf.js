/**
 * The lists of an analysis: the games of the file that was opened, and the analyses that are saved. One stop for the Tab
 * key in each list; the arrows go on from there.
 *
 * @typedef {import("./games.js").Found} Found
 * @typedef {import("./layout.js").Parts} Parts
 * @typedef {import("./library.js").Entry} Entry
 */
import { html } from "../element.js";
import { t } from "../words.js";
import { matching, playersOf } from "./games.js";

/** So many games are shown at once; people filter the others. */
const MOST_ROWS = 200;

export class Shelf {
  /** @type {{name: string, games: Found[]}} */
  #file = { name: "", games: [] };
  /** The number of the game that is open, from 0; −1 is none. */
  #open = -1;
  /** @type {Entry[]} */
  #entries = [];
  /** The names of all games. @type {Map<string, string>} */
  #games = new Map();
  #current = "";

  /**
   * @param {Parts} parts
   * @param {{pick: (number: number) => void, open: (entry: Entry) => void, rename: (entry: Entry, name: string) => void,
   *   remove: (entry: Entry) => void}} acts
   */
  constructor(parts, acts) {
    this.parts = parts;
    this.acts = acts;
    parts.filter.addEventListener("input", () => this.#drawFile());
    // From the field the games are one key away.
    parts.filter.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "Enter") return;
      event.preventDefault();
      const first = parts.fileGames.querySelector("button");
      if (event.key === "Enter") first?.click();
      else first?.focus();
    });
    for (const list of [parts.fileGames, parts.savedList]) {
      list.addEventListener("keydown", (event) => walk(list, event));
    }
  }

  /** Shows the games of a file, if it has more than one. A text that was pasted has no name. */
  showFile(/** @type {string} */ name, /** @type {Found[]} */ games) {
    [this.#file, this.#open] = [{ name, games }, -1];
    this.parts.filter.value = "";
    this.#drawFile();
  }

  /** Marks the game of the file that is open; −1 is none. */
  mark(/** @type {number} */ number) {
    this.#open = number;
    this.#drawFile();
  }

  /** Shows the saved analyses. */
  showSaved(/** @type {Entry[]} */ entries, /** @type {string} */ current, /** @type {Map<string, string>} */ games) {
    [this.#entries, this.#current, this.#games] = [entries, current, games];
    this.#drawSaved();
  }

  /** In the language that the page has now. */
  speak() {
    this.#drawFile();
    this.#drawSaved();
  }

  #drawFile() {
    const { file, fileTitle, fileGames, fileRest, filter } = this.parts;
    const { name, games } = this.#file;
    file.hidden = games.length < 2;
    if (file.hidden) return;
    fileTitle.textContent = t("analyse-file-games", { count: games.length, name: name || t("analyse-pasted") });
    const found = matching(games, filter.value);
    const shown = found.slice(0, MOST_ROWS);
    const rows = shown.map(({ game, number }) => {
      const isOpen = number === this.#open;
      const button = html("button", { type: "button", "data-game": String(number), ...current(isOpen) },
        ...named(`${number + 1}. ${playersOf(game.tags) || game.tags.get("Event") || t("analyse-nobody")}`, factsOf(game)));
      button.addEventListener("click", () => this.acts.pick(number));
      return html("li", {}, button);
    });
    replace(fileGames, rows);
    const rest = found.length - shown.length;
    fileRest.textContent = found.length === 0 ? t("analyse-file-none") : rest > 0 ? t("analyse-file-more", { count: rest }) : "";
  }

  #drawSaved() {
    const { savedTitle, savedList, savedNone, exportAll } = this.parts;
    savedTitle.textContent = t("analyse-saved", { count: this.#entries.length });
    savedNone.hidden = this.#entries.length > 0;
    exportAll.disabled = this.#entries.length === 0;
    const { lang } = document.documentElement;
    const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" });
    replace(savedList, this.#entries.map((entry) => {
      const { id, name, game, moves } = entry;
      const facts = [this.#games.get(game) ?? game, date.format(entry.date), t("analyse-plies", { count: moves })].join(" · ");
      const open = html("button", { type: "button", "data-saved": id, ...current(id === this.#current) }, ...named(name, facts));
      open.addEventListener("click", () => this.acts.open(entry));
      const small = (/** @type {string} */ act, /** @type {() => void} */ does) => {
        const label = t(`analyse-${act}-this`, { name });
        const button = html("button", { type: "button", "data-entry": act, "aria-label": label }, t(`analyse-${act}`));
        button.addEventListener("click", does);
        return button;
      };
      const row = html("li", {}, open);
      row.append(small("rename", () => this.#rename(row, entry)), small("delete", () => this.acts.remove(entry)));
      return row;
    }));
  }

  /** A field takes the place of the name until Enter, Escape, or the focus goes. */
  #rename(/** @type {HTMLElement} */ row, /** @type {Entry} */ entry) {
    const field = html("input", { type: "text", maxlength: "120", "aria-label": t("analyse-rename-this", { name: entry.name }) });
    field.value = entry.name;
    const end = (/** @type {boolean} */ isWanted) => {
      field.onblur = null;
      const name = field.value.trim();
      if (isWanted && name !== "" && name !== entry.name) this.acts.rename(entry, name);
      else this.#drawSaved();
    };
    field.onblur = () => end(true);
    field.onkeydown = (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") end(event.key === "Enter");
    };
    row.replaceChildren(field);
    field.focus();
    field.select();
  }
}

const current = (/** @type {boolean} */ is) => /** @type {Object<string, string>} */ (is ? { "aria-current": "true" } : {});

/** The parts of a row. */
const named = (/** @type {string} */ name, /** @type {string} */ facts) =>
  [html("span", { class: "name" }, name), " ", html("span", { class: "facts" }, facts)];

/** What the row of a game says besides its players. */
function factsOf(/** @type {Found} */ { tags, plies }) {
  const players = playersOf(tags);
  const event = players === "" ? undefined : tags.get("Event");
  const date = tags.get("Date")?.replace(/(\.\?\?)+$/, "");
  const all = [tags.get("Result"), date, event, tags.get("ECO"), t("analyse-plies", { count: plies })];
  return all.filter((one) => one !== undefined && one !== "*").join(" · ");
}

/** Shows rows instead of others; the focus stays at the same one, if that is still there. */
function replace(/** @type {HTMLElement} */ list, /** @type {HTMLElement[]} */ rows) {
  const keyOf = (/** @type {Element | null} */ button) => button?.getAttribute("data-game") ?? button?.getAttribute("data-saved") ?? null;
  const focused = list.contains(document.activeElement) ? keyOf(document.activeElement) : null;
  list.replaceChildren(...rows);
  const openers = [...list.querySelectorAll("button:not([data-entry])")];
  const stop = openers.find((button) => button.hasAttribute("aria-current")) ?? openers[0];
  for (const button of openers) button.setAttribute("tabindex", button === stop ? "0" : "-1");
  const again = openers.find((button) => keyOf(button) === focused);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** The arrow keys go from row to row. */
function walk(/** @type {HTMLElement} */ list, /** @type {KeyboardEvent} */ event) {
  const openers = [...list.querySelectorAll("button:not([data-entry])")];
  const at = openers.findIndex((button) => button === document.activeElement);
  const goal = at < 0 ? undefined : { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: openers.length - 1 }[event.key];
  if (goal === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const next = openers[Math.min(Math.max(goal, 0), openers.length - 1)];
  for (const button of openers) button.setAttribute("tabindex", button === next ? "0" : "-1");
  if (next instanceof HTMLElement) next.focus();
}
