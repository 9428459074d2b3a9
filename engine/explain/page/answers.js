// What a reader writes into the quiz, and whether it is right.

/** The ends of a window that has none: beyond all values. */
const ENDS = { alpha: -(2 ** 31), beta: 2 ** 31 - 1 };
/** What a sign before a value says. @type {Object<string, string>} */
const SIGNS = { "\u2264": "upper", "<=": "upper", "\u2265": "lower", ">=": "lower" };
/** Values that are not whole are written with nine decimals at most. */
const CLOSE = 1e-6;

/**
 * The same text with the digits 0 to 9.
 * @param {string} text
 */
function plain(text) {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

/**
 * What a text says: a number, and a sign before it, if there is one; the number is NaN where it is none.
 * @param {string} text
 */
export function read(text) {
  const [, sign = "", rest = ""] = /^\s*([\u2264\u2265]|<=|>=)?\s*(.*?)\s*$/s.exec(plain(text)) ?? [];
  const bound = SIGNS[sign] ?? null;
  const signs = rest.replace(/\u2212/g, "-").replace(/^\+/, "").replace(/(\d),(\d)/, "$1.$2");
  if (/^-?(\u221e|inf(inity)?|oo)$/i.test(signs)) return { bound, number: signs.startsWith("-") ? ENDS.alpha : ENDS.beta };
  const [, above, below] = /^(-?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(signs) ?? [];
  return { bound, number: above === undefined ? NaN : Number(above) / Number(below ?? 1) };
}

/**
 * Whether a text says this value. A bound may be named, and is a right one then.
 * @param {string} text
 * @param {number | null} value
 * @param {string | null} bound
 */
export function isValue(text, value, bound) {
  if (value === null) return false;
  const said = read(text);
  return (said.bound === null || said.bound === bound) && Math.abs(said.number - value) <= CLOSE * Math.max(1, Math.abs(value));
}

/**
 * Whether a text says this end of a window, `alpha` or `beta`. An empty one says that it is infinite.
 * @param {string} name
 * @param {string} text
 * @param {number | null} value
 */
export function isEnd(name, text, value) {
  return isValue(text.trim() === "" ? (name === "alpha" ? "-oo" : "oo") : text, value, null);
}
