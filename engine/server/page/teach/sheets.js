/**
 * Worksheets: made, taken home as files, and marked.
 *
 * @typedef {import("./asking.js").Exercises} Exercises
 */
import { html } from "../element.js";
import { keep, kept } from "../keep.js";
import { t } from "../words.js";

/** The fields of random trees, with their bounds and first values. */
export const FIELDS = {
  count: { min: 1, max: 50, first: 6 }, depth: { min: 1, max: 8, first: 3 }, branching: { min: 2, max: 4, first: 2 },
  seed: { min: 0, max: Number.MAX_SAFE_INTEGER, first: 1 }, exercise: { min: 1, max: 10, first: 1 },
};
/** Those of a worksheet. */
const OF_SHEET = /** @type {const} */ (["count", "depth", "branching", "seed"]);

/** A number field with its label. */
export function numberField(/** @type {keyof typeof FIELDS} */ name, /** @type {string} */ prefix) {
  const { min, max, first } = FIELDS[name];
  const bounds = { min: String(min), max: String(max), step: "1", value: String(first) };
  return html("label", {}, html("span", { "data-text": `teach-${name}` }),
    html("input", { type: "number", id: `${prefix}-${name}`, required: "", ...bounds }));
}

/** The number in a field, within its bounds. */
export function numberIn(/** @type {ParentNode} */ within, /** @type {string} */ prefix, /** @type {keyof typeof FIELDS} */ name) {
  const input = /** @type {HTMLInputElement} */ (within.querySelector(`#${prefix}-${name}`));
  const { min, max, first } = FIELDS[name];
  const number = input.value === "" ? first : Math.round(Number(input.value));
  input.value = String(Math.max(min, Math.min(max, number)));
  return Number(input.value);
}

/** A file to take home. */
function file(/** @type {string} */ name, /** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ label) {
  const link = html("a", { class: "file", download: name, href: URL.createObjectURL(new Blob([text], { type: kind })) }, label);
  return link;
}

/** The cells of a table written as CSV. */
export function cellsOf(/** @type {string} */ text) {
  /** @type {string[][]} */
  const rows = [[""]];
  const add = (/** @type {string} */ sign) => {
    const row = rows[rows.length - 1];
    row[row.length - 1] += sign;
  };
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"' && isQuoted && text[at + 1] === '"') add(text[at += 1]);
    else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === "," && !isQuoted) rows[rows.length - 1].push("");
    else if (sign === "\n" && !isQuoted) rows.push([""]);
    else if (sign !== "\r" || isQuoted) add(sign);
  }
  return rows.filter((row) => row.length > 1);
}

/**
 * The marks as they are shown: what a student did not answer is in one row.
 * @param {string[][]} rows those of the table
 * @param {string} answers what was marked
 */
export function shownMarks(rows, answers) {
  const nameOf = (/** @type {string[]} */ [student, exercise]) => JSON.stringify([student, exercise]);
  const given = new Set(cellsOf(answers).filter((line) => line.slice(2).join("").trim() !== "").map(nameOf));
  /** @type {Map<string, string[]>} by student */
  const open = new Map();
  return rows.filter((row) => {
    const [student, exercise, mark] = row;
    if (exercise === "all" || mark !== "0" || given.has(nameOf(row))) return true;
    const first = open.get(student);
    if (first === undefined) open.set(student, row);
    else first[1] += `, ${exercise}`;
    return first === undefined;
  });
}

export class Sheets {
  /** @type {unknown} */
  #key = kept("teach-key", null);
  /** The worksheet that is shown. @type {any} */
  #sheet = null;
  /** The answers of which the marks are shown, and the key that they were marked with. @type {{key: unknown, answers: string} | null} */
  #graded = null;
  /** The language of what is shown. */
  #language = "";
  /** @type {string[]} */
  #files = [];

