/**
 * Remarks on moves, as PGN has them: a comment, glyphs by their numbers ("numeric annotation glyphs"), and commands for
 * programs, as `[%clk 0:05:00]`, each with its name and value.
 *
 * @typedef {[string, string]} Command
 * @typedef {{comment: string, glyphs: number[], commands: Command[]}} Remark
 */

/** The signs of the glyphs that have one, from number 1 on where moves are judged. @type {Map<number, string>} */
const SIGNS = new Map([
  [1, "!"], [2, "?"], [3, "!!"], [4, "??"], [5, "!?"], [6, "?!"],
  [10, "="], [13, "∞"], [14, "⩲"], [15, "⩱"], [16, "±"], [17, "∓"], [18, "+−"], [19, "−+"],
]);
/** The glyphs that judge a move; of these a move has one at most. */
export const JUDGEMENTS = [1, 2, 3, 4, 5, 6];
/** The glyphs as people see them. */
export const signs = (/** @type {{glyphs: number[]}} */ { glyphs }) => glyphs.map((glyph) => SIGNS.get(glyph) ?? `$${glyph}`).join(" ");

/** Adds a glyph; one that judges the move takes the place of an earlier one. */
export function addGlyph(/** @type {{glyphs: number[]}} */ remark, /** @type {number} */ glyph) {
  const isJudgement = JUDGEMENTS.includes(glyph);
  const kept = remark.glyphs.filter((one) => one !== glyph && !(isJudgement && JUDGEMENTS.includes(one)));
  remark.glyphs = isJudgement ? [glyph, ...kept] : [...kept, glyph];
}

/** Adds a comment behind the one that is there. */
export function addComment(/** @type {{comment: string}} */ remark, /** @type {string} */ comment) {
  remark.comment = `${remark.comment} ${comment.replace(/\s+/g, " ").trim()}`.trim();
}

/** Adds what another remark says. */
export function addRemark(/** @type {Remark} */ remark, /** @type {Remark} */ { comment, glyphs, commands }) {
  addComment(remark, comment);
  for (const glyph of glyphs) addGlyph(remark, glyph);
  remark.commands.push(...commands);
}

/** The words of a remark in PGN. A comment there cannot hold the bracket that ends it. */
export function bracketed(/** @type {Remark} */ { comment, glyphs, commands }) {
  const words = glyphs.map((glyph) => `$${glyph}`);
  const said = [...commands.map(([name, value]) => `[%${name} ${value}]`), comment].join(" ");
  const text = said.replace(/\s+/g, " ").trim();
  return text === "" ? words : [...words, `{${text.replace(/\{/g, "(").replace(/\}/g, ")")}}`];
}
