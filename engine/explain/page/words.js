// What is written, in the reader's language: the explanation brings all words and values along as texts.

/**
 * @typedef {import("./types.js").Explained} Explained
 * @typedef {import("./types.js").TreeNode} TreeNode
 */

/** The words, values and numbers of a page. */
export class Words {
  /**
   * `data` is what `plyd explain` writes into its page: see its `lang`, `words` and `values`.
   * @param {Explained} data
   */
  constructor(data) {
    this.lang = data.lang;
    this.words = data.words;
    this.values = data.values;
    // With the digits that values are written with.
    this.digits = data.values[0] === "0" ? "latn" : undefined;
  }

  /**
   * The words for a key.
   * @param {string} key
   */
  say(key) {
    return this.words[key];
  }

  /**
   * A value from MAX's view; `bound` tells whether it is exact, a lower or upper bound, or says nothing.
   * @param {number} value
   * @param {string | null} bound
   */
  valueText(value, bound) {
    if (bound === "nothing") return `(${this.number(value)})`;
    const sign = bound === "lower" ? "\u2265" : bound === "upper" ? "\u2264" : "";
    return sign + this.number(value);
  }

  /**
   * A value as it is written; one that no search has found yet, as it was typed.
   * @param {number} value
   */
  number(value) {
    return this.values[value] ?? String(value).replace("-", "\u2212");
  }

  /**
   * Alpha and beta, a line for each.
   * @param {number} alpha
   * @param {number} beta
   */
  boundTexts(alpha, beta) {
    return [`\u03b1 ${this.values[alpha]}`, `\u03b2 ${this.values[beta]}`];
  }

  /**
   * What stands at a leaf of the drawing, whether it was read or not.
   * @param {TreeNode} node
   */
  leafText(node) {
    // An unknown leaf, perhaps with a bound.
    if (typeof node.content === "string") return node.content.replace("-", "\u2212");
    return node.content === null ? "" : (node.horizon ? "\u2248" : "") + this.valueText(node.content, null);
  }

  /**
   * A count, or a share from 0 to 1.
   * @param {number} number
   * @param {"decimal" | "percent"} style
   */
  numberText(number, style = "decimal") {
    const options = { style, numberingSystem: this.digits, maximumFractionDigits: 1 };
    return new Intl.NumberFormat(this.lang, options).format(number);
  }

  /**
   * Which of how many.
   * @param {number} number
   * @param {number} all
   */
  ofText(number, all) {
    return `${this.numberText(number)}\u2009/\u2009${this.numberText(all)}`;
  }
}
