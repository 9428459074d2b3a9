/**
 * Where things are drawn: many equal ones on one spot side by side, as the men on a point of backgammon, and what falls
 * into a column above it.
 *
 * @typedef {import("./types.js").Point} Point
 * @typedef {import("./types.js").Spot} Spot
 * @typedef {import("./types.js").Token} Token
 * @typedef {import("./types.js").View} View
 */

/** The distance between the centres of two things that lie side by side. */
const STEP = 0.8;
/** What the numbers of a view may lack, as they are decimals. */
const SLACK = 1e-6;
/** So far above the board is what is about to fall into a column. */
export const ABOVE = 0.6;

/** Whether what is new on the board has fallen from above. */
export const falls = (/** @type {View} */ { targets }) => targets === "columns";

/** Where something is before it falls into the column of a point, above a board with this upper edge. @returns {Point} */
export const aloft = (/** @type {number} */ top, /** @type {Point} */ [x]) => [x, top - ABOVE];

/**
 * Whether a token is drawn as so many as its count says.
 * @param {Token} token
 * @param {Spot | undefined} spot
 */
export const isPile = ({ glyph, count }, spot) =>
  spot?.pile !== undefined && count !== undefined && !["die", "seed", "text"].includes(glyph);

/**
 * The centres of the things on a spot with a pile, as far as there is room, and one more if there is.
 * @param {Spot} spot
 * @param {number} count
 * @returns {Point[]}
 */
export function centres({ at, pile }, count) {
  if (pile === undefined) return [at];
  const [[x, y], [toX, toY]] = pile;
  const length = Math.hypot(toX - x, toY - y);
  const room = 1 + Math.floor(length / STEP + SLACK);
  const along = STEP / (length || 1);
  return Array.from({ length: Math.min(count, room) }, (_, place) => [x + place * along * (toX - x), y + place * along * (toY - y)]);
}

/**
 * The things that are drawn for a token.
 * @param {Token} token
 * @param {Spot} spot as it is drawn
 * @returns {[Token, Point][]} each with its centre; the last one has the number of all if not all have room
 */
export function things(token, spot) {
  if (!isPile(token, spot)) return [[token, spot.at]];
  const { count = 1, ...one } = token;
  const places = centres(spot, count);
  return places.map((at, place) => [place === places.length - 1 && count > places.length ? token : one, at]);
}
