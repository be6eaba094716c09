/** What a supervisor sees of the queue, and sending a waiting caller elsewhere (docs/protocol.md K28). */
import type { CommandReply, QueuesNow } from "../../../ports/engine.ts";
import type { Screened } from "../screening.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

let s: Stage;
const refuses = new Map<string, Screened>();
stageEach((stage) => (s = stage), { screen: async ({ callee }) => refuses.get(callee) ?? { ok: true } });

const queues = () => s.engine.request({ verb: "queues", compId: s.compId }) as Promise<QueuesNow>;
async function sendOn(callId: string, to: { kind: "skillGroup" | "seat" | "number"; id: string }, compId = s.compId) {
  const reply = (await s.engine.request({
    verb: "sendOn",
    compId,
    callId,
    to,
    by: "1005",
    name: "周敏",
  })) as CommandReply;
  await s.settle();
  return reply;
}
const otherGroup = (members: readonly string[]) =>
  s.ports.database.system(async (trx) => {
    await trx
      .insertInto("skill_group")
      .values({
        compId: s.compId,
        id: `x-${s.compId}`,
        name: "售后组",
        strategy: "longest-idle",
        queueLimit: 5,
        maxWaitS: 60,
        ringS: 20,
        wrapUpS: 5,
        announceEveryS: 0,
        serviceLevelS: 20,
      })
      .execute();
    for (const agentId of members)
      await trx
        .insertInto("skill_group_member")
        .values({ compId: s.compId, skillGroupId: `x-${s.compId}`, agentId, level: 1 })
        .execute();
  });

test("the moment: seats by what they do, callers by their places, whom the phone of a seat rings for", async () => {
  const busy = await s.signIn("1001");
  await s.customer("13800000001");
  await s.advance(5_000);
  await s.customer("13800000002");
  await busy.command("setState", { state: "1" });
  const { at, groups, waiting } = await queues();
  expect(groups).toEqual([
    {
      id: `g-${s.compId}`,
      signedIn: 1,
      idle: 0,
      ringing: 1,
      talking: 0,
      wrapUp: 0,
      busy: 0,
      waitMs: null,
      error: null,
    },
  ]);
  expect(waiting).toMatchObject([
    { number: "13800000001", ahead: 0, offered: ["1001"], ringing: "1001", groupIds: [`g-${s.compId}`] },
    { number: "13800000002", ahead: 1, offered: [], ringing: null, queueName: null, accessNumber: s.number },
  ]);
  expect(at - waiting[1]!.queuedAt).toBeLessThan(at - waiting[0]!.queuedAt);
});

test("K28 to another skill group: it keeps its arrival, and the log names who did it", async () => {
  await otherGroup(["1002"]);
  await s.signIn("1001");
  const other = await s.signIn("1002");
  await s.customer();
  const { callId } = (await queues()).waiting[0]!;
  expect(await sendOn(callId, { kind: "skillGroup", id: `x-${s.compId}` })).toEqual({
    code: 1,
    fields: { to: "售后组" },
  });
  expect((await queues()).waiting).toMatchObject([{ callId, groupIds: [`x-${s.compId}`] }]);
  expect(await s.track(callId)).toContain("sentOn:byMonitor");
  await other.command("setState", { state: "1" });
  expect(other.callView()?.phase).toBe("ringing");
});

test("K28 to a seat: in vain, or not free any more, the caller is first in line where it waited", async () => {
  await s.ports.database.system((trx) =>
    trx.deleteFrom("skill_group_member").where("compId", "=", s.compId).where("agentId", "=", "1003").execute(),
  );
  await s.signIn("1001");
  const aside = await s.ready("1003");
  await s.customer("13800000001");
  await s.advance(1_000);
  await s.customer("13800000002");
  const calls = async () => (await queues()).waiting.map(({ callId }) => callId);
  const [first, second] = (await calls()) as [string, string];
  expect(await sendOn(second, { kind: "seat", id: "1003" })).toMatchObject({ code: 1 });
  expect(aside.callView()?.phase).toBe("ringing");
  expect(await calls()).toEqual([first]);
  await s.advance(30_000);
  expect(aside.reason()).toBe("noAnswer");
  expect(await calls()).toEqual([second, first]);
  expect(await sendOn(first, { kind: "seat", id: "1003" })).toMatchObject({ code: 1 });
  expect(await calls()).toHaveLength(2);
  expect((await s.records()).map((r) => r["endAt"])).toEqual([null, null]);
});

