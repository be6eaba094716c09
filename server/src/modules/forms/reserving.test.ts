/** W68: who sees no whole number reserves a call by a record, an order, a call or a sealed reference. */
import { errors, formatTime } from "@liantai/api/contract";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { formDataApi, recordNumberApi, subscribesApi } from "@liantai/api/contract/workorder";
import { openFloor, type Floor, flowOf, orderForm } from "../../testing/orders-and-forms.ts";
import { refused, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

const compId = "100001";
const phone = "13812345678";
const home = "02088886666";
const missing = { code: errors.notFound.code };
let floor: Floor;
let agent: Person;
let customer: string;
beforeAll(async () => {
  floor = await openFloor();
  agent = floor.people["1001"];
  const { office, people } = floor;
  const formId = await addForm(people.admin, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话号码", { query: true, ext: { content: "phone", mask: "phone" } }),
  ]);
  customer = (await addRecord(agent, formId, { customerName: "王女士", phone })).id;
  await agent.call(recordNumberApi.add, { body: { id: customer, number: home, note: "家里" } });
  await office.ports.database.tenant(compId, async (trx) => {
    const at = new Date(office.ports.clock.now());
    const call = {
      ...{ compId, direction: "inbound" as const, caller: phone, callee: "4001", accessNumber: "4001", callData: "{}" },
      ...{ startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 1_000, holdMs: 0, result: 200 },
      ...{ cause: "completed", recordingKey: null, recordingMs: null, skillGroupId: null, appliedSeq: 1 },
    };
    await trx
      .insertInto("call_record")
      .values([
        { ...call, callId: "own", agentId: "1001" },
        { ...call, callId: "others", agentId: "1002" },
      ])
      .execute();
  });
}, 60_000);
afterAll(() => floor?.office.close());

const body = () => ({ des: "回访安装情况", subTime: formatTime(floor.office.ports.clock.now() + 600_000) });
const reserve = (more: object, person = agent) => person.call(subscribesApi.add, { body: { ...body(), ...more } });
/** As an administrator sees it, who sees numbers. */
async function rowOf(id: string, person = floor.people.admin) {
  const { list } = await person.call(subscribesApi.list, { body: { pageNo: 1, pageSize: 100 } });
  return list.find((row) => row.id === id);
}

test("W68 a customer is reserved by his record: the server takes name and number, and the agent is told no digit more", async () => {
  const { id } = await reserve({ recordId: customer });
  expect(await rowOf(id)).toMatchObject({ customerName: "王女士", phone });
  const seen = await rowOf(id, agent);
  expect(seen).toMatchObject({ phone: "138****5678", agentId: "1001", subNumber: expect.stringMatching(/^v1\./) });
  expect(JSON.stringify(seen)).not.toContain(phone);
  const { id: named } = await reserve({ recordId: customer, customerName: "王女士的先生" });
  expect(await rowOf(named)).toMatchObject({ customerName: "王女士的先生", phone });
});

test("W68 a reference says which of his numbers; one of another seat, and one of a dialling task, say nothing", async () => {
  const { dial } = await agent.call(formDataApi.find, { body: { id: customer } });
  const { ref } = dial.find(({ numberId }) => numberId !== undefined)!;
  const { id } = await reserve({ recordId: customer, ref });
  expect(await rowOf(id)).toMatchObject({ customerName: "王女士", phone: home });
  const alone = await reserve({ ref });
  expect(await rowOf(alone.id)).toMatchObject({ customerName: "王女士", phone: home });
  const invalid = { fields: [{ path: "phone", message: "号码引用无效或已过期，请刷新后再预约" }] };
  expect(await refused(reserve({ ref, customerName: "某人" }, floor.people["1002"]))).toMatchObject(invalid);
});

test("W68 a call is reserved by whose it is, with the name that is typed, and by no colleague", async () => {
  const { id } = await reserve({ callId: "own", customerName: "新客户" });
  expect(await rowOf(id)).toMatchObject({ customerName: "新客户", phone });
  expect(await refused(reserve({ callId: "own" }))).toMatchObject({
    fields: [{ path: "customerName", message: "请输入客户姓名" }],
  });
  expect(await refused(reserve({ callId: "others", customerName: "某人" }))).toMatchObject(missing);
  expect(await refused(reserve({ recordId: customer }, floor.people["1002"]))).toMatchObject(missing);
});

test("W68 an order that names nobody is reserved by its first customer; one without any number not at all", async () => {
  const { people } = floor;
  const formId = await orderForm(people.admin, "回访单", [
    { type: "lookup", name: "customer", label: "客户", ext: { lookup: { to: "customer" } } },
    input("level", "级别"),
    input("workDetail", "详情"),
  ]);
  const flowId = await floor.flow("回访流程", flowOf(floor.groupId), formId);
  const label = "王女士";
  const { id } = await floor.create(agent, flowId, { customer: { id: customer, label } });
  const { order } = await agent.call(formStreamApi.find, { body: { id } });
  const { id: reserved } = await reserve({ recordId: order.recordId });
  expect(await rowOf(reserved)).toMatchObject({ customerName: "王女士", phone });
  const bare = await floor.create(agent, flowId, { workDetail: "没有客户" });
  const { order: nobodys } = await agent.call(formStreamApi.find, { body: { id: bare.id } });
  expect(await refused(reserve({ recordId: nobodys.recordId, customerName: "某人" }))).toMatchObject({
    fields: [{ path: "phone", message: "没有可以预约的电话号码" }],
  });
});
