/**
 * Remarks on moves, as PGN has them: a comment, and glyphs by their numbers ("numeric annotation glyphs").
 *
 * @typedef {{comment: string, glyphs: number[]}} Remark
 */

/** The signs of the glyphs that have one, from number 1 on where moves are judged. @type {Map<number, string>} */
const SIGNS = new Map([
  [1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"],
  [10, "="], [13, "∞"], [14, "⩲"], [15, "⩱"], [16, "±"], [17, "∓"], [18, "+−"], [19, "−+"],
]);
/** The glyphs that judge a move; of these a move has one at most. */
export const JUDGEMENTS = [1, 2, 3, 4, 5, 6];
/** The greatest number of a glyph. */
const MOST_GLYPH = 255;

/** The number of a glyph written as a sign, as `!?`, or as a number, as `$5`; `null` if it is none. */
export function glyphOf(/** @type {string} */ text) {
  const number = /^\$(\d{1,3})$/.exec(text)?.[1];
  if (number !== undefined) return Number(number) > 0 && Number(number) <= MOST_GLYPH ? Number(number) : null;
  return JUDGEMENTS.find((glyph) => SIGNS.get(glyph) === text) ?? null;
}

/** The glyphs as people see them. */
export const signs = (/** @type {Remark} */ { glyphs }) => glyphs.map((glyph) => SIGNS.get(glyph) ?? `$${glyph}`).join(" ");

/** Adds a glyph; one that judges the move takes the place of an earlier one. */
export function addGlyph(/** @type {Remark} */ remark, /** @type {number} */ glyph) {
  const isJudgement = JUDGEMENTS.includes(glyph);
  const kept = remark.glyphs.filter((one) => one !== glyph && !(isJudgement && JUDGEMENTS.includes(one)));
  remark.glyphs = isJudgement ? [glyph, ...kept] : [...kept, glyph];
}

/** Adds a comment behind the one that is there. */
export function addComment(/** @type {Remark} */ remark, /** @type {string} */ comment) {
  remark.comment = `${remark.comment} ${comment.replace(/\s+/g, " ")}`.trim();
}

/** The words of a remark in PGN. A comment there cannot hold the bracket that ends it. */
export function bracketed(/** @type {Remark} */ { comment, glyphs }) {
  const words = glyphs.map((glyph) => `$${glyph}`);
  const text = comment.replace(/\s+/g, " ").trim();
  return text === "" ? words : [...words, `{${text.replace(/\{/g, "(").replace(/\}/g, ")")}}`];
}
