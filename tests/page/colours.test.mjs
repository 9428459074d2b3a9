import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { contrast } from "./contrast.mjs";

const text = (/** @type {string} */ path) => readFileSync(new URL(`../../engine/${path}`, import.meta.url), "utf8");
const boards = text("server/page/board.css");
const [colours, pieces] = ["colours.css", "pieces.css"].map((name) => text(`explain/page/${name}`));
const schema = JSON.parse(readFileSync(new URL("../../docs/view.schema.json", import.meta.url), "utf8"));
/** @type {string[]} */
const COLOURS = schema.properties.colours.items.enum;
/** What tells a thing from what is not text, by WCAG 2.2. */
const LEAST = 3;

/** The variables of all looks, and with them those of high contrast. */
const LOOKS = (() => {
  const read = (/** @type {string} */ css) => {
    const blocks = [...css.matchAll(/\{([^{}]*--(?:white|plain):[^{}]*)\}/g)].map(([, block]) => block);
    assert.equal(blocks.length, 2);
    return blocks.map((block) => [...block.matchAll(/--([a-z-]+): (#[0-9a-f]+);/g)].map(([, name, value]) =>
      /** @type {[string, string]} */ ([name, value])));
  };
  const [[plain, high], [things, highThings]] = [boards, colours].map(read);
  const usual = [...plain, ...things];
  return { usual: new Map(usual), contrast: new Map([...usual, ...high, ...highThings]) };
})();

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
      const rule = `.${side}-${name} { --man-${side}: var(--${variable}); --man-${side}-rim: var(--${name}-rim); }`;
      assert(pieces.includes(rule), rule);
    }
  }
});
