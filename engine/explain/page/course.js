// A course: examples to look at, exercises for the quiz, and worksheets. The address says which: #example=3, #exercise=17,
// #worksheet=1-10, and `&answers` behind it.

/**
 * @typedef {import("./types.js").Explained} Explained
 * @typedef {import("./types.js").Host} Host
 * @typedef {import("./types.js").Searched} Searched
 */

import { Drawing } from "./draw.js";
import { html, within } from "./element.js";
import { Folds } from "./layout.js";
import { looks } from "./looks.js";
import { openExplanation, patterns, prepare } from "./main.js";
import { Replay } from "./replay.js";
import { Series, TREES } from "./series.js";
import { Words } from "./words.js";

class Course {
  /**
   * `root` has the elements of course.html; `data` has all searches, the examples first.
   * @param {HTMLElement} root
   * @param {Explained} data
   */
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.words = new Words(data);
    this.examples = data.panels.slice(0, data.examples);
    this.exercises = data.panels.slice(data.examples);
    prepare(data);
    // The series of ten exercises, by the number of their first one.
    /** @type {Map<number, Series>} */
    this.series = new Map();
    this.book = "tutorial";
    /** @type {ReturnType<typeof openExplanation> | null} */
    this.open = null;
    this.place = 0;
    const find = (/** @type {string} */ selector) => this.find(selector);
    const fields = Object.fromEntries(["exercise", "from", "to", "answers"].map((name) => [name, within(root, `#${name}`, HTMLInputElement)]));
    this.fields = fields;
    this.list = within(root, "#examples", HTMLSelectElement);
    find("#examples").append(...this.examples.map(({ tree, position }, at) =>
      html("option", { value: at + 1 }, `${at + 1}. ${position.length > 44 ? `${position.slice(0, 44)}\u2026` : position} (${tree.length})`)));
    for (const name of ["exercise", "from", "to"]) fields[name].max = String(this.exercises.length);
    find("#examples").addEventListener("change", () => this.go("example", this.list.value || 1));
    find("#exercise").addEventListener("change", () => this.go("exercise", fields.exercise.value));
    find("#exercises").addEventListener("submit", (event) => {
      event.preventDefault();
      this.go("exercise", fields.exercise.value);
    });
    find("#previous").addEventListener("click", () => this.go("exercise", this.place - 1));
    find("#next").addEventListener("click", () => this.go("exercise", this.place + 1));
    find("#sheet").addEventListener("submit", (event) => {
      event.preventDefault();
      const isSolved = fields.answers.checked;
      location.hash = `worksheet=${fields.from.value}-${fields.to.value}${isSolved ? "&answers" : ""}`;
    });
    find("#print").addEventListener("click", () => print());
    addEventListener("hashchange", () => this.show());
    this.show();
  }

  /** @param {string} selector */
  find(selector) {
    return within(this.root, selector, HTMLElement);
  }

  /**
   * Goes to an example or an exercise; to the nearest one where there is none of this number.
   * @param {string} kind
   * @param {number | string} number
   */
  go(kind, number) {
    const count = kind === "exercise" ? this.exercises.length : this.examples.length;
    location.hash = `${kind}=${Math.max(1, Math.min(count, Math.round(Number(number)) || 1))}`;
  }

  /** Shows what the address says; the first example if it says nothing that there is. */
  show() {
    const fields = new URLSearchParams(location.hash.slice(1));
    const at = (/** @type {string} */ name) => Number(fields.get(name)) - 1;
    const [from, to] = (fields.get("worksheet") ?? "").split("-").map(Number);
    this.open?.close();
    this.open = null;
    this.find("#explained").replaceChildren();
    const sheet = from >= 1 ? this.exercises.slice(from - 1, Math.max(from, to || from)) : [];
    this.find("#worksheet").hidden = sheet.length === 0;
    if (sheet.length > 0) this.print(sheet, from, fields.has("answers"));
    else if (this.exercises[at("exercise")] !== undefined) this.exercise(at("exercise"));
    else this.example(this.examples[at("example")] === undefined ? 0 : at("example"));
  }

  /**
   * @param {Searched} panel
   * @param {Host} host
   */
  explain(panel, host) {
    const explained = this.find("#explained");
    explained.append(within(this.root, "#explanation", HTMLTemplateElement).content.cloneNode(true));
    const chosen = (/** @type {string} */ book) => { this.book = book; };
    this.open = openExplanation(explained, { ...this.data, panels: [panel] }, { book: this.book, chosen, ...host });
    return this.open.page.panels[0];
  }

  /** @param {number} at */
  example(at) {
    document.title = `${this.words.say("page-course-example")} ${at + 1}`;
    this.list.value = String(at + 1);
    this.explain(this.examples[at], {}).button("forward").focus({ preventScroll: true });
  }

  /** @param {number} at */
  exercise(at) {
    document.title = `${this.words.say("page-course-exercise")} ${at + 1}`;
    this.place = at + 1;
    this.fields.exercise.value = String(at + 1);
    this.list.value = "";
    const first = at - (at % TREES) + 1;
    const series = this.series.get(first)
      ?? new Series({ isCourse: true, number: first, depth: 0, branching: 0, isStrict: false, isHard: false });
    this.series.set(first, series);
    series.at = at % TREES;
    this.explain(this.exercises[at], { series }).quiz.toggle();
  }

  /**
   * Trees as they are before the search, or after it.
   * @param {Searched[]} panels
   * @param {number} from
   * @param {boolean} isSolved
   */
  print(panels, from, isSolved) {
    const words = this.words;
    document.title = words.say(isSolved ? "sheet-answers" : "sheet-title");
    this.find(".name-line").textContent = isSolved ? words.say("sheet-answers") : `${words.say("sheet-name")}: ____________________`;
    this.find("#worksheet .task").hidden = isSolved;
    this.find("#worksheet .trees").replaceChildren(...panels.map((panel, at) => {
      const box = html("div", {});
      const drawing = new Drawing(panel, box, false, words);
      const replay = new Replay(panel, this.book);
      if (isSolved) replay.goTo(panel.events.length);
      const paint = looks(replay, new Set(), words);
      const seen = new Folds(panel.tree).seen(new Set());
      drawing.arrange(seen);
      drawing.draw(seen, (node) => {
        const look = paint(node);
        drawing.paint(node, { ...look, hidden: null, marks: look.marks.filter((mark) => mark !== "current") });
      });
      return html("figure", {}, html("figcaption", {}, `${words.say("page-course-exercise")} ${from + at}`), box);
    }), patterns());
  }
}

/**
 * Opens a course.
 * @param {HTMLElement} root
 * @param {Explained} data
 */
export function openCourse(root, data) {
  return new Course(root, data);
}
