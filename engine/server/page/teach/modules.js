/**
 * The modules of the page of `plyd explain`, which the server has beside this page: they draw trees, step through
 * searches and ask in the quiz. There is no other copy of them.
 *
 * @typedef {import("../../../explain/page/types.js").Explained} Explained
 * @typedef {import("../../../explain/page/types.js").Searched} Searched
 */

/** What they have for this view. @typedef {Awaited<ReturnType<typeof load>>} Modules */

/** @type {Promise<Modules> | null} */
let loading = null;

async function load() {
  const [main, replay, series, shapes, words] = await Promise.all([
    import("../../../explain/page/main.js"), import("../../../explain/page/replay.js"), import("../../../explain/page/series.js"),
    import("../../../explain/page/shapes.js"), import("../../../explain/page/words.js"),
  ]);
  return { ...main, ...replay, ...series, ...shapes, ...words };
}

/** All that the view needs of them. */
export function modules() {
  loading ??= load();
  return loading;
}

/** Their style sheets, in their order. The colours are those of this page, which an element with a shadow inherits. */
export const SHEETS = ["pieces.css", "page.css", "tree.css", "print.css"].map((name) =>
  new URL(`../../../explain/page/${name}`, import.meta.url).href);
