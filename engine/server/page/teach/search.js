/**
 * The choice of the searches: the algorithms that stand side by side, and the conventions of textbooks.
 *
 * @typedef {import("./asking.js").Search} Search
 */
import { fill, html } from "../element.js";
import { keep, kept } from "../keep.js";
import { t } from "../words.js";

const ALGORITHMS = ["alphabeta", "minimax", "pvs"];
const CHOICES = { order: ["left", "right", "best"], cut: ["equal", "strict"], fail: ["soft", "hard"] };

export class SearchChoice {
  /**
   * @param {HTMLElement} container
   * @param {() => void} change hears of every change
   */
  constructor(container, change) {
    const last = kept("teach-search", /** @type {Partial<Search>} */ ({}));
    this.boxes = ALGORITHMS.map((name) => html("input", { type: "checkbox", value: name }));
    for (const box of this.boxes) box.checked = (last.algorithms ?? ["alphabeta"]).includes(box.value);
    this.lists = Object.keys(CHOICES).map((name) => html("select", { id: `teach-${name}` }));
    this.depth = html("input", { type: "number", min: "1", max: "500", step: "1", id: "teach-depth" });
    this.last = last;
    container.append(html("fieldset", {}, html("legend", { "data-text": "teach-algorithms" }),
      ...this.boxes.map((box) => html("label", { class: "check" }, box, html("span", { "data-text": `teach-${box.value}` })))),
    ...this.lists.map((list) => html("label", {}, html("span", { "data-text": list.id }), list)),
    html("label", {}, html("span", { "data-text": "teach-depth" }), this.depth));
    this.speak();
    container.addEventListener("change", () => {
      // A search at least there must be.
      if (this.boxes.every((box) => !box.checked)) this.boxes[0].checked = true;
      keep("teach-search", { ...this.search, depth: "" });
      change();
    });
  }

  /** Hides what another part of the view chooses by itself. */
  limit(/** @type {{depth: boolean, algorithms: boolean}} */ { depth, algorithms }) {
    const [fieldset, label] = [this.boxes[0].closest("fieldset"), this.depth.closest("label")];
    if (fieldset !== null) fieldset.hidden = !algorithms;
    if (label !== null) label.hidden = !depth;
  }

  /** Fills in the texts of the lists. */
  speak() {
    Object.entries(CHOICES).forEach(([name, choices], at) => {
      const chosen = this.lists[at].value || this.last[/** @type {"order" | "cut" | "fail"} */ (name)] || choices[0];
      fill(this.lists[at], choices.map((choice) => [choice, t(`teach-${name}-${choice}`)]), chosen);
    });
  }

  /** @returns {Search} */
  get search() {
    const [order, cut, fail] = this.lists.map((list) => list.value);
    const algorithms = this.boxes.filter((box) => box.checked).map((box) => box.value);
    const depth = Math.round(Number(this.depth.value));
    return { algorithms, order, cut, fail, depth: depth > 0 ? String(depth) : "" };
  }
}
