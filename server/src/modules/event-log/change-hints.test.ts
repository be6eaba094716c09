import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { silentLogger } from "../../testing/index.ts";
import { createVirtualClock } from "../../testing/clock.ts";
import { subscribe } from "../topics.ts";
import { createChangeHints } from "./change-hints.ts";

async function setUp() {
  const clock = createVirtualClock();
  const broker = createProcessBroker(clock);
  const heard: [string, number][] = [];
  const start = clock.now();
  await subscribe(broker, "day.changed", ({ compId }) => heard.push([compId, clock.now() - start]));
  return { clock, heard, hints: createChangeHints({ broker, clock, logger: silentLogger }) };
}

test("M9: a change is told at once, those that follow together after 5 s, each enterprise by itself", async () => {
  const { clock, heard, hints } = await setUp();
  hints.changed(["a", "a", "b"]);
  await clock.settle();
  for (let at = 0; at < 12_000; at += 100) {
    await clock.advance(100);
    if (at < 8_000) hints.changed(["a"]);
  }
  expect(heard).toEqual([
    ["a", 0],
    ["b", 0],
    ["a", 5_000],
    ["a", 10_000],
  ]);
  await clock.advance(60_000);
  expect([heard.length, clock.waiting]).toEqual([4, 0]);
});

test("nothing is told after the stop", async () => {
  const { clock, heard, hints } = await setUp();
  hints.changed(["a"]);
  hints.changed(["a"]);
  hints.stop();
  await clock.advance(60_000);
  expect([heard.length, clock.waiting]).toEqual([1, 0]);
});