test("K28 refused: nobody there, a caller that rings, one that is gone, another enterprise's", async () => {
  await otherGroup([]);
  const page = await s.signIn("1001");
  const { leg } = await s.customer();
  const { callId } = (await queues()).waiting[0]!;
  const away = { kind: "skillGroup", id: `x-${s.compId}` } as const;
  expect(await sendOn(callId, away)).toEqual({ code: -403, msg: "售后组没有坐席签入，请选择其他目标" });
  expect(await sendOn(callId, { kind: "skillGroup", id: "nowhere" })).toEqual({
    code: -403,
    msg: "要转移到的目标不存在或已停用",
  });
  expect(await sendOn(callId, away, "999999")).toEqual({ code: -404, msg: "该来电已不在排队" });
  await page.command("setState", { state: "1" });
  const own = { kind: "skillGroup", id: `g-${s.compId}` } as const;
  expect(await sendOn(callId, own)).toEqual({ code: -403, msg: "该来电正在振铃，请稍后再试" });
  s.sw.leave(leg);
  await s.settle();
  expect(await sendOn(callId, own)).toEqual({ code: -404, msg: "该来电已不在排队" });
  expect((await queues()).waiting).toEqual([]);
});

test("K28 to a number outside: it sees a number of the enterprise, is a line, and talks; in vain the caller is first in line", async () => {
  const page = await s.signIn("1001");
  const out = await s.called("13900001111");
  const { leg } = await s.customer("13800000001");
  await s.advance(1_000);
  await s.customer("13800000002");
  const [first, second] = (await queues()).waiting.map(({ callId }) => callId) as [string, string];
  expect(await sendOn(second, { kind: "number", id: "13900001111" })).toEqual({
    code: 1,
    fields: { to: "13900001111" },
  });
  const rung = s.sw.at(out)[0]!;
  expect(s.sw.request(rung)).toMatchObject({ from: s.number });
  expect((await queues()).waiting.map(({ callId }) => callId)).toEqual([first]);
  await s.advance(30_000);
  expect((await queues()).waiting.map(({ callId }) => callId)).toEqual([second, first]);
  expect(await sendOn(first, { kind: "number", id: "13900001111" })).toMatchObject({ code: 1 });
  const answered = s.sw.at(out)[0]!;
  s.sw.pickUp(answered);
  await s.settle();
  expect([s.sw.hears(leg), s.sw.hears(answered)]).toEqual([`leg ${answered}`, `leg ${leg}`]);
  expect([page.code(), (await queues()).waiting.length]).toEqual([2, 1]);
  s.sw.leave(leg);
  await s.settle();
  const legs = await s.ports.database.system((trx) =>
    trx
      .selectFrom("call_leg")
      .selectAll()
      .where("compId", "=", s.compId)
      .where("callId", "=", first)
      .orderBy("seq")
      .execute(),
  );
  expect(legs.map(({ role, number, accessNumber, result }) => [role, number, accessNumber, result])).toEqual([
    ["customer", "13800000001", s.number, 200],
    ["agent", "13900001111", s.number, 200],
  ]);
});

test("K28 to an extension, as whoever dials it; refused: a blacklist, arrears, the caller's own number, ours, nobody there", async () => {
  await s.signIn("1001");
  const aside = await s.signIn("1002");
  await s.customer("13800000001");
  const { callId } = (await queues()).waiting[0]!;
  refuses.set("13900002222", { ok: false, cause: "blacklisted", reason: "号码在企业黑名单中" });
  const to = (id: string) => sendOn(callId, { kind: "number", id });
  expect(await to("13900002222")).toEqual({ code: -403, msg: "号码在企业黑名单中" });
  expect(await to("13800000001")).toEqual({ code: -403, msg: "不能转移到来电者自己的号码" });
  expect(await to(s.number)).toEqual({ code: -403, msg: "不能转移到本企业的接入号码，请选择技能组或调度队列" });
  expect(await to("13900003333")).toEqual({ code: -403, msg: "号码不存在或对方未在线" });
  await s.ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ forbidden: 0 }).where("compId", "=", s.compId).execute(),
  );
  await s.called("13900001111");
  expect(await to("13900001111")).toEqual({ code: -403, msg: "企业已欠费！" });
  expect((await queues()).waiting).toMatchObject([{ callId }]);
  expect(await to("1002")).toEqual({ code: 1, fields: { to: "1002" } });
  expect(aside.callView()?.phase).toBe("ringing");
  await aside.command("hangup", { callId });
  expect((await queues()).waiting).toMatchObject([{ callId }]);
});
