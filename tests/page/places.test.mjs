import assert from "node:assert/strict";
import { test } from "node:test";
import { centres, isPile, things } from "../../engine/server/page/places.js";

/** @typedef {import("../../engine/server/page/types.js").Spot} Spot */
const spot = /** @type {Spot} */ ({ id: "6", at: [0.5, 2.3], shape: "area", pile: [[0.5, 0.45], [0.5, 3.65]] });
const men = (/** @type {number} */ count) => ({ on: "6", glyph: "disc", owner: /** @type {const} */ ("max"), count });
const near = (/** @type {number[]} */ all, /** @type {number[]} */ expected) =>
  all.length === expected.length && all.every((one, place) => Math.abs(one - expected[place]) < 1e-9);

test("as many things as have room lie side by side, and the last one has the number of all", () => {
  for (let count = 1; count < 16; count += 1) {
    const drawn = things(men(count), spot);
    assert.equal(drawn.length, Math.min(count, 5));
    assert(near(drawn.map(([, [, y]]) => y), [0.45, 1.25, 2.05, 2.85, 3.65].slice(0, count)));
    assert.deepEqual(drawn.map(([one]) => one.count), drawn.map((_, place) => (place === 4 && count > 5 ? count : undefined)));
  }
});

test("what has no pile, or is no thing to be piled up, is one at its spot", () => {
  const { pile, ...bare } = spot;
  assert.deepEqual(things(men(3), bare), [[men(3), [0.5, 2.3]]]);
  for (const glyph of ["die", "seed", "text"]) assert(!isPile({ ...men(3), glyph }, spot), glyph);
  assert(!isPile({ on: "6", glyph: "disc" }, spot));
  assert.deepEqual(things({ ...men(5), glyph: "die" }, spot), [[{ ...men(5), glyph: "die" }, [0.5, 2.3]]]);
});

test("a pile goes on in its own direction, and one without room has one place", () => {
  assert.deepEqual(centres({ ...spot, pile: [[5, 9], [1, 9]] }, 2).map(([x, y]) => [Number(x.toFixed(6)), y]), [[5, 9], [4.2, 9]]);
  assert.deepEqual(centres({ ...spot, pile: [[5, 9], [5, 9]] }, 7), [[5, 9]]);
});
