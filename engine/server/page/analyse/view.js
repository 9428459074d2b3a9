/**
 * The view Analyse.
 *
 * @typedef {import("../types.js").Context} Context
 */
import { kept } from "../keep.js";
import { MoveTree } from "../tree.js";
import { Analysis, CHOICES } from "./analysis.js";

/** @type {Analysis | null} */
let analysis = null;

/**
 * Shows the analysis that the browser keeps, else the game in Play.
 * @param {HTMLElement} container
 * @param {Context} context
 */
export async function show(container, context) {
  if (analysis === null) {
    const written = kept("analysis", /** @type {any} */ (null));
    const last = MoveTree.fromJson(written);
    const isKnown = last !== null && context.games.has(last.game);
    analysis = isKnown
      ? new Analysis(container, context, last, { saved: written.saved ?? null, isChanged: written.isChanged ?? true })
      : new Analysis(container, context, new MoveTree(context.game()), { saved: null, isChanged: false });
    const engines = kept("analysts", [CHOICES]);
    for (const choices of engines) analysis.add({ ...CHOICES, ...choices });
  }
  await analysis.open(context);
}

/** Leaves the view: the searches end. */
export function hide() {
  analysis?.close();
}

export function speak() {
  analysis?.speak();
}
