/**
 * An explained search on this page: the panels, the steps and the quiz of the page of `plyd explain`, in an element with
 * a shadow.
 *
 * @typedef {import("./modules.js").Explained} Explained
 */
import { html } from "../element.js";
import { t } from "../words.js";
import { modules } from "./modules.js";
import { shadowOf } from "./shadow.js";

export class ExplainedView {
  /** @type {Promise<HTMLElement>} */
  #place;
  /** @type {{page: any, close: () => void} | null} */
  #open = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.#place = shadowOf(host);
  }

  /**
   * Shows searches. Where the reader stood at a step before, they stand at it again.
   * @param {Explained} data
   * @param {{inQuiz?: boolean, keepsStep?: boolean, seen?: (isSo: boolean) => void,
   *   refused?: {algorithm: string, reason: string}[]}} [how] `seen` hears whether the reader has seen the ends of all
   *   searches, and is not in the quiz; `refused` are the searches that have a panel for the reason alone
   */
  async show(data, { inQuiz = false, keepsStep = false, seen = () => {}, refused = [] } = {}) {
    const [place, { openExplanation }] = await Promise.all([this.#place, modules()]);
    const before = this.#open?.page.panels[0]?.replay;
    const step = before === undefined || !keepsStep ? 0 : before.isAtEnd ? Infinity : before.step;
    this.clear();
    const body = new DOMParser().parseFromString(data.body, "text/html").body;
    place.replaceChildren(...body.childNodes);
    this.host.hidden = false;
    this.#open = openExplanation(place, data, seen);
    const panels = place.querySelector("#panels");
    panels?.classList.toggle("several", data.panels.length + refused.length > 1);
    panels?.append(...refused.map(({ algorithm, reason }) => html("section", { class: "card refused" },
      html("h2", {}, t(`teach-${algorithm}`)), html("p", { class: "verdict wrong", role: "alert" }, reason))));
    for (const panel of this.#open?.page.panels ?? []) {
      if (refused.length > 0) panel.fit();
      if (step > 0) panel.goTo(Math.min(step, panel.replay.events.length));
      if (inQuiz) panel.quiz.toggle();
    }
  }

  /** Fits the trees into their boxes, after the width was another one. */
  fit() {
    for (const panel of this.#open?.page.panels ?? []) panel.fit();
  }

  /** Nothing moves any more. */
  still() {
    this.#open?.page.still();
  }

  /** Takes away what is shown. */
  clear() {
    this.#open?.close();
    this.#open = null;
    this.host.hidden = true;
  }
}
