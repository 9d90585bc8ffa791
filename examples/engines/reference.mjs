// A small engine for the protocol grognard-engine-1 in JavaScript: grognard lab play folio bir-salem
//   --player "German=engine:node examples/engines/reference.mjs"
// It takes the answer whose odds say that it is most likely to do something, of the first six.
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const read = async () => {
  const { value, done } = await lines.next();
  return done ? { type: "quit" } : JSON.parse(value);
};
const send = (line) => process.stdout.write(JSON.stringify(line) + "\n");
const nothing = new Set(["no effect", "miss", "none", "-", "nothing"]);

async function worth(n) {
  send({ type: "odds", n });
  const { odds } = await read();
  if (!odds) return 0;
  return Object.entries(odds.chances).reduce((sum, [name, chance]) => sum + (nothing.has(name.toLowerCase()) ? 0 : chance), 0);
}

async function choose({ answers, decision }) {
  let best = { n: decision % answers.length, worth: 0 };
  for (let n = 0; answers.length > 1 && n < Math.min(6, answers.length); n++) {
    const found = await worth(n);
    if (found > best.worth) best = { n, worth: found };
  }
  return best.n;
}

for (let told = await read(); told.type !== "quit"; told = await read()) {
  if (told.type === "hello") send({ type: "ready", protocol: "grognard-engine-1", name: "Reference in JavaScript" });
  if (told.type === "choose") send({ type: "answer", n: await choose(told) });
}
