import { readStream } from "../../event-log/index.ts";
import { replayHour } from "../../records/index.ts";
import type { SeatInfo } from "../../numbers/index.ts";
import { offlineAgent } from "../agent-machine.ts";
import { AgentSession } from "./agent-session.ts";
import { decisionOf } from "./decisions.ts";
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
      excluded: [{ agentId: "1003", why: "level", level: 3 }],
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
        others: 2,
        excluded: [
          { agentId: "1003", why: "level", level: 3 },
          { agentId: "1002", why: "state", code: 5, reason: "rings" },
        ],
      },
    ],
  ]);
});

test("Q5 who could not be chosen is named with why: telephone or page gone, at rest, in a call", async () => {
  const rests = await s.ready("1002");
  const gone = await s.ready("1003");
  await rests.command("setState", { state: "2" });
  s.sw.drop(gone.user);
  await s.ready("1001");
  await s.customer("13800000001");
  expect((await decisions("13800000001")).map((e) => e.fact)).toMatchObject([
    {
      agentId: "1001",
      idle: 1,
      notReady: 2,
      excluded: [
        { agentId: "1002", why: "state", code: 2, reason: "byAgent" },
        { agentId: "1003", why: "noTelephone" },
      ],
    },
  ]);
  s.sw.register(gone.user);
  await gone.close();
  await s.customer("13800000002");
  await rests.command("setState", { state: "1" });
  await s.settle();
  expect((await decisions("13800000002")).map((e) => e.fact)).toMatchObject([
    {
      agentId: "1002",
      among: "callers",
      others: 2,
      excluded: [
        { agentId: "1003", why: "noPage" },
        { agentId: "1001", why: "state", code: 5, reason: "rings" },
      ],
    },
  ]);
});

test("Q5 an agent who was kept out for the one of the last time, and whose calls go elsewhere; twenty names at the most", () => {
  const session = (agentId: string, change: Partial<AgentSession> = {}) =>
    Object.assign(
      new AgentSession(
        { compId: "1", agentId, groups: [{ id: "g", level: 1, priority: 1, wrapUpMs: 0 }] } as unknown as SeatInfo,
        0,
      ),
      change,
    );
  const ready = { ...offlineAgent(0), state: { kind: "ready", since: 0 } } as const;
  const there = [
    session("chosen", { agent: ready }),
    session("idle", { agent: ready, pooled: true }),
    session("sends", { agent: ready, registered: true }),
    ...Array.from({ length: 30 }, (_, i) => session(`off${i}`, { reason: "socketLost" })),
  ];
  there[2]!.seat = { ...there[2]!.seat, forward: { modes: ["always"], to: "1" } } as SeatInfo;
  const byKey = new Map(there.map((one) => [one.key, one]));
  const sessions = {
    signedIn: () => there.length,
    agentsOf: () => byKey.keys(),
    byKey: (key: string) => byKey.get(key),
  };
  const offer = {
    type: "offer",
    call: "c",
    agent: "1/chosen",
    group: "1/g",
    idleSince: 0,
    firstInLine: false,
  } as const;
  const among = { among: "callers", callers: [], waiting: 1 } as const;
  const { excluded = [] } = decisionOf({ ...offer, sticky: true, why: among }, 0, sessions);
  expect(excluded.slice(0, 3)).toEqual([
    { agentId: "idle", why: "kept" },
    { agentId: "sends", why: "forwards" },
    { agentId: "off0", why: "state", code: 0, reason: "socketLost" },
  ]);
  expect(excluded).toHaveLength(20);
  const agents = { among: "agents", agents: [], idle: 2, beyond: 0 } as const;
  const chosen = decisionOf({ ...offer, sticky: false, strategy: "level", why: agents }, 0, sessions);
  expect(chosen).toMatchObject({ notReady: 31 });
  expect(chosen.excluded?.map(({ agentId }) => agentId)).not.toContain("idle");
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
  expect(await ask({ strategy: undefined })).not.toContain("改用");
  expect(await ask({ group: q.own(), compId: undefined, from: from - 60_000, to: from })).toContain("\n0次分配");
  await expect(ask({ group: "没有" })).rejects.toThrow("没有技能组“没有”");
  expect(await rows()).toEqual(before);
  expect(best.callView()?.phase).toBe("ringing");
});
