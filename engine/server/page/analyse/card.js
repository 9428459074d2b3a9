/**
 * An engine on the screen: its choices, and the lines that it finds.
 *
 * @typedef {import("./analyst.js").Analyst} Analyst
 * @typedef {import("../types.js").Option} Option
 * @typedef {import("../types.js").View} View
 */
import { icon } from "../../../explain/page/icons.js";
import { sidesOf } from "../about.js";
import { field, STRENGTHS } from "../choices.js";
import { fill, html } from "../element.js";
import { keepSearching } from "../keep.js";
import { fromFirst, valueText } from "../scores.js";
import { t } from "../words.js";

/** So many lines people can ask for. */
const MOST_LINES = 10;
/** So many moves of a line are shown. */
export const MOST_MOVES = 10;
/** Options that have a field of their own, follow from what is shown, or mean nothing here. */
const TAKEN = new Set(["UCI_Variant", "Algorithm", "MultiPV", "PerPVCounters", "UCI_ShowWDL", "UCI_AnalyseMode",
  "UCI_LimitStrength", "UCI_Elo", "UCI_Chess960", "Ponder", "Move Overhead", "Language"]);

/** The options of a search that people can set for an engine. */
export const searchOptions = (/** @type {Option[]} */ options) =>
  options.filter(({ name, type }) => type !== "button" && !name.includes(".") && !TAKEN.has(name));

export class Card {
  /** @type {HTMLElement[]} */
  #rows = [];
  /** @type {HTMLElement | undefined} */
  #runs;

  /**
   * @param {Analyst} analyst
   * @param {Option[]} options all options of a session
   * @param {{changed: (analyst: Analyst) => void, remove: (analyst: Analyst) => void, play: (moves: string[]) => void,
   *   preview: (moves: string[] | null) => void}} acts
   */
  constructor(analyst, options, acts) {
    this.analyst = analyst;
    this.options = options;
    this.acts = acts;
    this.facts = html("p", { class: "facts" });
    this.chances = html("div", { class: "chances", role: "img", hidden: "" }, html("span"), html("span"), html("span"));
    this.lines = html("ol", { class: "lines" });
    this.trouble = html("p", { class: "trouble" });
    this.element = html("section", { class: `engine engine-${analyst.name}` });
    this.draw();
  }

  /** Makes the choices anew, in the language of the page. */
  draw() {
    const { analyst, options, acts } = this;
    const { choices, name } = analyst;
    this.element.setAttribute("aria-label", t("analyse-engine", { name }));
    this.lines.style.setProperty("--lines", String(choices.lines));
    const algorithm = html("select", { "aria-label": t("algorithm"), "data-choice": "algorithm" });
    fill(algorithm, (options.find((option) => option.name === "Algorithm")?.choices ?? [choices.algorithm]).map((one) => [one, one]), choices.algorithm);
    const lines = html("input", { type: "number", min: "1", max: String(MOST_LINES), "data-choice": "lines" });
    lines.value = String(choices.lines);
    const runs = this.#runs = html("button", { type: "button", "data-act": "run", "aria-pressed": String(analyst.isOn) }, t("analyse-run"));
    const label = t("analyse-dismiss", { name });
    const remove = html("button", { type: "button", "data-act": "dismiss", "aria-label": label }, icon("close"));
    const strength = html("select", { "data-choice": "strength" });
    fill(strength, [["full", t("full-strength")], ...STRENGTHS.map((elo) => /** @type {[string, string]} */ ([String(elo), t("elo", { elo })]))], choices.strength);
    const own = searchOptions(options).map((option) => {
      const input = field(option, option.name, choices.options[option.name] ?? option.value);
      return html("label", {}, html("span", {}, option.name), " ", input);
    });
    const changed = () => {
      if (![...this.element.querySelectorAll("input")].every((input) => input.checkValidity())) return;
      choices.algorithm = algorithm.value;
      choices.lines = lines.valueAsNumber;
      this.lines.style.setProperty("--lines", lines.value);
      choices.strength = strength.value;
      choices.options = {};
      for (const option of searchOptions(options)) {
        const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (this.element.querySelector(`[data-option="${CSS.escape(option.name)}"]`));
        const value = input instanceof HTMLInputElement && input.type === "checkbox" ? String(input.checked) : input.value;
        // Those of before have to be told as well, once they have been changed.
        if (value !== option.value || this.#told.has(option.name)) {
          this.#told.add(option.name);
          choices.options[option.name] = value;
        }
      }
      acts.changed(analyst);
    };
    for (const input of [algorithm, lines, strength, ...own]) input.addEventListener("change", changed);
    runs.addEventListener("click", () => {
      this.turn(!analyst.isOn);
      acts.changed(analyst);
    });
    remove.addEventListener("click", () => acts.remove(analyst));
    this.element.replaceChildren(
      html("div", { class: "head" }, html("span", { class: "swatch", "aria-hidden": "true" }, name), algorithm,
        html("label", {}, html("span", {}, t("analyse-lines")), " ", lines), html("span", { class: "space" }), runs, remove),
      this.facts, this.chances, this.lines, this.trouble,
      html("details", {}, html("summary", {}, t("analyse-options")),
        html("label", {}, html("span", {}, t("strength")), " ", strength),
        html("details", {}, html("summary", {}, t("analyse-experts")), ...own)));
  }

