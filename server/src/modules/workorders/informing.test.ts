/** W32: outward interfaces are told of what happens to orders. */
import { interfaceConfigApi } from "@liantai/api/contract/admin";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, recordsOf, type Floor } from "./testing/floor.ts";
import { reminded } from "./tickets.ts";
import { TimerSweep } from "./timers/sweep.ts";

const compId = "100001";
const start = Date.parse("2026-11-20T10:00:00+08:00");
let office: Office;
let floor: Floor;

beforeAll(async () => {
  office = await openOffice({ clock: createVirtualClock(start) });
  floor = await openFloor(office);
}, 120_000);
afterAll(() => office?.close());

const listen = (name: string, events: readonly string[], sendFullNumbers: number) =>
  floor.people.admin.call(interfaceConfigApi.add, {
    body: {
      ...{ name, url: "http://127.0.0.1:9/in", method: "POST", events, headers: [], signed: 0 },
      ...{ mapping: [], timeoutS: 5, maxTries: 1, sendFullNumbers, enabled: 1 },
    } as never,
  });
const rows = (orderId: string) =>
  office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("interface_delivery").selectAll().where("id", "like", `%${orderId}%`).execute(),
  );

test("W32 each step that is none of looking and saving is told once, with the order as it left it; numbers by the interface", async () => {
  const { people, groupId } = floor;
  const flowId = await floor.flow("时限", flowOf(groupId, { limit: { minutes: 60, warnMinutes: 30 } }));
  const order = { flowId, title: "宽带报障 13812345678", values: { other: "回电13812345678" }, submit: true };
  // Nobody listens: nothing is written.
  const unheard = await floor.create(people["1001"], flowId);
  expect(await rows(unheard.id)).toEqual([]);

  await listen("全部", ["order.created", "order.moved", "order.overdue", "order.completed"], 1);
  await listen("办结", ["order.completed"], 0);
  const { id } = await people["1001"].call(formStreamApi.create, { body: order });
  await floor.handle(people["1002"], id, "claim");
  await floor.handle(people["1002"], id, "save", { values: { fee: "12" } });
  await new TimerSweep({
    ports: { ...office.ports, clock: createVirtualClock(start + 2 * 3_600_000) },
    records: recordsOf(office),
    tickets: reminded,
  }).sweep();
  await floor.handle(people["1002"], id, "approve", { text: "已回电13812345678" });

  const told = (await rows(id)).map(({ event, payload, interfaceId }) => ({ event, payload, interfaceId }));
  const codes = told.map(({ event, payload }) => [event, payload!.full["code"]] as const);
  expect([...codes].sort()).toEqual(
    [
      ["order.created", 15],
      ["order.moved", 1],
      ["order.moved", 6],
      ["order.overdue", 101],
      ["order.overdue", 100],
      ["order.moved", 2],
      // To both.
      ["order.completed", 2],
      ["order.completed", 2],
    ].sort(),
  );
  const claimed = told.find(({ payload }) => payload!.full["code"] === 6)!.payload!;
  expect(claimed.full).toMatchObject({
    ...{
      orderId: id,
      workCode: expect.stringMatching(/^GD\d{14}$/),
      name: "领取",
      state: "handling",
      nodeName: "受理",
    },
    ...{ title: "宽带报障 13812345678", formName: "报障单", values: { other: "回电13812345678" } },
    ...{ holder: { id: "1002", name: expect.stringMatching(/./) }, by: { id: "1002" }, creator: { id: "1001" } },
  });
  expect(claimed.masked).toMatchObject({ title: "宽带报障 138****5678", values: { other: "回电138****5678" } });
  const approved = told.find(({ event }) => event === "order.completed")!.payload!;
  expect(approved).toMatchObject({ full: { text: "已回电13812345678" }, masked: { text: "已回电138****5678" } });
  expect(approved.full).toMatchObject({
    ...{ state: "done", stateName: "已办结", values: { fee: "12" } },
  });
});
