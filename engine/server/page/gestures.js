/**
 * Which clicks make a move. The page has no rules: it keeps the legal moves whose steps begin with the clicks so far.
 * docs/view.md describes the steps.
 *
 * @typedef {[string, string[]]} Gesture a move's text and its steps
 * @typedef {{clicks: string[], play: string[]}} Clicked the clicks that stand now, and the moves that they make: none
 *   yet, one, or several of which a person has to choose
 */

/**
 * The moves that still fit.
 * @param {Object<string, string[]> | null} moves
 * @param {string[]} clicks
 * @returns {Gesture[]}
 */
export function fitting(moves, clicks) {
  return Object.entries(moves ?? {}).filter(([, steps]) => clicks.every((click, place) => steps[place] === click));
}

/**
 * The steps that can come next.
 * @param {Object<string, string[]> | null} moves
 * @param {string[]} clicks
 * @returns {Set<string>}
 */
export function live(moves, clicks) {
  const next = fitting(moves, clicks).map(([, steps]) => steps[clicks.length]);
  return new Set(next.filter((step) => step !== undefined));
}

/**
 * The steps that can come next, and lead to another one: what stands there can be dragged.
 * @param {Object<string, string[]> | null} moves
 * @param {string[]} clicks
 * @returns {Set<string>}
 */
export function leading(moves, clicks) {
  return new Set(fitting(moves, clicks).filter(([, steps]) => steps.length > clicks.length + 1).map(([, steps]) => steps[clicks.length]));
}

/**
 * The moves whose steps are all clicked.
 * @param {Object<string, string[]> | null} moves
 * @param {string[]} clicks
 * @returns {string[]}
 */
export function whole(moves, clicks) {
  if (clicks.length === 0) return [];
  return fitting(moves, clicks).filter(([, steps]) => steps.length === clicks.length).map(([text]) => text);
}

/**
 * One more click. A click that fits goes on; one on the last spot again plays a move that is whole, or takes itself
 * back; any other begins anew, or takes the last click back.
 * @param {Object<string, string[]> | null} moves
 * @param {string[]} clicks
 * @param {string} step
 * @returns {Clicked}
 */
export function click(moves, clicks, step) {
  const longer = [...clicks, step];
  const left = fitting(moves, longer);
  if (left.length > 0) {
    const done = left.filter(([, steps]) => steps.length === longer.length).map(([text]) => text);
    return { clicks: longer, play: done.length < left.length ? [] : done };
  }
  if (step === clicks.at(-1)) {
    const done = whole(moves, clicks);
    return done.length > 0 ? { clicks, play: done } : { clicks: clicks.slice(0, -1), play: [] };
  }
  if (live(moves, []).has(step)) return click(moves, [], step);
  return { clicks: clicks.slice(0, -1), play: [] };
}
