import assert from "node:assert/strict";
import { test } from "node:test";
import { random, roll } from "../../engine/server/page/play/chance.js";
import { brief, decimal, expected, fromFirst, grouped, percent, signed, unitOf, valueText } from "../../engine/server/page/scores.js";

globalThis.document = /** @type {any} */ ({ documentElement: { lang: "en" } });

test("a value has its sign, its bound, and a mate its moves", () => {
  assert.deepEqual([35, -35, 0, -0, 0.5].map(signed), ["+35", "−35", "0", "0", "+0.5"]);
  assert.deepEqual([{ cp: 35 }, { cp: -7, bound: "lowerbound" }, { mate: 3 }, { mate: -3, bound: "upperbound" }, { cp: 4, mate: -1 }, { cp: 4, mate: 0 }, {}].map(brief),
    ["+35", "≥ −7", "#3", "≤ #−3", "#−1", "#0", "0"]);
});

test("values are in the unit of the game: pawns, chances, or points", () => {
  const [chess, go, own] = [{ game: "chess", scale: 220, draws: 120 }, { game: "go", scale: 500 }, { game: "mine" }];
  assert.deepEqual([chess, go, own].map(unitOf), ["pawns", "chance", "points"]);
  const texts = (/** @type {any} */ odds) => [{ cp: 31 }, { cp: -120, bound: "upperbound" }, { cp: 0 }, { mate: -3 }, { cp: -99_999 }].map((score) => valueText(score, odds));
  assert.deepEqual(texts(chess), ["+0.31", "≤ −1.20", "0.00", "#−3", "−+"]);
  assert.deepEqual(texts(go), ["51.5%", "≤ 44.0%", "50.0%", "#−3", "0.0%"]);
  assert.deepEqual(texts(own), ["+31", "≤ −120", "0", "#−3", "−99999"]);
  assert.deepEqual(texts(null), texts(own));
});

test("numbers are written as the language of the page does, with the digits 0 to 9", () => {
  /** @type {[string, string[]][]} */
  const languages = [
    ["en", ["43,356", "1.49", "12345.60", "100.0%", "−2.5", "+0.31", "51.5%", "+1234.5"]],
    ["it", ["43.356", "1,49", "12345,60", "100,0%", "−2,5", "+0,31", "51,5%", "+1234,5"]],
    ["tr", ["43.356", "1,49", "12345,60", "%100,0", "−2,5", "+0,31", "%51,5", "+1234,5"]],
    ["bn", ["43,356", "1.49", "12345.60", "100.0%", "−2.5", "+0.31", "51.5%", "+1234.5"]],
  ];
  for (const [lang, texts] of languages) {
    document.documentElement.lang = lang;
    const values = [valueText({ cp: 31 }, { game: "chess" }), valueText({ cp: 31 }, { game: "go", scale: 500 }), brief({ cp: 1234.5 })];
    assert.deepEqual([grouped(43_356), decimal(1.494, 2), decimal(12_345.6, 2), percent(1), grouped(-2.5), ...values], texts, lang);
  }
  document.documentElement.lang = "en";
});

test("what is rounded to zero has no sign", () => {
  assert.deepEqual([decimal(-0.001, 2), decimal(-0.01, 2), decimal(-0, 1), decimal(1.005, 1)], ["0.00", "−0.01", "0.0", "1.0"]);
});

test("what the first player can expect grows with the value, and is the other one's from the other side", () => {
  for (const odds of [{ scale: 220, draws: 120 }, { scale: 3 }, null]) {
    let last = 0;
    for (const cp of [-5000, -300, -20, 0, 20, 300, 5000]) {
      const share = expected({ cp }, odds);
      assert(share >= last && Math.abs(share + expected({ cp: -cp }, odds) - 1) < 1e-12);
      last = share;
    }
  }
  // A game is drawn half of the time at the value `draws`: then a win is worth 1 and the rest little more than ½.
  assert.equal(expected({ cp: 0 }, { scale: 1, draws: 100 }), 0.5);
  assert.deepEqual([{ mate: 1 }, { mate: -1 }].map((score) => expected(score, null)), [1, 0]);
});

test("the second player's value is turned, with its bound; turned twice it is the same", () => {
  for (const score of [{ cp: 30 }, { cp: 0 }, { cp: -4, bound: "lowerbound" }, { mate: 2, bound: "upperbound" }, { mate: -1 }]) {
    const whole = { cp: undefined, mate: undefined, bound: undefined, ...score };
    for (const turn of /** @type {("max" | "chance")[]} */ (["max", "chance"])) assert.deepEqual(fromFirst(score, turn), whole);
    assert(!Object.is(fromFirst(score, "min").cp, -0), "zero has no sign");
    assert.deepEqual(fromFirst(fromFirst(score, "min"), "min"), whole);
  }
  assert.deepEqual(fromFirst({ cp: 30, bound: "lowerbound" }, "min"), { cp: -30, mate: undefined, bound: "upperbound" });
  assert.deepEqual(fromFirst({ mate: -2, bound: "upperbound" }, "min"), { cp: undefined, mate: 2, bound: "lowerbound" });
});

test("dice are what the seed and the ply say, as often as their weights", () => {
  const weights = { a: 1, b: 2, never: 0, c: 5 };
  /** @type {Object<string, number>} */
  const count = { a: 0, b: 0, never: 0, c: 0 };
  for (let seed = 0; seed < 100; seed += 1) {
    for (let ply = 0; ply < 80; ply += 1) {
      const number = random(seed, ply);
      assert(number >= 0 && number < 1);
      const outcome = roll(weights, seed, ply);
      assert.equal(roll(weights, seed, ply), outcome);
      count[outcome] += 1;
    }
  }
  assert.equal(count.never, 0);
  // Seven standard deviations of 8,000 throws.
  for (const [name, share] of /** @type {[string, number][]} */ ([["a", 1 / 8], ["b", 2 / 8], ["c", 5 / 8]])) {
    assert(Math.abs(count[name] - 8_000 * share) < 7 * Math.sqrt(8_000 * share * (1 - share)), `${name}: ${count[name]}`);
  }
  const first = Array.from({ length: 50 }, (_, ply) => roll(weights, 1, ply)).join("");
  assert.notEqual(Array.from({ length: 50 }, (_, ply) => roll(weights, 2, ply)).join(""), first);
});
