import type { OutgoingMessage } from "@liantai/api/contract";
import { reminderApi, subscribesApi } from "@liantai/api/contract/workorder";
import { demoEnterprise } from "../system/index.ts";
import { createDialRefs } from "../dial-refs/index.ts";
import { createReminders, type Reminders } from "./index.ts";
import { leaseMs, ReminderSweep } from "./sweep.ts";
import { openReminders, type RemindersStage } from "./testing.ts";

const { compId } = demoEnterprise;
let s: RemindersStage;
/** Of a second process. */
let other: Reminders;
beforeAll(async () => {
  s = await openReminders();
  const { ports, sealer } = s.office;
  other = createReminders({ ports, refs: createDialRefs({ sealer, clock: ports.clock }) });
});
afterAll(() => s?.close());
beforeEach(() => void s.take());

const ticket = (event: 100 | 101 | 102 | 103): OutgoingMessage & { type: "TICKETREMIND" } => ({
  type: "TICKETREMIND",
  caseCode: "GD001",
  caseId: "c1",
  event,
  text: "工单已超时",
  refreshPage: 1,
  content: "",
  reminder: "",
});
const make = (key: string, inMs: number, agentIds: readonly string[] = ["1001"]) => {
  const { ports } = s.office;
  const { reminder: _, ...message } = ticket(100);
  return ports.database.tenant(compId, (trx) =>
    other.make(trx, { compId, to: { agentIds }, key, dueAt: new Date(ports.clock.now() + inMs), message }),
  );
};
const keys = () => s.take().map(({ message }) => (message as { reminder: string }).reminder);
/** One that dies with its first word. */
const dying = () =>
  new ReminderSweep({
    ports: {
      ...s.office.ports,
      broker: { ...s.office.ports.broker, publish: () => new Promise<void>(() => undefined) },
    },
    refs: createDialRefs({ sealer: s.office.sealer, clock: s.office.ports.clock }),
  });

test("U1 what is made twice is told once; several seats hear one message", async () => {
  const { clock } = s.office.ports;
  await make("order/1/100", 40_500, ["1001", "1002"]);
  await make("order/1/100", 90_000, ["1001", "1002"]);
  await clock.advance(40_499);
  expect(s.take()).toEqual([]);
  await clock.advance(1);
  const [one, ...more] = s.take();
  expect(more).toEqual([]);
  expect((one!.to as { accountIds: readonly string[] }).accountIds).toHaveLength(2);
  expect(one!.message).toMatchObject({ type: "TICKETREMIND", caseCode: "GD001", event: 100, reminder: "order/1/100" });
  await clock.advance(120_000);
  expect(s.take()).toEqual([]);
});

test("U1 what is due at once is told within a second by the process that made it", async () => {
  other.start();
  await make("order/2/100", 0);
  await s.office.ports.clock.advance(1_000);
  other.stop();
  expect(keys()).toEqual(["order/2/100"]);
});

test("U1 two processes tell each reminder once", async () => {
  other.start();
  await Promise.all(Array.from({ length: 20 }, (_, n) => make(`order/3/${n}`, 1_000 + n)));
  await s.office.ports.clock.advance(3_000);
  other.stop();
  expect(keys().sort()).toEqual(Array.from({ length: 20 }, (_, n) => `order/3/${n}`).sort());
});

test("U1 what a killed process had in hand is told by another when its lease is over", async () => {
  const { ports } = s.office;
  const dead = dying();
  await make("order/4/100", -1);
  void dead.look();
  await ports.clock.settle();
  await ports.clock.advance(leaseMs - 1);
  expect(keys()).toEqual([]);
  await ports.clock.advance(30_000);
  expect(keys()).toEqual(["order/4/100"]);
});

test("U3 who was away finds what was not shown when the socket opens, once", async () => {
  const { ports, agent, composition } = s.office;
  const caller = async () => {
    const found = await composition.auth.sessions.resolve(agent.token);
    if ("refused" in found) throw new Error("signed out");
    return found;
  };
  const own = async () =>
    (await other.waiting(await caller())).map((message) => (message as { reminder: string }).reminder);
  for (let left = await own(); left.length > 0; left = await own())
    for (const key of left) await agent.call(reminderApi.shown, { body: { key } });
  const subTime = s.inMinutes(1);
  await agent.call(subscribesApi.add, {
    body: { customerName: "李先生", phone: "057187654321", des: "回电", subTime },
  });
  await make("order/5/100", 30_000);
  expect(await own()).toEqual([]);
  await ports.clock.advance(120_000);
  const [order, reservation] = await own();
  expect(order).toBe("order/5/100");
  const [, message] = await other.waiting(await caller());
  expect(message).toMatchObject({ type: "SUBSCRIBESREMIND", content: { subTime, floatDuration: 0 } });
  expect(JSON.stringify(message)).not.toContain("4321");
  await agent.call(reminderApi.shown, { body: { key: order! } });
  expect(await own()).toEqual([reservation]);
  await agent.call(reminderApi.done, { body: { key: reservation! } });
  expect(await own()).toEqual([]);
});
