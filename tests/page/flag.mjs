// Lets the time of the player to move run out at the page's own table, and prints who wins then, and why.
// Usage: node flag.mjs FOLDER VIEW; FOLDER has the page's modules, VIEW is what plyd says of the position.
import { pathToFileURL } from "node:url";

const [folder, view] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const [{ Table }, { Clock }] = await Promise.all([load("play/table.js"), load("clock.js")]);
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
