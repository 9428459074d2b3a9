import assert from "node:assert/strict";
import { test } from "node:test";
import { halfway } from "../../engine/server/page/halfway.js";
import { Dice } from "./random.mjs";

/**
 * @typedef {import("../../engine/server/page/types.js").Token} Token
 * @typedef {import("../../engine/server/page/types.js").View} View
 */
const view = (/** @type {Token[]} */ tokens) => /** @type {View} */ (/** @type {unknown} */ ({ game: "g", turn: "max", tokens }));
/** What is on the board after some clicks, as `OWNER COUNT@SPOT`. */
const after = (/** @type {View} */ start, /** @type {string[]} */ clicks) =>
  (halfway(start, clicks).tokens ?? []).map(({ on, owner, count }) => `${owner} ${count ?? ""}@${on}`).sort();
const man = (/** @type {string} */ on, owner = "max") => /** @type {Token} */ ({ on, owner, glyph: "man" });
const men = (/** @type {string} */ on, /** @type {number} */ count, owner = "max") => /** @type {Token} */ ({ on, owner, glyph: "disc", count });

test("a thing goes from spot to spot, and what it takes lies there until the move is whole", () => {
  const start = view([man("a"), man("b", "min"), man("z")]);
  assert.deepEqual(after(start, ["a"]), ["max @a", "max @z", "min @b"]);
  assert.deepEqual(after(start, ["a", "c"]), ["max @c", "max @z", "min @b"]);
  assert.deepEqual(after(start, ["a", "b", "c"]), ["max @c", "max @z", "min @b"]);
  assert.deepEqual(after(start, ["a", "z", "c"]), ["max @a", "max @c", "min @b"], "another own thing is taken up instead");
  for (const dead of [[], ["b"], ["b", "c"], ["c"], ["c", "d"]]) assert.equal(halfway(start, dead), start, "what is not the mover's stays");
});

test("the uppermost of the mover's things goes, and nothing goes from a spot without one", () => {
  const [low, high] = [{ ...man("a"), glyph: "low" }, { ...man("a"), glyph: "high" }];
  assert.deepEqual(halfway(view([low, high]), ["a", "b"]).tokens, [low, { ...high, on: "b" }]);
  const start = view([men("1", 2), men("3", 1, "min")]);
  assert.deepEqual(after(start, ["1", "2", "4"]), ["max 1@1", "max 1@2", "min 1@3"], "one click moves nothing");
  assert.deepEqual(after(start, ["1", "2", "4", "1", "4"]), ["max 1@2", "max 1@4", "min 1@3"]);
});

test("one of several goes once, joins its kind, and hits what the other player has", () => {
  const start = view([men("6", 5), men("3", 1, "min"), men("8", 1)]);
  assert.deepEqual(after(start, ["6", "4"]), ["max 1@4", "max 1@8", "max 4@6", "min 1@3"]);
  assert.deepEqual(after(start, ["6", "3"]), ["max 1@3", "max 1@8", "max 4@6"]);
  assert.deepEqual(after(start, ["6", "8"]), ["max 2@8", "max 4@6", "min 1@3"]);
  assert.deepEqual(after(start, ["8", "6"]), ["max 6@6", "min 1@3"]);
  assert.deepEqual(after(start, ["8", "5", "5", "2"]), ["max 1@2", "max 5@6", "min 1@3"]);
  assert.deepEqual(after(start, ["6", "4", "6"]), after(start, ["6", "4"]), "the next one is only taken up");
});

test("nothing is lost or made, and the view that came in is not changed", () => {
  const spots = ["a", "b", "c", "d", "e"];
  for (let seed = 0; seed < 1_000; seed += 1) {
    const dice = new Dice(seed);
    const isOfMany = dice.below(2) === 0;
    const tokens = spots.filter(() => dice.below(2) === 0).map((on) => {
      const owner = dice.of(["max", "min"]);
      return Object.freeze(isOfMany ? men(on, 1 + dice.below(3), owner) : man(on, owner));
    });
    const start = Object.freeze(view(/** @type {Token[]} */ (Object.freeze(tokens))));
    const clicks = Array.from({ length: dice.below(6) }, () => dice.of(spots));
    const then = halfway(start, clicks);
    const total = (/** @type {View} */ { tokens = [] }, /** @type {string} */ side) =>
      tokens.reduce((sum, { owner, count }) => sum + (owner === side ? count ?? 1 : 0), 0);
    assert.equal(total(then, "max"), total(start, "max"), `seed ${seed}`);
    assert(total(then, "min") <= total(start, "min"), `seed ${seed}`);
    if (!isOfMany) assert.equal(total(then, "min"), total(start, "min"));
    assert((then.tokens ?? []).every(({ count }) => count === undefined || count > 0), `seed ${seed}`);
  }
});
