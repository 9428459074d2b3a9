/**
 * What a half move looks like: the page knows no rules, so it moves what a person has clicked on, until the move is
 * played and the server shows the position after it.
 *
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Token} Token
 */

/**
 * The view after some clicks of a move that goes on. A thing of the mover goes from spot to spot; one that has a number
 * is one of several, so it goes once, also to others of its kind.
 * @param {View} view
 * @param {string[]} clicks
 * @returns {View}
 */
export function halfway(view, clicks) {
  let tokens = view.tokens ?? [];
  /** @type {string | null} */
  let held = null;
  for (const id of clicks) {
    const moved = held === null ? undefined : own(tokens, held, view.turn);
    if (held === null || moved === undefined || (moved.count === undefined && own(tokens, id, view.turn) !== undefined)) {
      held = own(tokens, id, view.turn) === undefined ? null : id;
    } else if (moved.count === undefined) {
      tokens = tokens.map((token) => (token === moved ? { ...token, on: id } : token));
      held = id;
    } else {
      tokens = oneMoved(tokens, moved, moved.count, id);
      held = null;
    }
  }
  return tokens === view.tokens ? view : { ...view, tokens };
}

/** What the mover has on a spot: the uppermost thing there. */
const own = (/** @type {Token[]} */ tokens, /** @type {string} */ id, /** @type {string} */ turn) =>
  tokens.findLast(({ on, owner }) => on === id && owner === turn);

/** One of several things goes to a spot; what the other player has there is hit. */
function oneMoved(/** @type {Token[]} */ tokens, /** @type {Token} */ moved, /** @type {number} */ count, /** @type {string} */ id) {
  const left = tokens.filter(({ on, owner }) => on !== id || owner === moved.owner)
    .flatMap((token) => (token !== moved ? [token] : count > 1 ? [{ ...token, count: count - 1 }] : []));
  const there = left.find(({ on }) => on === id);
  if (there === undefined) return [...left, { ...moved, on: id, count: 1 }];
  return left.map((token) => (token === there ? { ...token, count: (token.count ?? 1) + 1 } : token));
}
