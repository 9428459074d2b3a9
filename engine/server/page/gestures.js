/**
 * Which clicks make a move. The page has no rules: it keeps the ways to make a legal move that begin with the clicks so
 * far. docs/view.md describes the steps.
 *
 * @typedef {[string, string[]]} Gesture a move's text and the steps of one way to make it
 * @typedef {{clicks: string[], play: string[]}} Clicked the clicks that stand now, and the moves that they make: none
 *   yet, one, or several of which a person has to choose
 */

/**
 * All ways to make the moves of a position.
 * @param {{moves: Object<string, string[]> | null, ways?: Object<string, string[][]>}} view
 * @returns {Gesture[]}
 */
export function gestures({ moves, ways = {} }) {
  const more = Object.entries(ways).flatMap(([text, all]) => all.map((steps) => /** @type {Gesture} */ ([text, steps])));
  return [...Object.entries(moves ?? {}), ...more];
}

/**
 * The ways that still fit.
 * @param {Gesture[]} gestures
 * @param {string[]} clicks
 * @returns {Gesture[]}
 */
export function fitting(gestures, clicks) {
  return gestures.filter(([, steps]) => clicks.every((click, place) => steps[place] === click));
}

/**
 * The steps that can come next.
 * @param {Gesture[]} gestures
 * @param {string[]} clicks
 * @returns {Set<string>}
 */
export function live(gestures, clicks) {
  const next = fitting(gestures, clicks).map(([, steps]) => steps[clicks.length]);
  return new Set(next.filter((step) => step !== undefined));
}

/**
 * The steps that can come next, and lead to another one: what stands there can be dragged.
 * @param {Gesture[]} gestures
 * @param {string[]} clicks
 * @returns {Set<string>}
 */
export function leading(gestures, clicks) {
  return new Set(fitting(gestures, clicks).filter(([, steps]) => steps.length > clicks.length + 1).map(([, steps]) => steps[clicks.length]));
}

/**
 * The moves whose steps are all clicked.
 * @param {Gesture[]} gestures
 * @param {string[]} clicks
 * @returns {string[]}
 */
export function whole(gestures, clicks) {
  if (clicks.length === 0) return [];
  return fitting(gestures, clicks).filter(([, steps]) => steps.length === clicks.length).map(([text]) => text);
}

/**
 * The moves whose steps are all clicked, where no click plays them: one on the last spot again belongs to another move.
 * @param {Gesture[]} gestures
 * @param {string[]} clicks
 * @returns {string[]}
 */
export function finishing(gestures, clicks) {
  const last = clicks.at(-1);
  return last !== undefined && live(gestures, clicks).has(last) ? whole(gestures, clicks) : [];
}

/**
 * One more click. A click that fits goes on; one on the last spot again plays a move that is whole, or takes itself
 * back; any other begins anew, or takes the last click back.
 * @param {Gesture[]} gestures
 * @param {string[]} clicks
 * @param {string} step
 * @returns {Clicked}
 */
export function click(gestures, clicks, step) {
  const longer = [...clicks, step];
  const left = fitting(gestures, longer);
  if (left.length > 0) {
    const done = left.filter(([, steps]) => steps.length === longer.length).map(([text]) => text);
    return { clicks: longer, play: done.length < left.length ? [] : done };
  }
  if (step === clicks.at(-1)) {
    const done = whole(gestures, clicks);
    return done.length > 0 ? { clicks, play: done } : { clicks: clicks.slice(0, -1), play: [] };
  }
  if (live(gestures, []).has(step)) return click(gestures, [], step);
  return { clicks: clicks.slice(0, -1), play: [] };
}
