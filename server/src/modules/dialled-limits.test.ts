/**
 * E16 of dialling: an enterprise of 10 lines, numbers of 4, tasks of 8, 2 calls a second each. Whatever the callees do, nothing is ever
 * exceeded, and what is spare goes to the more urgent task.
 */
import { dialTaskApi } from "@liantai/api/contract/admin";
import { openDialOffice, type DialOffice } from "../testing/dial-office.ts";

const most = { enterprise: 10, number: 4, task: 8, second: 2 } as const;
const shown = ["4001", "4002", "4003"];
const phonesOf = (task: "a" | "b", count: number) =>
  Array.from({ length: count }, (_, n) => `${task === "a" ? "138" : "139"}${String(n).padStart(8, "0")}`);

let o: DialOffice;
interface Live {
  readonly task: string;
  readonly from: string;
  readonly phone: string;
}
const live = new Map<string, Live>();
/** When calls were dialled, by task. */
const dialled: Record<string, number[]> = { a: [], b: [] };
/** The most that ever were, asked at every beginning. */
const peak = { enterprise: 0, number: 0, task: 0, second: 0 };

/** What a callee does when it rings; nothing: it rings on. */
let callee: (leg: string) => void = () => undefined;

function began(leg: string): void {
  const request = o.sw.request(leg)!;
  const phone = typeof request.to === "string" ? request.to : request.to.number;
  const task = phone.startsWith("138") ? "a" : "b";
  live.set(leg, { task, from: request.from, phone });
  const now = o.clock.now();
  dialled[task]!.push(now);
  const count = (of: (each: Live) => boolean) => [...live.values()].filter(of).length;
  peak.enterprise = Math.max(peak.enterprise, live.size);
  peak.number = Math.max(peak.number, ...shown.map((number) => count(({ from }) => from === number)));
  peak.task = Math.max(peak.task, ...["a", "b"].map((each) => count((of) => of.task === each)));
  peak.second = Math.max(peak.second, dialled[task]!.filter((at) => now - at < 1_000).length);
  callee(leg);
}
const share = () => ["a", "b"].map((task) => [...live.values()].filter((each) => each.task === task).length);
const someOf = (task: string) => [...live].find(([, each]) => each.task === task)![0];

beforeAll(async () => {
  o = await openDialOffice();
  o.sw.on((event) => {
    if (event.type === "ringing") began(event.leg);
    if (event.type === "hungup") live.delete(event.leg);
  });
  await o.ports.database.system(async (trx) => {
    await trx
      .updateTable("enterprise")
      .set({ maxConcurrentCalls: most.enterprise })
      .where("compId", "=", "100001")
      .execute();
    await trx.deleteFrom("access_number").where("number", "in", shown.slice(1)).execute();
    await trx
      .insertInto("access_number")
      .values(
        shown.slice(1).map((number) => ({
          compId: "100001",
          number,
          title: number,
          targetKind: "skillGroup" as const,
          targetId: "g",
          greeting: "",
        })),
      )
      .execute();
    await trx.updateTable("access_number").set({ concurrency: most.number }).where("number", "in", shown).execute();
  });
});
afterAll(() => o?.close());

const task = {
  ...{ concurrency: most.task, perSecond: most.second, retries: [], ringS: 60 },
  ...{ accessNumbers: shown, displayMode: "turn" as const },
};

test("E16 spare lines go to the more urgent task, and so does each that gets free while it has numbers", async () => {
  const begun = o.clock.now();
  await o.runs({ ...task, taskIdentity: "急", priority: 1 }, phonesOf("a", 60));
  await o.advance(3_900);
  expect(share()).toEqual([8, 0]);
  // Two a second: at 0, 1, 2 and 3 s, and no sooner.
  expect(dialled["a"]!.map((at) => Math.floor((at - begun) / 1_000))).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  await o.runs({ ...task, taskIdentity: "缓", priority: 5 }, phonesOf("b", 60));
  await o.advance(3_000);
  expect(share()).toEqual([8, 2]);
  // Four of a number, by turns: ten lines of three numbers.
  expect(shown.map((number) => [...live.values()].filter(({ from }) => from === number).length).sort()).toEqual([
    3, 3, 4,
  ]);
  o.sw.leave(someOf("a"), "busy", { sipCode: 486 });
  await o.advance(1_000);
  expect(share()).toEqual([8, 2]);
  expect(live.size).toBe(most.enterprise);
});

