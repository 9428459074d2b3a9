/**
 * The view Teach put together: a tree that is written or drawn, a position of a game, exercises and worksheets, and below
 * them the searches, step by step.
 *
 * @typedef {import("../types.js").Context} Context
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("./modules.js").Explained} Explained
 * @typedef {import("../../../explain/page/series.js").Series} Series
 */
import { html } from "../element.js";
import { Lost } from "../engine.js";
import { fromFragment, toFragment } from "../game.js";
import { keep, kept } from "../keep.js";
import { t, write } from "../words.js";
import { explain, gameOfTree, grade, leave, placed, worksheet } from "./asking.js";
import { compare } from "./changes.js";
import { Editor } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { ExplainedView } from "./explained.js";
import { modules } from "./modules.js";
import { SearchChoice } from "./search.js";
import { numberField, numberIn, Sheets } from "./sheets.js";

/** A tree is searched when nothing was typed for so long, in milliseconds. */
const TYPING_PAUSE = 300;
/** The plies of a position, if nothing is chosen: the trees of games grow fast. */
const USUAL_PLIES = "2";
/** The trees of a seed, of which the first ones that have a cut make a series. */
const CANDIDATES = 40;
const TABS = /** @type {const} */ (["tree", "position", "exercise", "sheet"]);

/** @typedef {(typeof TABS)[number]} Tab */

/** Whether a search skips something. */
const isCut = (/** @type {Explained} */ data) => data.panels[0].tree.some(({ visits }) => visits === 0);

