import { agentApi, homeApi, monitorApi, poorAudioApi } from "@liantai/api/contract/admin";
import { addAdministrator } from "../../testing/administrator.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { createEventLog, type CallFact } from "../event-log/index.ts";

const compId = "100001";
let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const status = (
  rows: readonly { code: number; from: number; to: number | null; reason?: string; agentId?: string }[],
) => {
  const now = office.ports.clock.now();
  const at = (minutes: number) => new Date(now - minutes * 60_000);
  return office.ports.database.system((trx) =>
    trx
      .insertInto("agent_status")
      .values(
        rows.map(({ code, from, to, reason = "byAgent", agentId = "1001" }, seq) => ({
          compId,
          agentId,
          seq: 1_000 + seq,
          code,
          customStatusId: null,
          fromAt: at(from),
          toAt: to === null ? null : at(to),
          reason,
          callId: null,
        })),
      )
      .execute(),
  );
};

test("who a seat is, and its day: what is going on counts up to now, yesterday's part does not", async () => {
  // 09:00: the night's end reaches in from before.
  await status([
    { code: 1, from: 10 * 60, to: 60, reason: "signIn" },
    { code: 7, from: 60, to: 59, reason: "offer" },
    { code: 2, from: 59, to: 30, reason: "noAnswer" },
    { code: 4, from: 30, to: 28 },
    { code: 0, from: 28, to: 20, reason: "signOut" },
    { code: 1, from: 20, to: null, reason: "byAgent" },
  ]);
  const { seats, asOf } = await office.administrator.call(monitorApi.seats, {});
  expect(asOf).toBe(office.ports.clock.now());
  const [seat, ...others] = seats;
  expect(seat).toMatchObject({
    agentId: "1001",
    extension: "1001",
    skillGroups: ["客服一组"],
    followed: false,
    signedInS: 9 * 3_600 - 8 * 60,
    idleS: 8 * 3_600 + 20 * 60,
    busyS: 29 * 60,
    wrapUpS: 120,
    missed: 1,
    averageTalkS: null,
  });
  expect(others.map(({ signedInS, missed }) => [signedInS, missed])).toEqual(others.map(() => [0, 0]));
});

test("a monitor gets his groups' seats and his own, a seat nothing; who is followed is the account's own matter", async () => {
  const all = (await office.administrator.call(monitorApi.seats, {})).seats.map(({ agentId }) => agentId);
  const his = (await office.monitor.call(monitorApi.seats, {})).seats;
  expect(his.map(({ agentId }) => agentId)).toContain("1001");
  expect(all).toEqual(expect.arrayContaining(his.map(({ agentId }) => agentId)));
  expect(await refused(office.agent.call(monitorApi.seats, {}))).toMatchObject({ status: 403 });
  await office.administrator.call(agentApi.putAgentMonitor, { body: { agentId: "1001", type: 1 } });
  const followed = async (who: typeof office.monitor) =>
    (await who.call(monitorApi.seats, {})).seats.filter((seat) => seat.followed).map(({ agentId }) => agentId);
  expect([await followed(office.administrator), await followed(office.monitor)]).toEqual([["1001"], []]);
  await office.administrator.call(agentApi.putAgentMonitor, { body: { agentId: "1001", type: 0 } });
  expect(await followed(office.administrator)).toEqual([]);
});

test("the figures of ten seconds serve everybody who may see a seat; who is seen and followed is looked up each time", async () => {
  await office.ports.clock.advance(10_000);
  const missedBy = async (who: typeof office.monitor, agentId = "1001") =>
    (await who.call(monitorApi.seats, {})).seats.find((seat) => seat.agentId === agentId)?.missed;
  const before = await missedBy(office.administrator);
  const database = jest.spyOn(office.ports.database, "tenant");
  await missedBy(office.monitor);
  const askedBy = database.mock.calls.length;
  database.mockRestore();
  await status([{ code: 2, from: 0, to: null, reason: "noAnswer", agentId: "1002" }]);
  expect(await missedBy(office.monitor, "1002")).toBe(0);
  await office.ports.clock.advance(10_000);
  expect([await missedBy(office.monitor), await missedBy(office.monitor, "1002"), askedBy]).toEqual([before, 1, 1]);
});

