import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { contrast } from "./contrast.mjs";

/** All style sheets and modules of a folder and the folders in it, with their texts. */
function textsOf(/** @type {string} */ folder) {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const names = all.filter((name) => /\.(css|js|html)$/.test(name));
  return names.map((name) => /** @type {const} */ ([`${folder}/${name}`, readFileSync(`${folder}/${name}`, "utf8")]));
}

const root = new URL("../..", import.meta.url).pathname;
const texts = new Map(["explain", "server"].flatMap((name) => textsOf(`${root}engine/${name}/page`)));
const [path, css] = [...texts].find(([name]) => name.endsWith("/colours.css")) ?? assert.fail("no colours.css");

/** The colours that a block defines: for light looks and for dark ones. @returns {Map<string, [string, string]>} */
function coloursOf(/** @type {string} */ block) {
  const found = block.matchAll(/--([a-z-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g);
  return new Map([...found].map(([, name, light, dark, both]) => [name, [light ?? both, dark ?? both]]));
}

/** The colours of each looks. */
const LOOKS = (() => {
  const [usual, high, print] = [...css.matchAll(/\{([^{}]*--page:[^{}]*)\}/g)].map(([, block]) => coloursOf(block));
  const merged = (/** @type {number} */ scheme, further = new Map()) =>
    new Map([...usual, ...further].map(([name, both]) => [name, both[scheme]]));
  return { light: merged(0), dark: merged(1), contrast: merged(1, high), print: merged(0, print) };
})();

/** Names on the grounds under them, and the least contrast by WCAG 2.2: that of texts, and of what is no text. */
const PAIRS = /** @type {const} */ ([
  [["ink", "soft", "accent", "good", "warn"], ["page", "card"], 4.5],
  [["accent-ink"], ["accent"], 4.5],
  [["page"], ["warn"], 4.5],
  [["ink"], ["max", "min", "chance", "leaf"], 4.5],
  [["max-line", "min-line", "chance-line", "leaf-line", "waiting", "pruned"], ["card"], 3],
  [["best", "line", "ring", "focus"], ["card"], 3],
  [["focus", "ring", "best"], ["page"], 3],
]);

test("what is written and drawn is seen on its ground, in all looks and on paper", () => {
  for (const [looks, all] of Object.entries(LOOKS)) {
    const colour = (/** @type {string} */ name) => all.get(name) ?? assert.fail(`${looks} has no --${name}`);
    for (const [names, grounds, least] of PAIRS) {
      for (const name of names) {
        for (const ground of grounds) {
          const seen = contrast(colour(name), colour(ground));
          assert(seen >= least, `${looks}: ${name} on ${ground} has ${seen.toFixed(2)}`);
        }
      }
    }
  }
});

test("both pages have their colours from one file, and every name that they use", () => {
  const all = [...texts.values()].join("\n");
  const defined = new Set([...all.matchAll(/--([a-z0-9-]+):/g)].map(([, name]) => name));
  // What has no other colour in its place, and is not computed by the program.
  for (const [, name] of all.matchAll(/var\(--([a-z0-9-]+)\)/g)) {
    assert(defined.has(name) || name === "root", `--${name}`);
  }
  // A board has colours of its own, on it.
  const others = [...texts].filter(([name]) => name !== path && !name.endsWith("/board.css"));
  for (const [name, text] of others) {
    for (const own of LOOKS.light.keys()) assert(!text.includes(`--${own}:`), `${name} defines --${own}`);
  }
  assert(LOOKS.light.size > 20);
});
