// What is written, in the reader's language: the explanation brings all words and values along as texts.

/** The words, values and numbers of a page. */
export class Words {
  /** `data` is what `plyd explain` writes into its page: see its `lang`, `words` and `values`. */
  constructor(data) {
    this.lang = data.lang;
    this.words = data.words;
    this.values = data.values;
    // With the digits that values are written with.
    this.digits = data.values[0] === "0" ? "latn" : undefined;
  }

  /** The words for a key. */
  say(key) {
    return this.words[key];
  }

  /** A value from MAX's view; `bound` tells whether it is exact, a lower or upper bound, or says nothing. */
  valueText(value, bound) {
    if (bound === "nothing") return `(${this.number(value)})`;
    const sign = { lower: "\u2265", upper: "\u2264" }[bound] ?? "";
    return sign + this.number(value);
  }

  /** A value as it is written; one that no search has found yet, as it was typed. */
  number(value) {
    return this.values[value] ?? String(value).replace("-", "\u2212");
  }

  /** Alpha and beta, a line for each. */
  boundTexts(alpha, beta) {
    return [`\u03b1 ${this.values[alpha]}`, `\u03b2 ${this.values[beta]}`];
  }

  /** What stands at a leaf of the drawing, whether it was read or not. */
  leafText(node) {
    // An unknown leaf, perhaps with a bound.
    if (typeof node.content === "string") return node.content.replace("-", "\u2212");
    return (node.horizon ? "\u2248" : "") + this.valueText(node.content, null);
  }

  /** A count, or a share from 0 to 1. */
  numberText(number, style = "decimal") {
    const options = { style, numberingSystem: this.digits, maximumFractionDigits: 1 };
    return new Intl.NumberFormat(this.lang, options).format(number);
  }

  /** Which of how many. */
  ofText(number, all) {
    return `${this.numberText(number)}\u2009/\u2009${this.numberText(all)}`;
  }
}

/** An HTML element with a text, or with children. */
export function html(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
