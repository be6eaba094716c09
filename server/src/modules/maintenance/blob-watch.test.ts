/** A store that is down is told to operators, seen at /readyz, and harms nothing else. */
import { createProcessBroker } from "../../adapters/embedded/broker/index.ts";
import { createVirtualClock, silentLogger } from "../../testing/index.ts";
import { subscribe, type Topics } from "../topics.ts";
import { createBlobWatch } from "./blob-watch.ts";

async function setUp() {
  const clock = createVirtualClock();
  const broker = createProcessBroker(clock);
  const told: Topics["message.send"][] = [];
  await subscribe(broker, "message.send", (message) => void told.push(message));
  const answer: { now: () => Promise<void>; asked: number } = { now: async () => undefined, asked: 0 };
  const ping = () => {
    answer.asked += 1;
    return answer.now();
  };
  const watch = createBlobWatch({ blobs: { ping }, broker, clock, logger: silentLogger });
  watch.start();
  await clock.advance(0);
  return { watch, told, clock, answer };
}

test("operators are told once, each hour while it lasts, and when it is over", async () => {
  const { watch, told, clock, answer } = await setUp();
  await clock.advance(60_000);
  expect([watch.up(), told]).toEqual([true, []]);
  answer.now = () => Promise.reject(new Error("connect ECONNREFUSED"));
  await clock.advance(60_000);
  expect(watch.up()).toBe(false);
  expect(told).toEqual([
    {
      to: { operators: true },
      message: expect.objectContaining({ id: "blob-store", level: "error", title: "文件存储不可用" }),
    },
  ]);
  await clock.advance(3_600_000);
  expect(told).toHaveLength(2);
  answer.now = async () => undefined;
  await clock.advance(60_000);
  expect(watch.up()).toBe(true);
  expect(told.slice(2)).toEqual([
    { to: { operators: true }, message: expect.objectContaining({ level: "success", title: "文件存储已恢复" }) },
  ]);
  watch.stop();
});

test("a store that does not even refuse is not asked again meanwhile", async () => {
  const { watch, clock, answer } = await setUp();
  answer.now = () => new Promise(() => undefined);
  await clock.advance(30_000);
  const { asked } = answer;
  await clock.advance(300_000);
  expect(answer.asked).toBe(asked);
  watch.stop();
  const before = answer.asked;
  await clock.advance(300_000);
  expect(answer.asked).toBe(before);
});
