import { callFormApi, interfaceConfigApi } from "@liantai/api/contract/admin";
import { callPopupApi } from "@liantai/api/contract/popups";
import {
  customerFormConfApi,
  customerFormDataApi,
  formTagApi,
  layoutFor,
  taskFormApi,
} from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { publish } from "../topics.ts";
import { addForm, addRecord, input, until } from "./testing/forms.ts";

const compId = "100001";
const api = customerFormDataApi;
const phone = "13812345678";
let office: Office;
let form: string;
beforeAll(async () => {
  office = await openOffice();
  form = await addForm(office.administrator, [input("customerName", "客户姓名"), input("phone", "电话")]);
});
afterAll(() => office?.close());

const call = (callId: string, minutesAgo: number, more: object = {}) =>
  office.ports.database.tenant(compId, async (trx) => {
    const at = new Date(office.ports.clock.now() - minutesAgo * 60_000);
    await trx
      .insertInto("call_record")
      .values({
        ...{
          compId,
          callId,
          direction: "inbound",
          caller: phone,
          callee: "4001",
          accessNumber: "4001",
          agentId: "1001",
        },
        ...{ startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 61_000, holdMs: 0, result: 200 },
        ...{ cause: "completed", recordingKey: null, recordingMs: null, skillGroupId: null, appliedSeq: 1 },
        ...more,
      })
      .execute();
  });
const timelineOf = async (id: string, person = office.agent) =>
  (await person.call(api.timeline, { body: { id, pageNo: 1, pageSize: 10 } })).list;

test("F44 a customer's calls stand on the timeline: before the record, its own, and those that end later", async () => {
  const { agent, administrator, ports } = office;
  await call("before", 60);
  await call("longAgo", 60 * 24 * 31);
  await call("written", 1, { caller: "02088886666" });
  const { id } = await agent.call(api.add, {
    body: { formId: form, values: { customerName: "王一", phone }, callId: "written" },
  });
  expect((await timelineOf(id)).map(({ live }) => live)).toEqual([false, false]);
  const ends = (endAt: Date | null) =>
    office.ports.database.tenant(compId, (trx) =>
      trx.updateTable("call_record").set({ endAt }).where("callId", "=", "written").execute(),
    );
  await ends(null);
  expect((await timelineOf(id)).find(({ contactId }) => contactId === "written")).toMatchObject({ live: true });
  await ends(new Date(ports.clock.now()));
  await call("later", 0, { direction: "outbound", caller: "4001", callee: `0${phone}`, result: 480, talkMs: 0 });
  await publish(ports.broker, "call.recorded", { compId, callId: "later", agentId: "1001", cause: "completed" });
  await until(office, async () => (await timelineOf(id)).length === 3);
  const list = await timelineOf(id);
  expect(new Set(list.map(({ contactId }) => contactId))).toEqual(new Set(["before", "written", "later"]));
  expect(list.find(({ contactId }) => contactId === "before")).toMatchObject({
    ...{ kind: "call", direction: "inbound", number: "138****5678", agentId: "1001", talkSeconds: 61, answered: true },
  });
  const [later] = (await timelineOf(id, administrator)).filter(({ contactId }) => contactId === "later");
  expect(later).toMatchObject({ number: `0${phone}`, answered: false });
  const kinds = async (kind: "call" | "order") =>
    (await agent.call(api.timeline, { body: { id, pageNo: 1, pageSize: 10, kind } })).total;
  expect([await kinds("call"), await kinds("order")]).toEqual([3, 0]);
  const calls = await agent.call(api.calls, { body: { id, pageNo: 1, pageSize: 2 } });
  expect([calls.total, calls.list.length]).toEqual([3, 2]);
  const other = await office.signIn({ code: compId, roleType: 2, account: "1002" });
  expect(await refused(timelineOf(id, other))).toMatchObject({ code: 404 });
});