  /**
   * @param {HTMLElement} container
   * @param {{make: (exercises: Exercises) => Promise<any>, grade: (key: unknown, answers: string) => Promise<any>,
   *   solve: (tree: string) => void}} acts
   */
  constructor(container, acts) {
    this.acts = acts;
    this.form = html("form", { class: "fields" },
      ...OF_SHEET.map((name) => numberField(name, "sheet")),
      html("button", { type: "submit", class: "primary", "data-text": "teach-make" }));
    this.made = html("div", { class: "made" });
    this.keyFile = html("input", { type: "file", id: "sheet-key", accept: ".json,application/json" });
    this.answers = html("textarea", { id: "sheet-answers", rows: "6", spellcheck: "false", placeholder: "student,exercise,answer" });
    this.mark = html("form", { class: "mark" },
      html("h3", { "data-text": "teach-mark-title" }), html("p", { class: "note", "data-text": "teach-mark-note" }),
      html("label", {}, html("span", { "data-text": "teach-key" }), this.keyFile),
      html("label", { class: "wide" }, html("span", { "data-text": "teach-answers" }), this.answers),
      html("button", { type: "submit", class: "primary", "data-text": "teach-mark" }));
    this.marks = html("div", { class: "marks", "aria-live": "polite" });
    this.trouble = html("p", { class: "trouble", role: "alert" });
    this.markTrouble = html("p", { class: "trouble", role: "alert" });
    this.mark.append(this.markTrouble);
    container.append(this.form, this.trouble, this.made, this.mark, this.marks);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#try(this.trouble, () => this.make());
    });
    this.mark.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#try(this.markTrouble, () => this.grade());
    });
  }

  async #try(/** @type {HTMLElement} */ place, /** @type {() => Promise<void>} */ act) {
    place.textContent = "";
    await act().catch((/** @type {unknown} */ error) => {
      place.textContent = error instanceof Error ? error.message : String(error);
    });
  }

  async make() {
    const number = (/** @type {keyof typeof FIELDS} */ name) => numberIn(this.form, "sheet", name);
    const [count, depth, branching, seed] = [number("count"), number("depth"), number("branching"), number("seed")];
    this.#sheet = await this.acts.make({ count, depth, branching, seed: String(seed) });
    this.#key = this.#sheet.key;
    keep("teach-key", this.#key);
    this.#showSheet();
    if (this.answers.value.trim() === "") this.answers.value = this.#sheet.table;
  }

  /** What has been made and marked, in the language that the page has now. */
  speak() {
    if (this.#language === document.documentElement.lang) return;
    this.#language = document.documentElement.lang;
    if (this.#sheet !== null) this.#showSheet();
    // The remarks are the server's.
    if (this.#graded !== null) this.#try(this.markTrouble, () => this.#showMarks());
  }

  #showSheet() {
    const sheet = this.#sheet;
    this.#files.forEach((address) => URL.revokeObjectURL(address));
    const files = [
      file("exercises.html", "text/html", sheet.exercises, t("teach-file-exercises")),
      file("answers.html", "text/html", sheet.answers, t("teach-file-answers")),
      file("key.json", "application/json", JSON.stringify(sheet.key, null, 2), t("teach-file-key")),
      file("answers.csv", "text/csv", sheet.table, t("teach-file-table")),
    ];
    this.#files = files.map(({ href }) => href);
    const trees = sheet.key.exercises.map((/** @type {string} */ tree) => {
      const button = html("button", { type: "button", "data-text": "teach-solve" }, t("teach-solve"));
      button.addEventListener("click", () => this.acts.solve(tree));
      return html("li", {}, html("code", {}, tree), " ", button);
    });
    this.made.replaceChildren(html("div", { class: "row" }, ...files), html("p", { class: "note" }, t("teach-files-note")),
      html("ol", {}, ...trees));
  }

  async grade() {
    const chosen = this.keyFile.files?.[0];
    if (chosen !== undefined) {
      try {
        this.#key = JSON.parse(await chosen.text());
      } catch {
        throw new Error(t("teach-no-key"));
      }
    }
    if (this.#key === null) throw new Error(t("teach-no-key"));
    this.#graded = { key: this.#key, answers: this.answers.value };
    await this.#showMarks();
  }

  async #showMarks() {
    if (this.#graded === null) return;
    const { key, answers } = this.#graded;
    const { table, right, wrong, unjudged } = await this.acts.grade(key, answers);
    const [head, ...rows] = cellsOf(table);
    const shown = shownMarks(rows, answers).map(([student, exercise, ...rest]) =>
      [student, exercise === "all" ? t("teach-column-all") : exercise, ...rest]);
    this.marks.replaceChildren(
      html("p", {}, t("teach-marked", { right, wrong, unjudged })),
      html("div", { class: "wide", tabindex: "0", role: "region", "aria-label": t("teach-marks") },
        html("table", {}, html("thead", {}, html("tr", {}, ...head.map((cell) => html("th", { scope: "col" }, t(`teach-column-${cell}`))))),
          html("tbody", {}, ...shown.map((row) => html("tr", {}, ...row.map((cell) => html("td", {}, cell))))))),
      file("marks.csv", "text/csv", table, t("teach-file-marks")));
  }
}
