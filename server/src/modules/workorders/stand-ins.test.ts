/** W6 and W76: what stand-ins see, take and are given while somebody is away. */
import { formatTime, hourMs, minuteMs } from "@liantai/api/contract";
import { formStreamApi, workDelegateApi, type HandlerRule, type TaskNode } from "@liantai/api/contract/work-orders";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, recordsOf, task, type Floor } from "./testing/floor.ts";
import type { Ticket } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
});
afterAll(() => office?.close());

const at = (offset: number): string => formatTime(office.ports.clock.now() + offset);
const away = (agentId: string, delegateId: string) =>
  floor.people.admin.call(workDelegateApi.save, {
    body: { agentId, delegateId, fromTime: at(-minuteMs), untilTime: at(24 * hourMs) },
  });
const back = (agentId: string) => floor.people.admin.call(workDelegateApi.delete, { body: { agentId } });
const order = async (id: string) => (await floor.people.admin.call(formStreamApi.find, { body: { id } })).order;
const pooled = async (who: "1001" | "1002" | "1003" | "1004") =>
  (await floor.people[who].call(formStreamApi.list, { body: { pageNo: 1, pageSize: 50, scope: "pool" } })).list.map(
    ({ id }) => id,
  );
/** An order at a node for whom the rule names. */
async function orderFor(name: string, handler: HandlerRule, more: Partial<TaskNode> = {}): Promise<string> {
  const flow = flowOf(floor.groupId);
  const nodes = flow.nodes.map((node) => (node.id === "受理" ? task("受理", handler, more) : node));
  return (await floor.create(floor.people["1001"], await floor.flow(name, { ...flow, nodes }))).id;
}

test("W9 W76 what a stand-in lost to the pool unopened he is told of, finds there and claims, a stand-in's stand-in too", async () => {
  await away("1002", "1004");
  await away("1004", "1003");
  const id = await orderFor("未及时", { by: "seat", agentIds: ["1002"] }, { claimMinutes: 10 });
  expect(await order(id)).toMatchObject({ state: "handling", holder: "1003" });
  const told: Ticket[] = [];
  const clock = createVirtualClock(office.ports.clock.now() + 11 * minuteMs);
  const tickets = { tell: async (_: unknown, ticket: Ticket) => void told.push(ticket) };
  await new TimerSweep({ ports: { ...office.ports, clock }, records: recordsOf(office), tickets }).sweep();
  expect(await order(id)).toMatchObject({ state: "pooled" });
  expect(told.flatMap(({ people }) => people)).toContain("1003");
  expect(await pooled("1003")).toContain(id);
  // He who is away himself has handed on what he stands in for.
  expect(await pooled("1004")).not.toContain(id);
  await floor.handle(floor.people["1003"], id, "claim");
  expect(await order(id)).toMatchObject({ state: "handling", holder: "1003" });
  for (const who of ["1002", "1004"]) await back(who);
});

test("W76 of a node for several the stand-in of one who is away claims, and when that one is back he does no more", async () => {
  const rule = { by: "seat", agentIds: ["1002", "1004"] } as const;
  const [first, second] = [await orderFor("两人", rule), await orderFor("又两人", rule)];
  expect(await pooled("1003")).not.toContain(first);
  // He is away from now on: what lies in the pool already is his stand-in's to take, too.
  await away("1002", "1003");
  expect(await pooled("1003")).toEqual(expect.arrayContaining([first, second]));
  expect((await floor.people["1003"].call(formStreamApi.find, { body: { id: first } })).actions).toContain("claim");
  await floor.handle(floor.people["1003"], first, "claim");
  await back("1002");
  expect(await pooled("1003")).not.toContain(second);
  expect((await refused(floor.handle(floor.people["1003"], second, "claim", { seq: 1 }))).msg).toBe("工单不存在");
});

test("W6 W76 转回 goes to who stands in for the one it came from, and not to who stands in for him himself", async () => {
  const id = await orderFor("转回", { by: "group", groupId: floor.groupId });
  const { "1002": first, "1003": second } = floor.people;
  await floor.handle(first, id, "claim");
  await floor.handle(first, id, "transfer", { to: "1003" });
  await away("1002", "1003");
  expect((await refused(floor.handle(second, id, "transferBack"))).msg).toBe("转交人的工单由您代办，不能转回");
  await away("1002", "1004");
  await floor.handle(second, id, "transferBack");
  expect(await order(id)).toMatchObject({ state: "handling", holder: "1004" });
  await back("1002");
});
