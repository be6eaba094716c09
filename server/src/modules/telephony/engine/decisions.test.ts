import { readStream } from "../../event-log/index.ts";
import { replayHour } from "../../records/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";

/** What the queue chose from is kept, and can be made again. */
let s: Stage;
const q = queuesOf(() => s);
stageEach((stage) => (s = stage), { group: { announceEveryS: 0, wrapUpS: 0, maxWaitS: 0 } });

const levelOf = (agentId: string, to: number) =>
  s.ports.database.system((trx) =>
    trx
      .updateTable("skill_group_member")
      .set({ level: to })
      .where("compId", "=", s.compId)
      .where("agentId", "=", agentId)
      .execute(),
  );
const callIdOf = async (caller: string) =>
  (await s.records()).find((r) => r["caller"] === caller)?.["callId"] as string;
const decisions = async (caller: string) => {
  const id = await callIdOf(caller);
  return s.ports.database.system(async (trx) =>
    (await readStream(trx, { compId: s.compId, stream: "contact", id })).filter((e) => e.fact.type === "decision"),
  );
};
async function serve(page: Page): Promise<void> {
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
  await page.command("hangup", { callId: page.callView()!.callId });
  await s.settle();
}

test("Q5 a decision keeps whom it chose from, by what rule, and who could not be chosen", async () => {
  await q.change({ strategy: "level", rings: JSON.stringify([{ afterS: 0, kind: "level", level: 2, groupId: "" }]) });
  await levelOf("1002", 2);
  await levelOf("1003", 3);
  await s.ready("1003");
  await s.ready("1002");
  await s.advance(5_000);
  const best = await s.ready("1001");
  await s.customer("13800000001");
  const agent = (agentId: string, upTo: number, idleMs: number) => ({
    agentId,
    level: upTo,
    idleMs,
    calls: 0,
    turn: 0,
  });
  expect((await decisions("13800000001")).map((e) => e.fact)).toEqual([
    {
      type: "decision",
      agentId: "1001",
      skillGroupId: q.own(),
      among: "agents",
      strategy: "level",
      agents: [agent("1001", 1, 0), agent("1002", 2, 5_000)],
      idle: 2,
      beyond: 1,
      notReady: 0,
    },
  ]);
  await s.customer("13800000002");
  await s.customer("13800000003");
  await s.advance(12_000);
  await serve(best);
  expect((await decisions("13800000003")).map((e) => [e.reason, e.fact])).toEqual([
    [
      "nextFree",
      {
        type: "decision",
        agentId: "1001",
        skillGroupId: q.own(),
        among: "callers",
        callers: [{ callId: await callIdOf("13800000003"), skillGroupId: q.own(), scoreMs: 12_000 }],
        waiting: 2,
      },
    ],
  ]);
});

test("Q6 a past hour under another strategy: who would have had the calls, and nothing is changed", async () => {
  await levelOf("1002", 2);
  await s.ready("1002");
  await s.advance(5_000);
  const best = await s.ready("1001");
  const from = s.ports.clock.now();
  await s.customer("13800000001");
  await s.customer("13800000002");
  await s.settle();
  const rows = () =>
    s.ports.database.system((trx) => trx.selectFrom("event").select(["streamId", "seq", "data"]).execute());
  const before = await rows();
  const ask = (more: object) =>
    replayHour(s.ports.database, {
      compId: s.compId,
      group: "客服一组",
      from,
      to: from + 60_000,
      strategy: "level",
      ...more,
    });
  const said = await ask({});
  expect(said).toContain("2次分配，其中2次由策略选择坐席");
  expect(said).toContain(`${await callIdOf("13800000001")}  空闲最久优先：1002 → 级别优先：1001`);
  expect(said).toContain("改用“级别优先”后有1次会分配给其他坐席");
  expect(await ask({ strategy: "longest-idle" })).toContain("后有0次");
  expect(await ask({ group: q.own(), compId: undefined, from: from - 60_000, to: from })).toContain("：0次分配");
  await expect(ask({ group: "没有" })).rejects.toThrow("没有技能组“没有”");
  expect(await rows()).toEqual(before);
  expect(best.callView()?.phase).toBe("ringing");
});
