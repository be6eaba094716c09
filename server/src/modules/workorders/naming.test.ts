/** W61: what an enterprise calls the states of orders, flow by flow. */
import { formStreamApi, orderStatusApi, workFlowApi, type FlowDefinition } from "@liantai/api/contract/work-orders";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, type Floor } from "./testing/floor.ts";

let office: Office;
let floor: Floor;
let flowId: string;
const statuses = [
  { id: "reply", name: "等客户回复", state: "handling" },
  { id: "parts", name: "等配件", state: "handling" },
  { id: "paused", name: "客户要求暂缓", state: "suspended" },
  { id: "asked", name: "已请客户评价", state: "done" },
] as const;
let definition: FlowDefinition;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
  definition = { ...flowOf(floor.groupId), statuses };
  flowId = await floor.flow("有状态的", definition);
}, 120_000);
afterAll(() => office?.close());

type Who = keyof Floor["people"];
const find = (id: string, who: Who = "admin") => floor.people[who].call(formStreamApi.find, { body: { id } });
const named = async (id: string) => {
  const { order } = await find(id);
  return [order.state, order.statusId, order.statusName];
};
const choices = async (id: string, who: Who) => (await find(id, who)).statuses.map((one) => one.name);
async function set(who: Who, id: string, status: string, seq?: number) {
  const body = { id, status, seq: seq ?? (await find(id)).order.seq };
  return floor.people[who].call(orderStatusApi.setStatus, { body });
}
const listed = async (status: string, who: Who = "admin") =>
  (await floor.people[who].call(formStreamApi.list, { body: { status, pageNo: 1, pageSize: 20 } })).list.map(
    ({ id }) => id,
  );

test("W61 who has it says which of the state's names it has; with the state the name goes", async () => {
  const { people, handle } = floor;
  const { id } = await floor.create(people["1001"], flowId);
  // In the pool nobody has it, and no name is for it.
  expect(await choices(id, "1003")).toEqual([]);
  await handle(people["1003"], id, "claim");
  expect(await choices(id, "1003")).toEqual(["等客户回复", "等配件"]);
  expect(await choices(id, "1001")).toEqual([]);
  const { seq } = await set("1003", id, "reply");
  expect(await named(id)).toEqual(["handling", "reply", "等客户回复"]);
  expect(await listed("等客户回复")).toEqual([id]);
  expect(await listed("等客户")).toEqual([]);
  // Not seen by whoever has nothing to do with it, however it is called.
  expect(await listed("等客户回复", "1002")).toEqual([]);
  await set("1003", id, "parts", seq);
  const history = await people["1001"].call(formStreamApi.history, { body: { id } });
  expect(history.slice(-2).map(({ event, name, by, from, to }) => [event, name, by, from, to])).toEqual([
    [null, "更改状态", "1003", "", "等客户回复"],
    [null, "更改状态", "1003", "等客户回复", "等配件"],
  ]);
  await handle(people["1003"], id, "suspend", { text: "等" });
  expect(await named(id)).toEqual(["suspended", "", ""]);
  await set("1003", id, "paused");
  await handle(people["1003"], id, "resume");
  expect(await named(id)).toEqual(["handling", "", ""]);
  await set("1003", id, "reply");
  await set("1003", id, "");
  expect(await named(id)).toEqual(["handling", "", ""]);
  await handle(people["1003"], id, "complete");
  await set("1003", id, "asked");
  expect(await named(id)).toEqual(["done", "asked", "已请客户评价"]);
});

test("W61 refused: of another state, of no such name, who has it not, what it is already, what was not seen", async () => {
  const { people, handle } = floor;
  const { id } = await floor.create(people["1001"], flowId);
  await handle(people["1003"], id, "claim");
  const attempt = async (who: Who, status: string, seq?: number) => (await refused(set(who, id, status, seq))).msg;
  expect(await attempt("1003", "paused")).toBe("该状态不能用于处理中的工单");
  expect(await attempt("1003", "none")).toBe("该状态不能用于处理中的工单");
  expect(await attempt("1003", "__proto__")).toBe("该状态不能用于处理中的工单");
  expect(await attempt("1001", "reply")).toBe("工单不在您手中，不能更改状态");
  expect(await attempt("1003", "")).toBe("工单已经是该状态");
  expect(await refused(set("1004", id, "reply"))).toMatchObject({ code: 404 });
  await set("admin", id, "reply");
  expect(await named(id)).toEqual(["handling", "reply", "等客户回复"]);
  expect(await refused(set("1003", id, "parts", 1))).toMatchObject({ code: 409 });
  const { seq } = (await find(id)).order;
  const both = await Promise.allSettled([set("1003", id, "parts", seq), set("admin", id, "", seq)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("W61 another version has other names: a plan that moves the order leaves none that is not there", async () => {
  const { people, handle } = floor;
  const own = await floor.flow("换版本", definition);
  const make = async (status: string) => {
    const { id } = await floor.create(people["1001"], own);
    await handle(people["1003"], id, "claim");
    await set("1003", id, status);
    return id;
  };
  const [kept, gone] = [await make("reply"), await make("parts")];
  const { flow } = await people.admin.call(workFlowApi.versions, { body: { id: own } });
  const without = { ...definition, statuses: [{ id: "reply", name: "待客户答复", state: "handling" as const }] };
  const { name, formId } = flow;
  await people.admin.call(workFlowApi.update, { body: { id: own, name, formId, definition: without } });
  await people.admin.call(workFlowApi.publish, { body: { id: own } });
  // They go on under their own version until they are moved.
  expect(await named(kept)).toEqual(["handling", "reply", "等客户回复"]);
  await people.admin.call(workFlowApi.migrate, { body: { id: own, version: 2 } });
  expect(await named(kept)).toEqual(["handling", "reply", "待客户答复"]);
  expect(await named(gone)).toEqual(["handling", "", ""]);
});

test("W61 a flow with two statuses of one name, or one without, is not published", async () => {
  const twice = [...statuses, { id: "again", name: "等配件", state: "suspended" as const }];
  let tried = 0;
  const attempt = (more: FlowDefinition["statuses"]) =>
    refused(floor.flow(`不能发布${(tried += 1)}`, { ...definition, statuses: more! }));
  expect((await attempt(twice)).msg).toContain("有两个工单状态都叫“等配件”");
  expect((await attempt([{ id: "x", name: " ", state: "done" }])).msg).toContain("有工单状态没有名称");
  expect(await attempt([{ id: "x", name: "删了", state: "deleted" }])).toMatchObject({ code: 400 });
});
