// Lets the time of the player to move run out at the page's own table, and prints who wins then, and why.
// Usage: node --import modules.mjs flag.mjs VIEW; VIEW is what plyd says of the position.
import { Clock } from "../../engine/server/page/clock.js";
import { Table } from "../../engine/server/page/play/table.js";

const [view] = process.argv.slice(2);
const engine = { stop: async () => {}, choose: async () => {}, view: async () => JSON.parse(view) };
let changes = 0;
const shows = { change: () => (changes += 1), info: () => {}, advice: () => {}, trouble: (error) => { throw error; } };
const table = new Table(engine, shows);
table.players = { max: "person", min: "person" };
const { turn } = JSON.parse(view);
const left = { max: 60_000, min: 60_000, [turn]: 0 };
await table.load({ game: "chess", options: {}, setup: "", moves: ["h1h2"] }, new Clock(left, 0));
table.tick();
for (const before = changes; changes === before; ) await new Promise((resolve) => setTimeout(resolve, 1));
console.log(table.given.winner, table.given.why);