test("F102 a call's detail has what was written in it and whose number it is, of the data scope, for whom sees the call", async () => {
  const { administrator, agent } = office;
  const number = "13800008888";
  const talk = "talk-1";
  await call(talk, 1, { caller: number });
  const add = (person: Person, customerName: string, more: object) =>
    person.call(api.add, {
      body: { formId: form, values: { customerName, ...more }, callId: talk, acceptDuplicates: 1 },
    });
  await add(agent, "坐席登记", { phone: "13800009999" });
  await add(administrator, "管理员登记", { phone: "13800009998" });
  const of = async (person: Person) =>
    (await person.call(callFormApi.ofCall, { body: { callId: talk } })).map(({ title, fields }) => [
      title,
      fields.map(({ text }) => text),
    ]);
  // The clock stands still: which of the two is newer cannot be told.
  const both = await of(administrator);
  expect(both).toHaveLength(2);
  expect(both).toEqual(
    expect.arrayContaining([
      ["坐席登记", expect.arrayContaining(["坐席登记", "13800009999"])],
      ["管理员登记", expect.arrayContaining(["管理员登记", "13800009998"])],
    ]),
  );
  // The agent had no part in it.
  expect(await refused(of(agent))).toMatchObject({ code: 404 });
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .insertInto("call_leg")
      .values({
        ...{ compId, callId: talk, seq: 1, party: 2, role: "agent", agentId: "1001", number: "1001", offered: 1 },
        ...{ startAt: new Date(), talkMs: 1, holdMs: 0, holds: 0, consultMs: 0, conferenceMs: 0, result: 200 },
      })
      .execute(),
  );
  expect(await of(agent)).toEqual([["坐席登记", expect.arrayContaining(["138****9999"])]]);
});

test("F41 of several with the number that calls who was in touch last comes first, whoever was written since", async () => {
  const { administrator } = office;
  const shared = "13800007777";
  const add = (customerName: string, callId?: string) =>
    administrator.call(api.add, {
      body: { formId: form, values: { customerName, phone: shared }, ...(callId && { callId }), acceptDuplicates: 1 },
    });
  const [old, never, last] = [await add("久未联系"), await add("从未联系"), await add("刚联系过")];
  const link = (recordId: string, minutesAgo: number) =>
    office.ports.database.tenant(compId, (trx) =>
      trx
        .insertInto("customer_link")
        .values({
          ...{ compId, recordId, kind: "call", contactId: `with ${recordId}` },
          at: new Date(office.ports.clock.now() - minutesAgo * 60_000),
        })
        .execute(),
    );
  await link(old.id, 600);
  await link(last.id, 5);
  await office.ports.clock.advance(60_000);
  for (const { id } of [old, never])
    await administrator.call(api.update, { body: { id, version: 1, values: { phone: shared, customerName: "改过" } } });
  const { list } = await administrator.call(api.queryByNoAuth, { body: { phone: shared } });
  expect(list.map(({ id }) => id)).toEqual([last.id, old.id, never.id]);
});

test("F45 interfaces are told of what happens to records, numbers whole only where they are trusted with them", async () => {
  const { administrator, agent, ports } = office;
  expect(
    await refused(administrator.call(api.push, { body: { ids: [(await addRecord(agent, form, {})).id] } })),
  ).toMatchObject({ msg: "没有接口订阅“表单数据推送”，请先在接口配置中启用" });
  const events = ["record.created", "record.updated", "record.pushed"] as const;
  const listen = (name: string, sendFullNumbers: number) =>
    administrator.call(interfaceConfigApi.add, {
      body: {
        ...{ name, url: "http://127.0.0.1:9/in", method: "POST", events: [...events], headers: [], signed: 0 },
        ...{ mapping: [], timeoutS: 5, maxTries: 1, sendFullNumbers, enabled: 1 },
      } as never,
    });
  await listen("全", 1);
  await listen("隐", 0);
  const { id } = await addRecord(agent, form, { customerName: "王二", phone });
  await agent.call(taskFormApi.preview, { body: { id, values: { customerName: "王三" } } });
  expect(await refused(agent.call(api.push, { body: { ids: [id] } }))).toMatchObject({ status: 403 });
  expect(await administrator.call(api.push, { body: { ids: [id] } })).toEqual({ count: 1 });
  const rows = () =>
    ports.database.tenant(compId, (trx) =>
      trx.selectFrom("interface_delivery").selectAll().where("id", "like", `%${id}%`).orderBy("id").execute(),
    );
  await until(office, async () => (await rows()).every(({ body }) => body !== null));
  const told = (await rows()).map(({ event, body }) => ({ event, ...(JSON.parse(body!) as { record: object }) }));
  expect(told.map(({ event }) => event).sort()).toEqual([...events, ...events].sort());
  const of = (event: string) => told.filter((one) => one.event === event).map(({ record }) => record);
  for (const [event, name] of [
    ["record.created", "王二"],
    ["record.updated", "王三"],
    ["record.pushed", "王三"],
  ] as const)
    expect(of(event)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ recordId: id, formId: form, values: { customerName: name, phone } }),
        expect.objectContaining({ recordId: id, values: { customerName: name, phone: "138****5678" } }),
      ]),
    );
});

