/**
 * Values as people read them.
 *
 * @typedef {import("./types.js").Score} Score
 * @typedef {import("./types.js").Side} Side
 */

/** A number with its sign. */
export const signed = (/** @type {number} */ value) => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0");

/** A whole number, in groups as the page's language writes them. */
export const grouped = (/** @type {number} */ number) => number.toLocaleString(document.documentElement.lang, { numberingSystem: "latn" });

/**
 * A value in few letters: `+35`, `≥ +35`, `#3`, `#−3`.
 * @param {Score} score
 */
export function brief({ cp, mate, bound }) {
  const sign = bound === "lowerbound" ? "≥ " : bound === "upperbound" ? "≤ " : "";
  if (mate !== undefined) return `${sign}#${mate < 0 ? `\u2212${-mate}` : mate}`;
  return sign + signed(cp ?? 0);
}

/**
 * The value from the first player's view; searches tell it from the view of the side to move.
 * @param {Score} score
 * @param {Side | "chance"} turn
 * @returns {Score}
 */
export function fromFirst({ cp, mate, bound }, turn) {
  if (turn !== "min") return { cp, mate, bound };
  const turned = bound === "lowerbound" ? "upperbound" : bound === "upperbound" ? "lowerbound" : bound;
  return { cp: cp === undefined ? undefined : -cp || 0, mate: mate === undefined ? undefined : -mate, bound: turned };
}
