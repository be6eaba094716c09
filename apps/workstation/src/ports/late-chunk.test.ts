import { createBus, type BusNotification } from "@liantai/bus";
import { latePart } from "../bar/late.ts";
import { settle } from "../testing/virtual-clock.ts";
import { lateChunk, withChunk } from "./late-chunk.ts";

function failing(times: number) {
  const waits: number[] = [];
  const shown: string[] = [];
  const used: string[] = [];
  const bus = createBus();
  bus.subscribe("notification.show", ({ title }) => shown.push(title));
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads <= times) throw new Error("the chunk did not come");
    return "part";
  };
  const use = (part: string) => void used.push(part);
  return { waits, shown, used, bus, load, use, loads: () => loads, wait: async (ms: number) => void waits.push(ms) };
}

test("L9 a chunk that does not come is asked for again, ever later", async () => {
  const { load, wait, waits } = failing(8);
  await expect(lateChunk(load, { wait })).resolves.toBe("part");
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

test("L9 a message waits for its part; one that does not come at all is told", async () => {
  const late = failing(2);
  withChunk(late.bus, late.load, late.use, { wait: late.wait });
  await settle();
  expect([late.used, late.shown]).toEqual([["part"], []]);
  const lost = failing(99);
  withChunk(lost.bus, lost.load, lost.use, { wait: lost.wait });
  await settle();
  expect([lost.used, lost.shown, lost.loads()]).toEqual([[], ["有消息未能显示"], 6]);
});

test("L9 重试 asks anew for all that was lost under a notice, of orders for the last; not for another session's", async () => {
  const { bus, wait, shown } = failing(0);
  const used: string[] = [];
  const notices: BusNotification[] = [];
  bus.subscribe("notification.show", (notice) => notices.push(notice));
  let online = false;
  const load = async () => {
    if (!online) throw new Error("the chunk did not come");
    return "part";
  };
  const lose = async (what: string, lost?: string) => {
    const order = lost === undefined ? {} : { lost, lastOnly: true };
    withChunk(bus, load, () => void used.push(what), { wait, ...order });
    await settle();
  };
  const press = async (title: string) => {
    const { id, actions } = notices.findLast((notice) => notice.title === title)!;
    bus.publish("notification.action", { id, action: actions![0]! });
    await settle();
  };
  for (const what of ["first", "second"]) await lose(what);
  for (const what of ["listen", "whisper"]) await lose(what, "操作未执行");
  await press("有消息未能显示");
  expect([used, shown.slice(4)]).toEqual([[], ["有消息未能显示", "有消息未能显示"]]);
  online = true;
  await press("有消息未能显示");
  expect(used).toEqual(["first", "second"]);
  await press("操作未执行");
  await press("操作未执行");
  expect(used).toEqual(["first", "second", "whisper"]);
  online = false;
  await lose("third");
  bus.publish("session.signedOut", { reason: "logout" });
  online = true;
  await press("有消息未能显示");
  expect(used).toHaveLength(3);
});

test("L9 a part of the bar is asked for once at a time, until it is here", async () => {
  const { load, wait, loads } = failing(2);
  const part = latePart(load, wait);
  await Promise.all([part.load(), part.load()]);
  expect([part.here(), loads()]).toEqual(["part", 3]);
});