test("an order is returned in its flow only; a record that nobody's flow has is not", async () => {
  const { id } = await addRecord(office.agent, form, {});
  const back = (to: string) => office.agent.call(api.returnOrder, { body: { id, to: to as "creator" } });
  expect(await refused(back("creator"))).toMatchObject({ msg: "该数据不在工单流程中，不能退回" });
  expect(await refused(back("nobody"))).toMatchObject({ fields: [{ path: "to" }] });
});

describe("F16 the form of a call", () => {
  const popup = (id: string, more: object = {}) =>
    office.administrator.call(customerFormConfApi.setPopup, {
      body: { id, isPopup: 1, inbound: "ring", outbound: "answer", accessNumbers: [], skillGroupIds: [], ...more },
    });
  const comesUp = (callId: string, moment: "ring" | "answer") =>
    office.agent.call(callPopupApi.ofCall, { body: { callId, moment } });
  const nothing = { path: "", formId: "" };

  test("D48 comes up at the moment that is set for its direction, of the numbers and groups that are named", async () => {
    await call("in", 2);
    await call("out", 2, { direction: "outbound", caller: "4001", callee: phone });
    await call("between", 2, { direction: "internal" });
    const body = { name: "", formType: "customer", pageNo: 1, pageSize: 50 } as const;
    const { list } = await office.administrator.call(customerFormConfApi.list, { body });
    for (const { id } of list) await popup(id, { isPopup: 0 });
    expect(await comesUp("in", "ring")).toEqual(nothing);
    await popup(form);
    expect(await comesUp("in", "ring")).toEqual({ path: "/screenPopup", formId: form });
    expect(await comesUp("in", "answer")).toEqual(nothing);
    expect(await comesUp("out", "answer")).toEqual({ path: "/callScreen", formId: form });
    expect(await comesUp("between", "ring")).toEqual(nothing);
    expect(await comesUp("unknown", "ring")).toEqual(nothing);
    // Of a call that an automatic task has placed the customer has answered when a seat's telephone rings.
    await office.ports.database.tenant(compId, (trx) =>
      trx
        .insertInto("task")
        .values([
          { compId, id: "auto", taskIdentity: "自动", ftype: 3, state: "running" },
          { compId, id: "preview", taskIdentity: "预览", ftype: 2, state: "running" },
        ])
        .execute(),
    );
    await call("dialled by a task", 0, { direction: "outbound", caller: "4001", callee: phone, taskId: "auto" });
    await call("dialled by a seat", 0, { direction: "outbound", caller: "4001", callee: phone, taskId: "preview" });
    expect(await comesUp("dialled by a task", "ring")).toEqual({ path: "/callScreen", formId: form });
    expect(await comesUp("dialled by a seat", "ring")).toEqual(nothing);
    await popup(form, { accessNumbers: ["4002"] });
    expect(await comesUp("in", "ring")).toEqual(nothing);
    expect(await refused(popup(form, { skillGroupIds: ["another's"] }))).toMatchObject({
      fields: [{ path: "skillGroupIds", message: "技能组不存在或已被删除" }],
    });
    const [group] = await office.ports.database.tenant(compId, (trx) =>
      trx.selectFrom("skill_group").select("id").where("compId", "=", compId).execute(),
    );
    await popup(form, { accessNumbers: ["4001"], skillGroupIds: [group!.id] });
    expect(await comesUp("in", "ring")).toEqual(nothing);
    await popup(form, { isPopup: 0 });
    expect(await comesUp("in", "ring")).toEqual(nothing);
  });

  test("a record belongs to calls of its enterprise alone", async () => {
    const body = { formId: form, values: { customerName: "王五", phone: "02055556666" }, callId: "another's" };
    expect(await refused(office.agent.call(api.add, { body }))).toMatchObject({
      fields: [{ path: "callId", message: "通话不存在" }],
    });
  });

  test("a new record of it has the call's number, which its writer never saw", async () => {
    await call("stranger", 1, { caller: "02011112222" });
    const body = { formId: form, values: { customerName: "陌生人" }, callId: "stranger" };
    const { id } = await office.agent.call(api.add, { body });
    const { values } = await office.administrator.call(api.findById, { body: { id } });
    expect(values).toMatchObject({ customerName: "陌生人", phone: "02011112222" });
    const other = { formId: form, values: { customerName: "另一位", phone: "02033334444" }, callId: "stranger" };
    const typed = await office.agent.call(api.add, { body: other });
    expect((await office.administrator.call(api.findById, { body: { id: typed.id } })).values).toMatchObject({
      phone: "02033334444",
    });
  });

  test("a form for the number goes before one for all, whatever their names", async () => {
    await call("sales", 2);
    await popup(form);
    const narrow = await addForm(office.administrator, [input("phone", "电话")]);
    await popup(narrow, { accessNumbers: ["4001"] });
    expect(await comesUp("sales", "ring")).toEqual({ path: "/screenPopup", formId: narrow });
    await popup(narrow, { isPopup: 0 });
    const places = await office.administrator.call(customerFormConfApi.popupPlaces, { body: {} });
    expect(places.accessNumbers).toContainEqual({ number: "4001", title: "联台演示客服热线" });
    expect(places.skillGroups.map(({ name }) => name)).toContain("客服一组");
  });

  test("F86 layouts are kept with the popup, and stay when only the popup is set; the call's number and group are told", async () => {
    const layouts = [{ accessNumbers: ["4001"], skillGroupIds: [], fields: ["phone", "customerName"] }];
    const steps = ["核对姓名", "说明本次来电录音"];
    const { id: tag } = await office.administrator.call(formTagApi.add, {
      body: { formId: form, name: "重点", color: "red" },
    });
    await popup(form, { layouts: [{ ...layouts[0], tagIds: [tag], steps }] });
    await popup(form, { isPopup: 0 });
    const kept = await office.administrator.call(customerFormConfApi.findById, { query: { id: form } });
    expect(kept.popup.layouts).toEqual([{ ...layouts[0], tagIds: [tag], steps }]);
    await popup(form, { layouts });
    await popup(form, { isPopup: 0 });
    const found = await office.administrator.call(customerFormConfApi.findById, { query: { id: form } });
    expect(found.popup).toMatchObject({ isPopup: 0, layouts });
    expect(await refused(popup(form, { layouts: [{ fields: ["nothing"] }] }))).toMatchObject({
      fields: [{ path: "layouts[0].fields", message: "表单没有字段“nothing”" }],
    });
    expect(await refused(popup(form, { layouts: [{ skillGroupIds: ["x"], fields: ["phone"] }] }))).toMatchObject({
      fields: [{ path: "skillGroupIds" }],
    });
    await call("placed", 2);
    expect(await office.agent.call(api.queryByNoAuth, { body: { callId: "placed" } })).toMatchObject({
      accessNumber: "4001",
      skillGroupId: "",
    });
  });

  test("F86 of the layouts that fit a call the narrowest counts, the first of equals", () => {
    const all = { accessNumbers: [], skillGroupIds: [], fields: ["a"] };
    const number = { ...all, accessNumbers: ["4001"], fields: ["b"] };
    const both = { ...number, skillGroupIds: ["g1"], fields: ["c"] };
    const tagged = { ...both, tagIds: ["t1", "t2"], fields: ["d"] };
    const of = (accessNumber: string, skillGroupId: string) =>
      layoutFor([all, number, both], { accessNumber, skillGroupId })?.fields[0];
    expect([of("4002", ""), of("4001", "g2"), of("4001", "g1")]).toEqual(["a", "b", "c"]);
    const marked = (...tags: readonly string[]) =>
      layoutFor([all, both, tagged], { accessNumber: "4001", skillGroupId: "g1", tags })?.fields[0];
    expect([marked(), marked("t3"), marked("t3", "t2")]).toEqual(["c", "c", "d"]);
    expect(layoutFor([both], { accessNumber: "4001", skillGroupId: "" })).toBeUndefined();
    expect(layoutFor([number, { ...number, fields: ["d"] }], { accessNumber: "4001", skillGroupId: "" })).toBe(number);
  });

  test("F53 of a number that calls it says where it is from", async () => {
    await call("place", 2, { caller: "02088886666" });
    const asked = await office.agent.call(api.queryByNoAuth, { body: { callId: "place" } });
    expect(asked).toMatchObject({ phone: "020****6666", place: expect.stringContaining("广州") });
  });
});
