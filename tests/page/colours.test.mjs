import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../../engine/server/page/board.css", import.meta.url), "utf8");
const schema = JSON.parse(readFileSync(new URL("../../docs/view.schema.json", import.meta.url), "utf8"));
/** @type {string[]} */
const COLOURS = schema.properties.colours.items.enum;
/** What tells a thing from what is not text, by WCAG 2.2. */
const LEAST = 3;

/** The variables of all looks, and with them those of high contrast. */
const LOOKS = (() => {
  const blocks = [...css.matchAll(/:is\(\.board svg, \.sample\) \{([^}]*--white:[^}]*)\}/g)].map(([, block]) => block);
  assert.equal(blocks.length, 2);
  const read = (/** @type {string} */ block) => [...block.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g)].map(([, name, value]) => /** @type {[string, string]} */ ([name, value]));
  const plain = read(blocks[0]);
  return { usual: new Map(plain), contrast: new Map([...plain, ...read(blocks[1])]) };
})();

/** The relative luminance of a colour, as WCAG 2.2 has it. */
function luminance(/** @type {string} */ colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : (colour.slice(1).match(/../g) ?? []);
  const [red, green, blue] = digits.map((pair) => parseInt(pair, 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const contrast = (/** @type {string} */ one, /** @type {string} */ other) => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

test("the colours of pieces are seen on every ground, by themselves or by their rim", () => {
  for (const [looks, all] of Object.entries(LOOKS)) {
    const colour = (/** @type {string} */ name) => all.get(name) ?? assert.fail(`${looks} has no --${name}`);
    for (const name of COLOURS) {
      const [body, rim] = [colour(name === "green" ? "green-piece" : name), colour(`${name}-rim`)];
      for (const ground of ["plain", "light", "dark", "green", "behind", "wood"]) {
        const seen = Math.max(contrast(body, colour(ground)), contrast(rim, colour(ground)));
        assert(seen >= LEAST, `${looks}: ${name} on ${ground} has ${seen.toFixed(2)}`);
      }
      assert(contrast(body, rim) >= LEAST, `${looks}: the ring on ${name} has ${contrast(body, rim).toFixed(2)}`);
    }
  }
});

test("what fills the hole of a frame is seen by its colour alone", () => {
  for (const all of Object.values(LOOKS)) {
    for (const name of ["red", "yellow"]) {
      const seen = contrast(all.get(name) ?? "", all.get("behind") ?? "");
      assert(seen >= LEAST, `${name} has ${seen.toFixed(2)}`);
    }
  }
});

test("each colour has a rule for each player", () => {
  for (const name of COLOURS) {
    const variable = name === "green" ? "green-piece" : name;
    for (const side of ["max", "min"]) {
      assert(css.includes(`.${side}-${name} { --${side}: var(--${variable}); --${side}-rim: var(--${name}-rim); }`), `${side} ${name}`);
    }
  }
});
