/**
 * The fields in which people comment on the move shown, and judge it.
 *
 * @typedef {import("../tree.js").Place} Place
 * @typedef {import("./layout.js").Parts} Parts
 */
import { fill } from "../element.js";
import { addGlyph, JUDGEMENTS } from "../remarks.js";
import { t } from "../words.js";

export class Opinion {
  /** The place that it is of. @type {Place | null} */
  #at = null;

  /**
   * @param {Parts} parts
   * @param {(at: Place) => void} changed hears of each change
   * @param {(what: string) => void} before hears what is about to change
   */
  constructor({ comment, judgement }, changed, before) {
    this.comment = comment;
    this.judgement = judgement;
    comment.addEventListener("input", () => {
      if (this.#at === null) return;
      before("comment");
      this.#at.comment = comment.value;
      changed(this.#at);
    });
    judgement.addEventListener("change", () => {
      if (this.#at === null) return;
      before("");
      const glyph = Number(judgement.value);
      this.#at.glyphs = this.#at.glyphs.filter((one) => !JUDGEMENTS.includes(one));
      if (glyph > 0) addGlyph(this.#at, glyph);
      changed(this.#at);
    });
  }

  /** Shows that of a place. The start has no move to judge; its comment is that of the game. */
  show(/** @type {Place} */ at) {
    this.#at = at;
    if (this.comment.value !== at.comment) this.comment.value = at.comment;
    const judged = at.glyphs.find((glyph) => JUDGEMENTS.includes(glyph)) ?? 0;
    fill(this.judgement, [0, ...JUDGEMENTS].map((glyph) => [String(glyph), t(`analyse-judgement-${glyph}`)]), String(judged));
    this.judgement.disabled = at.parent === null;
  }
}