  /** Has the engine search what it is shown next, or not. The tab remembers it. */
  turn(/** @type {boolean} */ isOn) {
    this.analyst.isOn = isOn;
    this.#runs?.setAttribute("aria-pressed", String(isOn));
    keepSearching(isOn);
  }

  /** The options that the session was told. @type {Set<string>} */
  #told = new Set();

  /**
   * Shows what the engine has found so far.
   * @param {View | null} view the position
   * @param {(line: string[]) => string[]} words moves as people write them, as far as that is known
   */
  show(view, words) {
    const { analyst } = this;
    const turn = view?.turn ?? "max";
    const lines = [...analyst.lines].sort(([one], [other]) => one - other).slice(0, analyst.choices.lines).map(([, info]) => info);
    const best = lines[0];
    const compact = new Intl.NumberFormat(document.documentElement.lang, { notation: "compact", numberingSystem: "latn" });
    const facts = [
      best?.depth === undefined ? "" : t("depth", { depth: best.depth }) + (best.seldepth === undefined ? "" : `/${best.seldepth}`),
      analyst.nodes > 0 ? t("analyse-nodes", { nodes: compact.format(analyst.nodes) }) : "",
      analyst.speed > 0 ? t("analyse-speed", { speed: compact.format(analyst.speed) }) : "",
    ].filter((fact) => fact !== "");
    this.facts.textContent = facts.join(" · ")
      || t(view !== null && view.outcome !== "ongoing" ? "analyse-over" : analyst.isBusy ? "analyse-begins" : "analyse-rests");
    this.element.classList.toggle("busy", analyst.isBusy);
    this.#showChances(best?.wdl, turn, view);
    this.trouble.textContent = analyst.trouble;
    while (this.#rows.length > lines.length) this.#rows.pop()?.remove();
    lines.forEach((info, rank) => {
      if (this.#rows[rank] === undefined) {
        this.#rows[rank] = this.#row();
        this.lines.append(this.#rows[rank]);
      }
      const value = this.#rows[rank].querySelector(".value");
      if (value !== null) value.textContent = valueText(fromFirst(info, turn), view);
      const line = info.pv.slice(0, MOST_MOVES);
      this.#fill(/** @type {HTMLElement} */ (this.#rows[rank].querySelector(".pv")), line, words(line));
    });
  }

  /** A win, a draw and a loss of the first player as three parts of a bar. */
  #showChances(/** @type {[number, number, number] | undefined} */ wdl, /** @type {string} */ turn, /** @type {View | null} */ view) {
    // Between two positions it keeps its place.
    this.chances.hidden = wdl === undefined && (this.chances.hidden || !this.analyst.isBusy);
    this.chances.classList.toggle("empty", wdl === undefined);
    if (wdl === undefined) return;
    const [win, draw, loss] = turn === "min" ? [wdl[2], wdl[1], wdl[0]] : wdl;
    const [first, second] = view === null ? ["", ""] : sidesOf(view);
    const percent = (/** @type {number} */ share) => Math.round(share / 10);
    this.chances.setAttribute("aria-label", t("analyse-chances", { first, second, win: percent(win), draw: percent(draw), loss: percent(loss) }));
    [win, draw, loss].forEach((share, part) => {
      const span = /** @type {HTMLElement} */ (this.chances.children[part]);
      span.style.flexGrow = String(share);
      span.textContent = share >= 120 ? `${percent(share)}%` : "";
    });
  }

  #row() {
    const pv = html("span", { class: "pv" });
    const moves = (/** @type {Element} */ button) => [...pv.children].slice(0, [...pv.children].indexOf(button) + 1).map((one) => one.getAttribute("data-move") ?? "");
    const target = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("button");
    pv.addEventListener("click", (event) => {
      const button = target(event);
      if (button !== null) this.acts.play(moves(button));
    });
    pv.addEventListener("pointerover", (event) => {
      const button = event.pointerType === "mouse" ? target(event) : null;
      if (button !== null) this.acts.preview(moves(button));
    });
    pv.addEventListener("pointerleave", () => this.acts.preview(null));
    pv.addEventListener("focusin", (event) => {
      const button = target(event);
      if (button?.matches(":focus-visible")) this.acts.preview(moves(button));
    });
    pv.addEventListener("focusout", () => this.acts.preview(null));
    // One stop for the Tab key in each line; the arrows go on from there.
    pv.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? "nextElementSibling" : event.key === "ArrowLeft" ? "previousElementSibling" : null;
      if (step === null) return;
      event.preventDefault();
      event.stopPropagation();
      /** @type {HTMLElement | null} */ (target(event)?.[step] ?? null)?.focus();
    });
    return html("li", {}, html("span", { class: "value" }), " ", pv);
  }

  /** Only what is new is written: many lines come in a second, and somebody may be on one of the moves. */
  #fill(/** @type {HTMLElement} */ pv, /** @type {string[]} */ moves, /** @type {string[]} */ words) {
    while (pv.children.length > words.length) pv.lastElementChild?.remove();
    words.forEach((word, rank) => {
      const button = pv.children[rank] ?? pv.appendChild(html("button", { type: "button", tabindex: rank === 0 ? "0" : "-1" }));
      if (button.getAttribute("data-move") !== moves[rank]) button.setAttribute("data-move", moves[rank]);
      if (button.textContent !== word) button.textContent = word;
    });
  }
}
