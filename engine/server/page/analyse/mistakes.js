/**
 * Mistakes: moves after which the player can expect less than before.
 *
 * @typedef {import("../tree.js").Place} Place
 * @typedef {{scale?: number, draws?: number}} Odds
 * @typedef {{at: Place, ply: number, side: "max" | "min", loss: number, glyph: number, better: string[]}} Judged a move,
 *   what it loses of what its player could expect, its glyph, 0 if it is none, and what was better
 */
import { expected, LEAST_MIDDLE } from "../scores.js";

/** From which loss of expectation a move has which glyph: lichess marks at the same ones. The greatest comes first. */
export const KINDS = [{ glyph: 4, loss: 0.15 }, { glyph: 2, loss: 0.1 }, { glyph: 6, loss: 0.05 }];

/**
 * What the first player can expect at a place, by one of the engines; `null` if it has not searched there.
 * @param {Place} at
 * @param {string} name
 * @param {Odds | null} odds
 * @param {number} [middle]
 */
export function expectedAt({ findings, outcome }, name, odds, middle) {
  const ended = { max: 1, min: 0, draw: 0.5 }[outcome];
  if (ended !== undefined) return ended;
  const score = findings.get(name)?.score;
  return score === undefined ? null : expected(score, odds, middle);
}

/** The value that is half of the way to a win, in a game without a scale: the median of all, but not less than some. */
export function middleOf(/** @type {Place[]} */ line) {
  const values = line.flatMap(({ findings }) => [...findings.values()].map(({ score }) => Math.abs(score.cp ?? 0)));
  const sizes = values.filter((size) => size > 0);
  sizes.sort((one, other) => one - other);
  return Math.max(LEAST_MIDDLE, sizes[sizes.length >> 1] ?? 0);
}

/**
 * The moves of a line, as far as an engine has searched the positions before and behind them.
 * @param {Place[]} line from the root
 * @param {string} name that of the engine
 * @param {Odds | null} odds
 * @returns {Judged[]}
 */
export function judge(line, name, odds) {
  const middle = middleOf(line);
  /** @type {Judged[]} */
  const judged = [];
  line.slice(1).forEach((at, index) => {
    const before = line[index];
    const [had, has] = [expectedAt(before, name, odds, middle), expectedAt(at, name, odds, middle)];
    if (had === null || has === null || (before.turn !== "max" && before.turn !== "min")) return;
    const better = before.findings.get(name)?.line ?? [];
    // The two searches differ a little; the move that the engine would play itself is no mistake.
    const loss = better[0] === at.move ? 0 : Math.max(0, before.turn === "max" ? had - has : has - had);
    const glyph = better.length === 0 ? 0 : KINDS.find((kind) => loss >= kind.loss)?.glyph ?? 0;
    judged.push({ at, ply: index + 1, side: before.turn, loss, glyph, better });
  });
  return judged;
}

/** How many of each kind a player made, those of `KINDS` in their order, and the mean loss. */
export function summary(/** @type {Judged[]} */ judged, /** @type {"max" | "min"} */ side) {
  const own = judged.filter((one) => one.side === side);
  const counts = KINDS.map(({ glyph }) => own.filter((one) => one.glyph === glyph).length);
  return { counts, mean: own.length === 0 ? 0 : own.reduce((sum, { loss }) => sum + loss, 0) / own.length };
}
