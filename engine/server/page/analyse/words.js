/** The texts of this view, in all languages of the page. */
import { bengali } from "./languages/bn.js";
import { english } from "./languages/en.js";
import { italian } from "./languages/it.js";
import { turkish } from "./languages/tr.js";

/** @type {import("../types.js").Words} */
export const words = { en: english, it: italian, tr: turkish, bn: bengali };