test("E16 whatever the callees do, no bound is passed in a trace of every call, and each is reached", async () => {
  let seed = 11;
  const draw = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  callee = (leg) => {
    const [answers, ringMs, talkMs] = [draw(2) === 0, 200 + draw(4_000), 500 + draw(4_000)];
    o.clock.after(ringMs, () => {
      if (!live.has(leg)) return;
      if (!answers) return o.sw.leave(leg, "busy", { sipCode: 486 });
      o.sw.pickUp(leg);
      o.clock.after(talkMs, () => live.has(leg) && o.sw.leave(leg));
    });
  };
  for (const [leg] of [...live]) o.sw.leave(leg, "busy", { sipCode: 486 });
  await o.advance(75_000);
  expect(dialled["a"]).toHaveLength(60);
  expect(dialled["b"]).toHaveLength(60);
  expect(peak).toEqual(most);
  const { list } = await o.administrator.call(dialTaskApi.list, { body: { pageNo: 1, pageSize: 20, ftype: 4 } });
  expect(list.map(({ state, progress: { done, total } }) => [state, done, total])).toEqual([
    ["completed", 60, 60],
    ["completed", 60, 60],
  ]);
});

/** What 为什么没拨 holds against a number that waits. */
async function whyWaits(id: string): Promise<readonly string[]> {
  const waiting = await o.ports.database.system((trx) =>
    trx
      .selectFrom("dial_phone")
      .where("taskId", "=", id)
      .where("state", "=", "waiting")
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  const { steps } = await o.administrator.call(dialTaskApi.why, { body: { id, phoneId: waiting.id } });
  return steps.filter(({ passed }) => !passed).map(({ detail }) => detail);
}

test("E16 D2 a displayed number that is full keeps the others waiting, and 为什么没拨 says so", async () => {
  callee = () => undefined;
  const fixed = { ...task, accessNumbers: shown.slice(0, 1), displayMode: "fixed" as const };
  const id = await o.runs({ ...fixed, taskIdentity: "号码满", perSecond: 50 }, phonesOf("a", 90).slice(80));
  await o.advance(2_000);
  expect(live.size).toBe(most.number);
  expect(await whyWaits(id)).toEqual(["外显号码占满：并发已满或暂停外显"]);
  callee = (leg) => void o.clock.after(100, () => o.sw.leave(leg, "busy", { sipCode: 486 }));
  for (const leg of [...live.keys()]) o.sw.leave(leg, "busy", { sipCode: 486 });
  await o.advance(15_000);
  expect(live.size).toBe(0);
});

test("E16 a trunk of 6 lines gets no seventh call: the numbers wait for a line, and none of their attempts is spent", async () => {
  callee = () => undefined;
  const lines = 6;
  const [node] = await o.ports.database.system((trx) =>
    trx.updateTable("route_node").set({ concurrency: lines }).where("id", "=", "trunk").returningAll().execute(),
  );
  const { id, address } = node!;
  await o.sw.provision([
    { id, address, transport: "udp", codecs: ["PCMA"], concurrency: lines, userName: "", password: "" },
  ]);
  const began = dialled["a"]!.length;
  await o.runs({ ...task, taskIdentity: "中继", perSecond: 50 }, phonesOf("a", 70).slice(60));
  await o.advance(12_000);
  expect(live.size).toBe(lines);
  const { list } = await o.administrator.call(dialTaskApi.list, {
    body: { pageNo: 1, pageSize: 20, ftype: 4, taskIdentity: "中继" },
  });
  expect(list.map(({ waitsFor }) => waitsFor)).toEqual(["线路占满：中继并发已满"]);
  expect(await whyWaits(list[0]!.id)).toEqual(["线路占满：中继并发已满"]);
  const attempts = () =>
    o.ports.database.system((trx) =>
      trx.selectFrom("dial_attempt").where("taskId", "=", list[0]!.id).select(["code"]).execute(),
    );
  expect(await attempts()).toHaveLength(lines);
  // A line comes free.
  o.sw.leave([...live.keys()][0]!, "busy", { sipCode: 486 });
  await o.advance(1_000);
  expect(live.size).toBe(lines);
  callee = (leg) => void o.clock.after(100, () => o.sw.leave(leg, "busy", { sipCode: 486 }));
  for (const leg of [...live.keys()]) o.sw.leave(leg, "busy", { sipCode: 486 });
  await o.advance(10_000);
  expect((await attempts()).map(({ code }) => code)).toEqual(Array(10).fill(588));
  expect(dialled["a"]!.length - began).toBe(10);
});
