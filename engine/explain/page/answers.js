// What a reader writes into the quiz, and whether it is right.

/** The ends of a window that has none: beyond all values. */
const ENDS = { alpha: -(2 ** 31), beta: 2 ** 31 - 1 };
/** Values that are not whole are written with nine decimals at most. */
const CLOSE = 1e-6;

/** The same text with the digits 0 to 9. */
function plain(text) {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0);
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((digit.codePointAt(0) - zero) % 10);
  });
}

/** What a text says: a number, and a sign before it, if there is one; the number is NaN where it is none. */
export function read(text) {
  const [, sign, rest] = /^\s*([\u2264\u2265]|<=|>=)?\s*(.*?)\s*$/s.exec(plain(text));
  const bound = { "\u2264": "upper", "<=": "upper", "\u2265": "lower", ">=": "lower" }[sign] ?? null;
  const signs = rest.replace(/\u2212/g, "-").replace(/^\+/, "").replace(/(\d),(\d)/, "$1.$2");
  if (/^-?(\u221e|inf(inity)?|oo)$/i.test(signs)) return { bound, number: signs.startsWith("-") ? ENDS.alpha : ENDS.beta };
  const [, above, below] = /^(-?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(signs) ?? [];
  return { bound, number: above === undefined ? NaN : Number(above) / Number(below ?? 1) };
}

/** Whether a text says this value. A bound may be named, and is a right one then. */
export function isValue(text, value, bound) {
  const said = read(text);
  return (said.bound === null || said.bound === bound) && Math.abs(said.number - value) <= CLOSE * Math.max(1, Math.abs(value));
}

/** Whether a text says this end of a window, `alpha` or `beta`. An empty one says that it is infinite. */
export function isEnd(name, text, value) {
  return isValue(text.trim() === "" ? (name === "alpha" ? "-oo" : "oo") : text, value, null);
}
