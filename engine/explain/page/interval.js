// Alpha and beta of the node where the search stands, as an interval on a line of numbers.

/**
 * @typedef {import("./types.js").Searched} Searched
 */

/** The ends of a window that has none: beyond all values. */
const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 31 - 1;
/** The part of the line, on each side, that stands for all that lies beyond the values of the tree; in per cent. */
const BEYOND = 10;

/**
 * A part of the line.
 * @param {string} name
 * @param {string} [text]
 */
function part(name, text = "") {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}

export class Interval {
  /**
   * `data` is one search, `place` the element for the line, `words` the texts. Minimax has no window.
   * @param {Pick<Searched, "algorithm" | "events" | "tree">} data
   * @param {HTMLElement} place
   * @param {import("./words.js").Words} words
   */
  constructor(data, place, words) {
    this.place = place;
    this.words = words;
    place.hidden = data.algorithm === "minimax";
    /** @type {number[]} */
    const values = [];
    const note = (/** @type {unknown} */ value) => {
      if (typeof value === "number" && value > LOWEST && value < HIGHEST) values.push(value);
    };
    for (const event of data.events) {
      if ("value" in event) note(event.value);
      if ("best" in event) note(event.best);
    }
    for (const { content } of data.tree) note(content);
    // Not by spreading: there may be very many.
    this.low = values.reduce((low, value) => Math.min(low, value), values[0] ?? 0);
    this.high = values.reduce((high, value) => Math.max(high, value), values[0] ?? 0);
    this.parts = {
      axis: part("axis"), low: part("low"), high: part("high"), span: part("span"), alpha: part("alpha"), beta: part("beta"),
      best: part("best"),
    };
    place.append(...Object.values(this.parts));
    for (const name of /** @type {const} */ (["low", "high"])) {
      this.parts[name].textContent = words.values[this[name]] ?? "";
      this.parts[name].style.left = `${this.at(this[name])}%`;
    }
    this.parts.high.hidden = this.low === this.high;
  }

  /**
   * The place of a value on the line, in per cent.
   * @param {number} value
   */
  at(value) {
    if (value <= LOWEST) return 0;
    if (value >= HIGHEST) return 100;
    if (this.low === this.high) return 50;
    const share = (value - this.low) / (this.high - this.low);
    return BEYOND + Math.max(0, Math.min(1, share)) * (100 - 2 * BEYOND);
  }

  /**
   * Shows the window of the node that the last event is about, and its best value.
   * @param {import("./replay.js").Replay} replay
   */
  show(replay) {
    const { last } = replay;
    const state = last ? replay.nodes[last.node] : null;
    const [alpha, beta] = [state?.alpha ?? LOWEST, state?.beta ?? HIGHEST];
    const isCut = alpha > beta || last?.kind === "cut";
    const [left, right] = [this.at(Math.min(alpha, beta)), this.at(Math.max(alpha, beta))];
    const { span } = this.parts;
    span.style.left = `${left}%`;
    span.style.width = `${right - left}%`;
    this.place.classList.toggle("empty", isCut);
    const texts = state === null ? ["\u03b1", "\u03b2"] : this.words.boundTexts(alpha, beta);
    /** @type {const} */ (["alpha", "beta"]).forEach((name, at) => {
      this.parts[name].textContent = texts[at];
      const place = this.at([alpha, beta][at]);
      this.parts[name].style.left = `${place}%`;
      // A text at an end of the line stays on it.
      this.parts[name].style.translate = `${-place}% 0`;
    });
    const best = state?.best ?? null;
    this.parts.best.hidden = best === null;
    if (best !== null) this.parts.best.style.left = `${this.at(best)}%`;
    const bestText = best === null ? [] : [`${this.words.say("page-best")}: ${this.words.valueText(best, null)}`];
    this.place.setAttribute("aria-label", [this.words.say("page-window"), ...(state === null ? [] : texts), ...bestText].join(", "));
  }
}
