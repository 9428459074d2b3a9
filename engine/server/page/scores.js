/**
 * Values as people read them.
 *
 * @typedef {import("./types.js").Score} Score
 * @typedef {import("./types.js").Side} Side
 * @typedef {{game: string, scale?: number, draws?: number}} Odds what a value is worth, as the view of a position says it
 */

/** Games whose values are hundredths of a pawn. */
const PAWNS = new Set(["chess"]);
/** A lead of so many hundredths of a pawn means nothing but a won game. */
const DECIDED = 10_000;
/** Without a scale, at least this value is half of the way to a win. */
export const LEAST_MIDDLE = 20;

/** A number as the page's language writes it, with the digits 0 to 9. */
const written = (/** @type {number} */ number, /** @type {Intl.NumberFormatOptions} */ how = {}) =>
  number.toLocaleString(document.documentElement.lang, { numberingSystem: "latn", ...how }).replace("-", "\u2212");

/** A number with its sign. */
export const signed = (/** @type {number} */ value) =>
  (value > 0 ? "+" : "") + written(value || 0, { useGrouping: false, maximumFractionDigits: 20 });

/** A number in groups. */
export const grouped = (/** @type {number} */ number) => written(number);

const places = (/** @type {number} */ count) => ({ minimumFractionDigits: count, maximumFractionDigits: count });

/** A number with so many decimal places. */
export const decimal = (/** @type {number} */ number, /** @type {number} */ count) =>
  // What is nearly zero has no sign.
  written(Number(number.toFixed(count)) || 0, { useGrouping: false, ...places(count) });

/** A share from 0 to 1 in hundredths. */
export const percent = (/** @type {number} */ share, /** @type {number} */ count = 1) =>
  written(share, { style: "percent", ...places(count) });

const boundSign = (/** @type {string | undefined} */ bound) => (bound === "lowerbound" ? "≥ " : bound === "upperbound" ? "≤ " : "");

/**
 * A value in few letters: `+35`, `≥ +35`, `#3`, `#−3`.
 * @param {Score} score
 */
export function brief({ cp, mate, bound }) {
  const sign = boundSign(bound);
  if (mate !== undefined) return `${sign}#${mate < 0 ? `\u2212${-mate}` : mate}`;
  return sign + signed(cp ?? 0);
}

/** In which unit a game's values are written: `pawns`, the `chance` of the first player, or `points` of the game. */
export const unitOf = (/** @type {Odds} */ { game, scale }) => (PAWNS.has(game) ? "pawns" : scale === undefined ? "points" : "chance");

/**
 * A value in the unit of its game: `+0.31` in pawns, `62.5%` as the chance of the first player, else as `brief` writes it.
 * `+−` is a lead that wins.
 * @param {Score} score from the first player's view
 * @param {Odds | null} odds
 */
export function valueText(score, odds) {
  const { cp = 0, mate, bound } = score;
  if (odds === null || mate !== undefined || unitOf(odds) === "points") return brief(score);
  return boundSign(bound) + (unitOf(odds) === "pawns" ? pawns(cp) : percent(expected(score, odds)));
}

function pawns(/** @type {number} */ cp) {
  if (Math.abs(cp) >= DECIDED) return cp > 0 ? "+−" : "−+";
  return (cp > 0 ? "+" : "") + decimal(cp / 100, 2);
}

/**
 * What the first player can expect of a game: 1 is a win, ½ a draw, 0 a loss.
 * @param {Score} score from the first player's view
 * @param {{scale?: number, draws?: number} | null} odds
 * @param {number} [middle] the value that is half of the way to a win in a game without a scale
 */
export function expected({ cp = 0, mate }, odds, middle = LEAST_MIDDLE) {
  if (mate !== undefined) return mate > 0 ? 1 : 0;
  if (odds?.scale === undefined) return (1 + cp / (Math.abs(cp) + middle)) / 2;
  const { scale, draws = 0 } = odds;
  const winning = (/** @type {number} */ value) => 1 / (1 + Math.exp((draws - value) / scale));
  return (1 + winning(cp) - winning(-cp)) / 2;
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
