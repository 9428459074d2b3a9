/**
 * The view Teach.
 *
 * @typedef {import("../types.js").Context} Context
 */
import { Teach } from "./teach.js";

/** @type {Teach | null} */
let teach = null;

/**
 * Shows the view. The container is empty the first time, and is as the view left it later.
 * @param {HTMLElement} container
 * @param {Context} context
 */
export function show(container, context) {
  teach ??= new Teach(container);
  teach.open(context);
}

/** Leaves the view: nothing moves any more, and its session ends. */
export function hide() {
  teach?.close();
}

/** The language is another one. */
export function speak() {
  teach?.speak();
}
