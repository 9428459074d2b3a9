// How well a colour is seen on another one, by WCAG 2.2.

/** The relative luminance of a colour such as `#fff` or `#22282a`. */
function luminance(/** @type {string} */ colour) {
  const isShort = colour.length === 4;
  const digits = isShort ? [...colour.slice(1)].map((digit) => digit + digit) : (colour.slice(1).match(/../g) ?? []);
  const parts = digits.map((pair) => parseInt(pair, 16) / 255);
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, which is not seen at all, to 21. */
export function contrast(/** @type {string} */ one, /** @type {string} */ other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
