/**
 * An explained search on this page: the panels, the steps and the quiz of the page of `plyd explain`, in an element with
 * a shadow.
 *
 * @typedef {import("./modules.js").Explained} Explained
 */
import { html } from "../element.js";
import { keep, kept } from "../keep.js";
import { t } from "../words.js";
import { modules } from "./modules.js";
import { shadowOf } from "./shadow.js";

export class ExplainedView {
  /** @type {Promise<HTMLElement>} */
  #place;
  /** @type {ReturnType<import("./modules.js").Modules["openExplanation"]> | null} */
  #open = null;
  /** The step at which the reader stood in the last search; beyond all steps at its end. */
  #step = 0;
  /** @type {Explained | null} */
  #data = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.#place = shadowOf(host);
  }

  /**
   * Shows searches. Where the reader stood at a step before, they stand at it again.
   * @param {Explained} data
   * @param {{inQuiz?: boolean, keepsStep?: boolean, seen?: (isSo: boolean) => void,
   *   refused?: {algorithm: string, reason: string}[], editor?: import("./editor.js").Editor | null, series?: any}} [how]
   *   `seen` hears whether the reader has seen the ends of all searches, and is not in the quiz; `refused` are the searches
   *   that have a panel for the reason alone; `editor` changes the tree; `series` counts answers
   */
  async show(data, { inQuiz = false, keepsStep = false, seen = () => {}, refused = [], editor = null, series = null } = {}) {
    const [place, { openExplanation }] = await Promise.all([this.#place, modules()]);
    const [before] = this.#open?.page.panels ?? [];
    if (before?.isSearched) this.#step = before.replay.isAtEnd ? Infinity : before.replay.step;
    if (!keepsStep) this.#step = 0;
    const hadFocus = this.host.shadowRoot?.activeElement?.closest(".node") != null;
    this.clear();
    this.#data = data;
    const body = new DOMParser().parseFromString(data.body ?? "", "text/html").body;
    place.replaceChildren(...body.childNodes);
    this.host.hidden = false;
    this.#open = openExplanation(place, data, {
      seen, editor, series, book: kept("teach-book", "tutorial"), chosen: (/** @type {string} */ book) => keep("teach-book", book),
    });
    const panels = place.querySelector("#panels");
    panels?.classList.toggle("several", data.panels.length + refused.length > 1);
    panels?.append(...refused.map(({ algorithm, reason }) => html("section", { class: "card refused" },
      html("h2", {}, t(`teach-${algorithm}`)), html("p", { class: "verdict wrong", role: "alert" }, reason))));
    for (const panel of this.#open?.page.panels ?? []) {
      if (refused.length > 0) panel.fit();
      if (this.#step > 0 && panel.isSearched) panel.goTo(Math.min(this.#step, panel.replay.events.length));
      if (inQuiz) panel.quiz.toggle();
    }
    editor?.shown(this.#open?.page.panels[0] ?? null, hadFocus);
  }

  /** Shows the tree of the editor, which no search accepts, in the place of the last one. */
  async showPlain(/** @type {import("./editor.js").Editor} */ editor) {
    if (this.#data === null) return;
    const [panel] = this.#data.panels;
    const plain = { ...panel, tree: editor.plain(), events: [], notDrawn: null, ground: null };
    const data = { ...this.#data, panels: [plain] };
    (await modules()).prepare(data);
    await this.show(data, { keepsStep: true, editor });
  }

  /** Fits the trees into their boxes, after the width was another one. */
  fit() {
    for (const panel of this.#open?.page.panels ?? []) panel.fit();
  }

  /** Nothing moves any more. */
  still() {
    this.#open?.page.still();
  }

  /** Keeps what is shown in sight, though it is another tree's: the one that is being typed is none yet. */
  dim() {
    this.still();
    this.host.inert = true;
  }

  /** Takes away what is shown. */
  clear() {
    this.host.inert = false;
    this.#open?.close();
    this.#open = null;
    this.host.hidden = true;
  }
}
