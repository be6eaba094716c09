/** What a supervisor sees of the queue, and sending a waiting caller elsewhere (docs/protocol.md K28). */
import type { CommandReply, QueuesNow } from "../../../ports/engine.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

let s: Stage;
stageEach((stage) => (s = stage));

const queues = () => s.engine.request({ verb: "queues", compId: s.compId }) as Promise<QueuesNow>;
async function sendOn(callId: string, to: { kind: "skillGroup" | "seat"; id: string }, compId = s.compId) {
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
