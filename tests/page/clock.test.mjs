import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../../engine/server/page/clock.js";
import { Dice } from "./random.mjs";

globalThis.document = /** @type {any} */ ({ documentElement: { lang: "en" } });

/** The time, which passes as a test says. */
let now = 0;
performance.now = () => now;

const other = (/** @type {"max" | "min"} */ side) => (side === "max" ? "min" : "max");

test("a clock that runs never goes up, the others stay, and an increment is added once", () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const dice = new Dice(seed);
    const increment = dice.below(3) * 700;
    const clock = new Clock({ max: 30_000, min: 40_000 }, increment);
    // What each should have, kept beside it.
    const left = { max: 30_000, min: 40_000 };
    /** @type {"max" | "min" | null} */
    let running = null;
    for (let act = 0; act < 60; act += 1) {
      const side = dice.of(/** @type {("max" | "min")[]} */ (["max", "min"]));
      const kind = dice.below(5);
      if (kind === 0) running = (clock.run(side), side);
      else if (kind === 1) running = (clock.run(null), null);
      else if (kind === 2) running = (clock.halt(), null);
      else if (kind === 3) {
        clock.moved(side);
        running = null;
        left[side] += increment;
      } else {
        const gone = dice.below(2_000);
        now += gone;
        if (running !== null) left[running] = Math.max(0, left[running] - gone);
      }
      assert.deepEqual({ max: clock.of("max"), min: clock.of("min") }, left, `seed ${seed}, act ${act}`);
    }
  }
});

test("what a clock begins with is not changed", () => {
  const begun = { max: 1_000, min: 1_000 };
  const clock = new Clock(begun, 500);
  clock.run("max");
  now += 300;
  clock.moved("max");
  assert.deepEqual(begun, { max: 1_000, min: 1_000 });
  assert.equal(clock.of("max"), 1_200);
});

test("the text never says more than a tenth or a second too much, and `0.0` only when no time is left", () => {
  const text = (/** @type {number} */ left) => new Clock({ max: left, min: 0 }, 0).text("max");
  assert.deepEqual([600_000, 59_001, 60_000, 10_001, 10_000, 9_900, 1_234, 1, 0].map(text),
    ["10:00", "1:00", "1:00", "0:11", "0:10", "9.9", "1.3", "0.1", "0.0"]);
  let before = Infinity;
  for (let left = 75_000; left >= 0; left -= 7) {
    const [minutes, seconds] = text(left).includes(":") ? text(left).split(":") : ["0", text(left)];
    const shown = Number(minutes) * 60_000 + Number(seconds) * 1_000;
    assert(shown >= left && shown <= before, `${left}: ${text(left)}`);
    before = shown;
  }
});

test("the time is over at zero, and a clock that runs is not begun anew", () => {
  const clock = new Clock({ max: 1_000, min: 1_000 }, 0);
  clock.run("max");
  now += 600;
  clock.run("max");
  assert.deepEqual(clock.left, { max: 1_000, min: 1_000 });
  now += 600;
  assert.equal(clock.of("max"), 0);
  clock.halt();
  assert.equal(clock.left.max, 0);
});

test("each side has its own time", () => {
  const clock = new Clock({ max: 5_000, min: 6_000 }, 0);
  for (const side of /** @type {("max" | "min")[]} */ (["max", "min"])) {
    const rest = clock.of(other(side));
    clock.run(side);
    now += 100;
    assert.equal(clock.of(other(side)), rest);
  }
  assert.deepEqual(clock.left, { max: 4_900, min: 6_000 });
});
