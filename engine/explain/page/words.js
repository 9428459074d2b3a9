// What is written, in the reader's language: the page brings all words and values along as texts.

const DATA = JSON.parse(document.getElementById("data").textContent);

/** The words for a key. */
function say(key) {
  return DATA.words[key];
}

/** A value from MAX's view; `bound` tells whether it is exact, a lower or upper bound, or says nothing. */
function valueText(value, bound) {
  if (bound === "nothing") return `(${DATA.values[value]})`;
  const sign = { lower: "\u2265", upper: "\u2264" }[bound] ?? "";
  return sign + DATA.values[value];
}

/** Alpha and beta, a line for each. */
function boundTexts(alpha, beta) {
  return [`\u03b1 ${DATA.values[alpha]}`, `\u03b2 ${DATA.values[beta]}`];
}

/** What stands at a leaf of the drawing, whether it was read or not. */
function leafText(node) {
  return node.content === "?" ? "?" : valueText(node.content, null);
}

// With the digits that values are written with.
const DIGITS = DATA.values[0] === "0" ? "latn" : "native";

/** A count, or a share from 0 to 1. */
function numberText(number, style = "decimal") {
  const options = { style, numberingSystem: DIGITS === "latn" ? "latn" : undefined, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(DATA.lang, options).format(number);
}

/** Which of how many. */
function ofText(number, all) {
  return `${numberText(number)}\u2009/\u2009${numberText(all)}`;
}

/** An HTML element with a text, or with children. */
function html(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