/** A text of the server, with quotes as people write them. */
const quoted = (/** @type {string} */ text) => text.replace(/`([^`]*)`/g, "\u201c$1\u201d");

export class Teach {
  /** @type {Tab} */
  #tab = "tree";
  /** @type {Context | null} */
  #context = null;
  /** @type {import("../engine.js").Engine | null} */
  #engine = null;
  /** @type {Game | null} the position of a game */
  #game = null;
  /** The exercise, once it is there. */
  #exercise = "";
  /**
   * The trees of a seed that were made, and the answers to them.
   * @type {{key: string, trees: string[], found: number[], series: Series} | null}
   */
  #round = null;
  /** @type {{data: Explained, key: string} | null} what is shown, and the searches it is of */
  #shown = null;
  #era = 0;
  #timer = 0;

  /** @param {HTMLElement} container */
  constructor(container) {
    const tabs = html("div", { class: "tabs", role: "group", "data-label": "teach-tabs" },
      ...TABS.map((name) => html("button", { type: "button", "data-tab": name, "data-text": `teach-tab-${name}` })));
    this.parts = Object.fromEntries(TABS.map((name) => [name, html("section", { class: `part ${name}`, hidden: "" })]));
    this.tabs = tabs;
    container.append(html("h2", { class: "unseen", "data-text": "teach-title" }), tabs, ...Object.values(this.parts));

    this.text = html("textarea", { id: "teach-tree", rows: "1", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    this.examples = html("select", { id: "teach-examples" });
    this.troubles = { tree: this.#trouble(), position: this.#trouble(), exercise: this.#trouble(), sheet: this.#trouble() };
    this.text.setAttribute("aria-describedby", "teach-trouble-tree");
    this.troubles.tree.id = "teach-trouble-tree";
    this.parts.tree.append(html("div", { class: "writing" },
      html("label", { class: "wide" }, html("span", { "data-text": "teach-write" }), this.text),
      html("label", {}, html("span", { "data-text": "teach-examples" }), this.examples)), this.troubles.tree);

    this.place = html("p", { class: "place" });
    const take = html("button", { type: "button", class: "primary", "data-text": "teach-take" });
    this.plies = html("input", { type: "number", id: "teach-plies", min: "1", max: "9", step: "1", value: USUAL_PLIES });
    this.parts.position.append(html("div", { class: "fields" }, take,
      html("label", {}, html("span", { "data-text": "teach-plies" }), this.plies)), this.place, this.troubles.position,
    html("p", { class: "note", "data-text": "teach-position-note" }));

    const next = html("button", { type: "submit", class: "primary", "data-text": "teach-next" });
    const link = html("button", { type: "button", "data-text": "teach-link" });
    const choosing = html("details", {}, html("summary", { "data-text": "teach-choose-exercise" }),
      html("div", { class: "fields" }, numberField("depth", "exercise"), numberField("branching", "exercise"),
        numberField("seed", "exercise"), numberField("exercise", "exercise"),
        html("button", { type: "button", id: "exercise-open", "data-text": "teach-open" })),
      html("p", { class: "note", "data-text": "teach-exercise-note" }));
    // A field that is wrong is put right; one that is not in sight could not be complained about.
    this.random = html("form", { class: "fields", novalidate: "" }, next, link, choosing);
    this.copied = html("span", { role: "status", class: "note" });
    this.parts.exercise.append(this.random, this.copied, this.troubles.exercise);

    this.sheets = new Sheets(this.parts.sheet, {
      make: (exercises) => worksheet(this.#session(), exercises, this.choice.search, this.#language()),
      grade: (key, answers) => grade(this.#session(), key, answers, this.#language()),
      solve: (tree) => {
        this.#choose("exercise");
        this.#solve(tree);
      },
    });

    const choices = html("div", { class: "fields" });
    const searches = html("details", { class: "search" }, html("summary", { "data-text": "teach-search" }), choices);
    this.choice = new SearchChoice(choices, () => this.#again());
    this.changes = html("div", { slot: "beside", class: "changes", role: "status" });
    this.host = html("div", { class: "explained", hidden: "" }, this.changes);
    tabs.append(searches);
    container.append(this.host);
    this.explained = new ExplainedView(this.host);
    this.editor = new Editor(this.host, (text) => {
      this.text.value = text;
      this.#explainTree(true, true);
    });
    this.#listen(take, link);
    this.#fill();
  }

  #trouble() {
    return html("p", { class: "trouble", role: "alert" });
  }

  #listen(/** @type {HTMLElement} */ take, /** @type {HTMLElement} */ link) {
    this.tabs.addEventListener("click", ({ target }) => {
      const tab = target instanceof HTMLElement && target.dataset.tab;
      if (!tab) return;
      this.#choose(/** @type {Tab} */ (tab));
      // Who comes for an exercise gets one.
      if (this.#tab === "exercise" && this.#exercise === "") this.#next();
    });
    this.text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#explainTree(true), TYPING_PAUSE);
    });
    this.examples.addEventListener("change", () => {
      if (this.examples.value === "") return;
      this.text.value = this.examples.value;
      this.#explainTree(false);
    });
    take.addEventListener("click", () => this.#explainGame(this.#context?.game() ?? null));
    this.plies.addEventListener("change", () => this.#explainGame(this.#game));
    this.random.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#next();
    });
    this.random.querySelector("#exercise-open")?.addEventListener("click", () => this.#open());
    link.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href).catch(() => {});
      this.copied.textContent = t("teach-copied");
    });
  }

  /** Fills in what depends on the language. */
  #fill() {
    const examples = EXAMPLES.map(({ key, tree }) => html("option", { value: tree }, t(`teach-example-${key}`)));
    const { value } = this.examples;
    this.examples.replaceChildren(html("option", { value: "" }, t("teach-choose-example")), ...examples);
    this.examples.value = value;
    this.choice.speak();
    this.#describe();
  }

  #language() {
    return document.documentElement.lang;
  }

  /** The session of the view, which lasts until it is left. */
  #session() {
    if (this.#engine === null) {
      if (this.#context === null) throw new Lost();
      this.#engine = this.#context.connect();
    }
    return this.#engine;
  }

  /** Shows what the address asks for. */
  open(/** @type {Context} */ context) {
    this.#context = context;
    // The language may be another one than when the view was left.
    this.#fill();
    const { fields } = context;
    const game = fromFragment(fields.toString());
    const tree = fields.get("tree");
    if (fields.has("seed")) {
      for (const name of ["seed", "depth", "branching", "exercise"]) {
        const input = /** @type {HTMLInputElement} */ (this.random.querySelector(`#exercise-${name}`));
        input.value = fields.get(name) ?? input.value;
      }
      this.#choose("exercise");
      this.#open();
    } else if (game !== null) {
      this.plies.value = fields.get("depth") ?? this.plies.value;
      this.#choose("position");
      this.#explainGame(game);
    } else if (tree !== null || this.text.value === "") {
      this.text.value = tree ?? kept("teach-tree", EXAMPLES[0].tree);
      this.#choose("tree");
    } else this.#choose(this.#tab);
  }

  /** Nothing moves, and nothing is asked any more. */
  close() {
    this.#era += 1;
    clearTimeout(this.#timer);
    this.explained.still();
    if (this.#engine !== null) leave(this.#engine);
    this.#engine = null;
    this.#context = null;
  }

  speak() {
    this.#fill();
    write();
    this.#again();
  }

  #choose(/** @type {Tab} */ tab) {
    this.#tab = tab;
    for (const name of TABS) {
      this.parts[name].hidden = name !== tab;
      this.tabs.querySelector(`[data-tab="${name}"]`)?.setAttribute("aria-pressed", String(name === tab));
    }
    this.editor.switch.hidden = tab !== "tree";
    this.editor.turn(false);
    this.choice.limit({ depth: tab === "tree", algorithms: tab !== "exercise" });
    // What belongs to another part does not stay.
    this.#era += 1;
    this.#shown = null;
    this.explained.clear();
    this.#again();
  }

  /** Searches once more what is there: the searches or the language are others. */
  #again() {
    if (this.#context === null) return;
    if (this.#tab === "tree") this.#explainTree(false);
    else if (this.#tab === "sheet") this.sheets.speak();
    else if (this.#tab === "position" && this.#game !== null) this.#explainGame(this.#game);
    else if (this.#tab === "exercise" && this.#exercise !== "") {
      const isOfRound = this.#round?.trees.includes(this.#exercise);
      if (isOfRound) this.#open();
      else this.#solve(this.#exercise);
    }
  }

  /**
   * Does something that the server may refuse, and says so where it was asked. Gives nothing if it is too late.
   * @template T
   * @param {() => Promise<T>} act
   * @param {(error: string) => string} [tell]
   * @returns {Promise<T | null>}
   */
  async #ask(act, tell = (error) => error) {
    const era = ++this.#era;
    const place = this.troubles[this.#tab];
    try {
      const found = await act();
      if (era !== this.#era) return null;
      place.textContent = "";
      return found;
    } catch (error) {
      if (era === this.#era && !(error instanceof Lost)) {
        place.textContent = quoted(tell(error instanceof Error ? error.message : String(error)));
      }
      return null;
    }
  }

  /** The tree as it is written. `isChange` tells whether the one before was changed into it, `isDrawn` whether by drawing. */
  async #explainTree(/** @type {boolean} */ isChange, isDrawn = false) {
    clearTimeout(this.#timer);
    const typed = this.text.value;
    const text = typed.trim();
    if (text === "" || this.#context === null) return;
    const search = this.choice.search;
    const key = JSON.stringify([search, this.#language()]);
    const game = gameOfTree(text);
    const era = this.#era + 1;
    const found = await this.#ask(() => explain(this.#session(), game, search, this.#language()),
      (error) => placed(error, typed));
    const data = found?.data ?? null;
    if (era !== this.#era) return;
    this.text.setAttribute("aria-invalid", String(data === null));
    this.changes.replaceChildren();
    if (found === null || data === null) {
      if (isDrawn) await this.explained.showPlain(this.editor);
      else this.explained.dim();
      return;
    }
    keep("teach-tree", text);
    this.#context?.address({ tree: text });
    const before = this.#shown;
    this.#shown = { data, key };
    const compared = isChange && before?.key === key ? await compare(before, { data }) : null;
    if (era !== this.#era) return;
    if (compared !== null) this.#tellChanges(compared);
    this.editor.take(data, compared?.nodes ?? new Set());
    await this.explained.show(data, {
      keepsStep: isChange, editor: this.editor,
      // What a change changes tells what the search finds.
      seen: (isSo) => { this.changes.hidden = !isSo; },
      refused: found.refused.map((one) => ({ ...one, reason: quoted(placed(one.reason, typed)) })),
    });
  }

  #tellChanges(/** @type {Awaited<ReturnType<typeof compare>>} */ { changes, counts }) {
    const most = 12;
    const lines = changes.slice(0, most).map(({ name, before, after, isMove }) => html("li", {},
      html("b", {}, name), isMove ? ` (${t("teach-best-child")})` : "", `: ${before} \u2192 `, html("b", {}, after)));
    const costs = counts.map(({ name, before, after }) => html("li", {}, `${name}: ${before} \u2192 `, html("b", {}, after)));
    const rest = changes.length > most ? [html("li", {}, t("teach-more", { count: changes.length - most }))] : [];
    const none = lines.length + costs.length === 0 ? [html("li", {}, t("teach-no-change"))] : [];
    this.changes.replaceChildren(html("h3", {}, t("teach-changes")), html("ul", {}, ...lines, ...rest, ...costs, ...none));
  }

  async #explainGame(/** @type {Game | null} */ game) {
    if (game === null) return;
    this.#game = game;
    this.#describe();
    const plies = String(Math.max(1, Math.min(9, Math.round(Number(this.plies.value) || 1))));
    this.plies.value = plies;
    this.#context?.address({ ...Object.fromEntries(new URLSearchParams(toFragment(game))), depth: plies });
    const search = { ...this.choice.search, depth: plies };
    const found = await this.#ask(() => explain(this.#session(), game, search, this.#language()));
    if (found !== null) {
      const refused = found.refused.map((one) => ({ ...one, reason: quoted(one.reason) }));
      await this.explained.show(found.data, { refused });
    } else if (this.troubles.position.textContent !== "") this.explained.clear();
  }

  /** Says which position is explained. */
  #describe() {
    const game = this.#game;
    this.place.textContent = game === null ? t("teach-no-position")
      : t("teach-position", { game: this.#context?.games.get(game.game) ?? game.game, count: game.moves.length });
  }

  /** The next exercise of the ten; after the last one, the first of ten others. */
  #next() {
    const [exercise, seed] = ["exercise", "seed"].map((name) =>
      /** @type {HTMLInputElement} */ (this.random.querySelector(`#exercise-${name}`)));
    const isNew = this.#round === null || Number(exercise.value) >= Number(exercise.max);
    if (isNew) seed.value = String(crypto.getRandomValues(new Uint32Array(1))[0]);
    exercise.value = isNew ? "1" : String(Number(exercise.value) + 1);
    return this.#open();
  }

  /** Makes the exercise that the fields say. The address brings it back. */
  async #open() {
    const number = (/** @type {"depth" | "branching" | "seed" | "exercise"} */ name) => numberIn(this.random, "exercise", name);
    const [depth, branching, seed, exercise] = [number("depth"), number("branching"), String(number("seed")), number("exercise")];
    this.copied.textContent = "";
    this.#context?.address({ seed, depth: String(depth), branching: String(branching), exercise: String(exercise) });
    const { cut, fail, order } = this.choice.search;
    const key = JSON.stringify([seed, depth, branching, cut, fail, order]);
    if (this.#round?.key !== key) {
      const wanted = { count: CANDIDATES, seed, depth, branching };
      const made = await this.#ask(() => worksheet(this.#session(), wanted, this.choice.search, this.#language()));
      if (made === null) return;
      const { Series } = await modules();
      const source = { isCourse: false, number: Number(seed), depth, branching, isStrict: cut === "strict", isHard: fail === "hard" };
      this.#round = { key, trees: made.key.exercises, found: [], series: new Series(source) };
    }
    const { trees, found, series } = this.#round;
    series.at = exercise - 1;
    // The trees with a cut are found one after the other. Without enough of them, the last ones are others.
    for (let at = (found[found.length - 1] ?? -1) + 1; found.length < exercise && at < trees.length; at += 1) {
      const isLast = trees.length - at <= exercise - found.length;
      const data = isLast ? null : await this.#search(trees[at]);
      if (!isLast && data === null) return;
      if (isLast || data !== null && isCut(data.data)) found.push(at);
    }
    await this.#solve(trees[found[exercise - 1]], series);
  }

  /** The search of an exercise. */
  #search(/** @type {string} */ tree) {
    const search = { ...this.choice.search, algorithms: ["alphabeta"], depth: "" };
    return this.#ask(() => explain(this.#session(), gameOfTree(tree), search, this.#language()));
  }

  /** Asks for the answer to an exercise, in the quiz. */
  async #solve(/** @type {string} */ tree, /** @type {Series | null} */ series = null) {
    this.#exercise = tree;
    const found = await this.#search(tree);
    if (found !== null) await this.explained.show(found.data, { inQuiz: true, series });
  }
}
