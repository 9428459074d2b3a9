/**
 * An explained search on this page: the panels, the steps and the quiz of the page of `plyd explain`, in an element with
 * a shadow.
 *
 * @typedef {import("./modules.js").Explained} Explained
 */
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
   * @param {{inQuiz?: boolean, keepsStep?: boolean, seen?: (isSo: boolean) => void}} [how] `seen` hears whether the
   *   reader has seen the ends of all searches, and is not in the quiz
   */
  async show(data, { inQuiz = false, keepsStep = false, seen = () => {} } = {}) {
    const [place, { openExplanation }] = await Promise.all([this.#place, modules()]);
    const before = this.#open?.page.panels[0]?.replay;
    const step = before === undefined || !keepsStep ? 0 : before.isAtEnd ? Infinity : before.step;
    this.clear();
    const body = new DOMParser().parseFromString(data.body, "text/html").body;
    place.replaceChildren(...body.childNodes);
    this.host.hidden = false;
    this.#open = openExplanation(place, data, seen);
    for (const panel of this.#open?.page.panels ?? []) {
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
