/** Q22: 溢出 of 技能组监控 counts a caller who is led away in each group he waited in. Calls by the second, counted by hand. */
import { groupMonitorApi } from "@liantai/api/contract/admin";
import { openOffice, type Office } from "../../testing/office.ts";
import { skillGroupRow } from "../../testing/skill-group.ts";
import { createEventLog, type CallFact, type Entry } from "../event-log/index.ts";
import { demoEnterprise } from "../system/index.ts";

const { compId } = demoEnterprise;
/** The virtual clock stands at 09:00. */
const eight = Date.parse("2026-03-02T08:00:00+08:00");

type Step = readonly [s: number, fact: CallFact, reason?: string];
const led = (skillGroupId?: string): Step => [
  0,
  {
    type: "created",
    direction: "inbound",
    caller: "13800138000",
    callee: "4001",
    ...(skillGroupId ? { skillGroupId } : {}),
  },
];
const queued = (s: number, skillGroupId: string): Step => [s, { type: "queued", skillGroupId, position: 0 }];
const joins = (s: number, skillGroupId: string): Step => [s, { type: "groupAdded", skillGroupId }, "byDispatchQueue"];
const away = (s: number, kind: string, id: string, reason = "queueTimeout"): Step => [
  s,
  { type: "overflowed", kind, id, name: id },
  reason,
];
const over = (s: number): Step => [s, { type: "ended" }, "completed"];

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.system((trx) =>
    trx
      .insertInto("skill_group")
      .values(["g", "h", "k"].map((id) => skillGroupRow({ compId, id, name: `${id}组` })))
      .execute(),
  );
  const log = createEventLog(office.ports);
  const calls: Readonly<Record<string, readonly Step[]>> = {
    // In g, then in h as well, from both to k, and from there to a voice: one each.
    both: [
      led(),
      queued(0, "g"),
      joins(10, "h"),
      away(60, "skillGroup", "k"),
      queued(60, "k"),
      away(90, "voice", "v"),
      over(95),
    ],
    // g was full: it never waited there.
    full: [led("g"), away(2, "skillGroup", "k", "queueFull"), queued(2, "k"), over(9)],
    // From g to h, which is full at that very moment.
    on: [led("g"), queued(0, "g"), away(30, "skillGroup", "h"), away(30, "voice", "v", "queueFull"), over(40)],
    // Answered in h: from g it went nowhere.
    answered: [
      led(),
      queued(0, "g"),
      joins(10, "h"),
      [12, { type: "offered", agentId: "1001", ringMs: 20_000, idleMs: 0, skillGroupId: "h", number: "1001" }],
      [15, { type: "answered", agentId: "1001" }],
      over(20),
    ],
    // Twice in g: led back there after another turn.
    twice: [led("g"), queued(0, "g"), away(30, "skillGroup", "g"), queued(30, "g"), away(60, "voice", "v"), over(65)],
  };
  for (const [id, steps] of Object.entries(calls))
    for (const [s, fact, reason] of steps)
      void log.append({
        stream: "contact",
        kind: "call",
        compId,
        id,
        at: eight + s * 1_000,
        actor: "engine",
        ...(reason ? { reason } : {}),
        fact,
      } as Entry);
  await log.flush();
  await office.ports.broker.serve("telephony.engine", () =>
    Promise.resolve({ at: office.ports.clock.now(), groups: [], waiting: [] }),
  );
});
afterAll(() => office?.close());

test("Q22 once for each group that was waited in, and for one that let nobody in", async () => {
  const { groups } = await office.administrator.call(groupMonitorApi.list, { body: {} });
  const overflowed = Object.fromEntries(groups.map((group) => [group.id, group.overflowed]));
  // both, full, on, and twice two times; both and on; both.
  expect(overflowed).toMatchObject({ g: 5, h: 2, k: 1 });
});
