import { setImmediate } from "node:timers/promises";
import { bodyWith, plainNode, spoken } from "./blank.ts";
import { runTests } from "./running.ts";
import { inSlices } from "./slices.ts";

/** How often others had their turn meanwhile. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ turns: number; came: T }> {
  let over = false;
  const ended = work.finally(() => (over = true));
  let turns = 0;
  for (; !over; turns += 1) await setImmediate();
  return { turns, came: await ended };
}

function spin(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) continue;
}

const to = (id: string, nodeId: string) => ({ id, nodeName: id, nodeId, dictionariesId: "" });

test("G180 work in steps lets others have their turn, and says what it came to", async () => {
  function* steps(): Generator<undefined, string, undefined> {
    for (let step = 0; step < 10; step += 1) {
      spin(10);
      yield;
    }
    return "done";
  }
  const { turns, came } = await turnsDuring(inSlices(steps()));
  expect(came).toBe("done");
  expect(turns).toBeGreaterThanOrEqual(10);
});

/** A wording, a question to the world, counters that each go on either way, and the wording again: a round without an end. */
const counters = 40;
const round = bodyWith([
  plainNode("start", "start", "开始", { x: 0, y: 0, nextNodeId: "say" }),
  plainNode("say", "play", "问候", { x: 0, y: 0, nextNodeId: "time", talkings: [spoken("hello", "您好")] }),
  plainNode("time", "timeRoute", "时间", { x: 0, y: 0, branch: [to("else", "n0")], config: { rules: [] } }),
  ...Array.from({ length: counters }, (_, at) => {
    const next = at === counters - 1 ? "say" : `n${at + 1}`;
    const branch = [to("again", next), to("over", next)];
    return plainNode(`n${at}`, "loop", `第${at}处`, { x: 0, y: 0, branch, config: { limit: 99 } });
  }),
]);
const goesRound = { steps: [], overrides: {}, expect: [{ what: "result" as const, value: "hangup" }] };
const flow = { id: "f", flowType: 1 as const, tts: "{}" };
const understand = () => ({ intentId: "", score: 0, secondId: "", secondScore: 0, by: "", slots: {} });

test("G180 others have their turn while one flow test goes round and round", async () => {
  let asked = 0;
  const timeRule = () => {
    asked += 1;
    spin(2);
    return "";
  };
  const one = [{ id: "1", name: "转圈", test: goesRound }];
  const { turns } = await turnsDuring(runTests(flow, round, one, { understand, timeRule }));
  expect(asked).toBeGreaterThan(100);
  expect(turns).toBeGreaterThan(asked / 10);
});

test("G180 such a test ends as one that failed, and the tracks of one run are told up to 1,000 rows each, 50,000 in all", async () => {
  const stored = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, name: `第${at}个`, test: goesRound }));
  const { results } = await runTests(flow, round, stored, { understand });
  expect(new Set(results.flatMap(({ faults }) => faults))).toEqual(
    new Set(["结果应为“流程挂机”，实际为“一直走不到头”"]),
  );
  expect(results[0]!.track).toHaveLength(1_001);
  expect(results[0]!.track.at(-1)!.content).toMatch(/^后面还有\d+步，没有列出$/);
  expect(results.reduce((sum, { track }) => sum + track.length, 0)).toBeLessThanOrEqual(50_060);
  expect(results.at(-1)!.track).toHaveLength(1);
});