test("of a call handed over each agent has his own part, on the monitor and in the ranking; who was rung in vain has none", async () => {
  const log = createEventLog(office.ports);
  const began = office.ports.clock.now() - 600_000;
  const steps: readonly (readonly [number, CallFact])[] = [
    [0, { type: "created", direction: "inbound", caller: "13800138000", callee: "4001", accessNumber: "4001" }],
    [0, { type: "offered", agentId: "1004", ringMs: 20_000, idleMs: 0 }],
    [5, { type: "offerEnded", agentId: "1004" }],
    [5, { type: "offered", agentId: "1002", ringMs: 20_000, idleMs: 0 }],
    [10, { type: "answered", agentId: "1002" }],
    [40, { type: "sentOn", to: "1003", agentId: "1002" }],
    [40, { type: "offered", agentId: "1003", ringMs: 20_000, idleMs: 0 }],
    [50, { type: "transferred", mode: "blind", to: "1003", from: "1002", agentId: "1003" }],
    [110, { type: "ended" }],
  ];
  for (const [at, fact] of steps)
    void log.append({
      stream: "contact",
      kind: "call",
      compId,
      id: "handed-over",
      at: began + at * 1_000,
      actor: "engine",
      ...(fact.type === "ended" ? { reason: "completed" as const } : {}),
      ...(fact.type === "offerEnded" ? { reason: "noAnswer" as const } : {}),
      fact,
    });
  await log.flush();
  await office.ports.clock.advance(10_000);
  const { seats } = await office.administrator.call(monitorApi.seats, {});
  const part = (id: string) =>
    seats.filter((s) => s.agentId === id).map((s) => [s.inbound, s.answered, s.averageTalkS]);
  expect([part("1002"), part("1003"), part("1004")]).toEqual([[[1, 1, 30]], [[1, 1, 60]], [[0, 0, null]]]);
  // 企业首页 ranks seats by the same parts.
  const { agents } = await office.administrator.call(homeApi.enterprise, { body: {} });
  expect(agents.map((a) => [a.agentId, a.calls, a.answered, a.talkS])).toEqual([
    ["1002", 1, 1, 30],
    ["1003", 1, 1, 60],
  ]);
});

test("the worst connections of today: of the seats that may be followed, the worst first, masked for who sees no numbers", async () => {
  const log = createEventLog(office.ports);
  const now = office.ports.clock.now();
  const call = (id: string, agentId: string, scores: readonly [customer: number, agent: number], at = now) => {
    const measured = { worst: 1.5, loss: 0.1, jitterMs: 3, samples: 2 };
    const facts: CallFact[] = [
      { type: "created", direction: "inbound", caller: "13800138000", callee: "4001", accessNumber: "4001" },
      { type: "offered", agentId, ringMs: 20_000, idleMs: 0, number: agentId },
      { type: "answered", agentId },
      { type: "ended" },
      {
        type: "audioMeasured",
        legs: [
          { customer: true, number: "13800138000", mos: scores[0], ...measured },
          { agentId, number: agentId, mos: scores[1], ...measured, rttMs: 90 },
        ],
      },
    ];
    for (const fact of facts)
      void log.append({
        stream: "contact",
        kind: "call",
        compId,
        id,
        at,
        actor: "engine",
        ...(fact.type === "ended" ? { reason: "completed" as const } : {}),
        fact,
      });
  };
  call("bad", "1001", [4.3, 2.5]);
  call("worse", "1001", [2, 4.03]);
  call("elsewhere", "1002", [3, 4.4]);
  call("yesterday", "1001", [1, 1], now - 86_400_000);
  await log.flush();
  // Out of the monitor's groups.
  await office.ports.database.system((trx) =>
    trx.updateTable("seat").set({ groupId: null }).where("agentId", "=", "1002").execute(),
  );
  const of = async (who: typeof office.monitor) =>
    (await who.call(poorAudioApi.list, {})).map((r) => [r.callId, r.customer, r.agentId, r.mos, r.rttMs]);
  expect(await of(office.administrator)).toEqual([
    ["worse", true, null, 2, null],
    ["bad", false, "1001", 2.5, 90],
    ["elsewhere", true, null, 3, null],
  ]);
  expect((await of(office.monitor)).map(([id]) => id)).toEqual(["worse", "bad"]);
  expect(await refused(office.agent.call(poorAudioApi.list, {}))).toMatchObject({ status: 403 });
  const [row] = await office.administrator.call(poorAudioApi.list, {});
  expect(row).toMatchObject({ number: "13800138000", talkS: 0, worstMos: 1.5, loss: 0.1, jitterMs: 3 });
  const second = await addAdministrator(office, "poor");
  await second.setHidden(1);
  expect((await second.person.call(poorAudioApi.list, {}))[0]).toMatchObject({ number: "138****8000" });
});
