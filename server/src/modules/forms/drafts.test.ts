/** F50, F51: what is typed and not saved. */
import { customerFormDataApi, formDraftApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input, until } from "./testing/forms.ts";

let office: Office;
let formId: string;
beforeAll(async () => {
  office = await openOffice();
  formId = await addForm(office.administrator, [input("customerName", "客户姓名"), input("remark", "备注")]);
}, 60_000);
afterAll(() => office?.close());

const api = formDraftApi;
type Place = { readonly formId: string; readonly recordId?: string; readonly callId?: string };
const draft = async (place: Place, person: Person = office.agent) =>
  (await person.call(api.find, { body: place })).draft;
const type = (place: Place, values: Readonly<Record<string, unknown>>, version?: number, person = office.agent) =>
  person.call(api.save, { body: { ...place, values, ...(version && { version }) } });

const call = (callId: string) =>
  office.ports.database.tenant("100001", async (trx) => {
    await trx
      .insertInto("call_record")
      .values({
        ...{
          compId: "100001",
          callId,
          direction: "inbound",
          caller: "02088886666",
          callee: "4001",
          accessNumber: "4001",
        },
        ...{ agentId: "1001", startAt: new Date(), waitMs: 0, ringMs: 0, talkMs: 0, holdMs: 0, result: 200 },
        ...{ cause: null, recordingKey: null, recordingMs: null, skillGroupId: null, appliedSeq: 1 },
      })
      .execute();
  });

test("F50 it comes back to its writer as it was typed, unchecked, and to nobody else", async () => {
  expect(await draft({ formId })).toBeNull();
  await type({ formId }, { customerName: "王", remark: "半句" });
  await type({ formId }, { customerName: "王女士", remark: "半句话" });
  expect(await draft({ formId })).toMatchObject({ version: 0, values: { customerName: "王女士", remark: "半句话" } });
  expect(await draft({ formId }, office.administrator)).toBeNull();
  expect(await draft({ formId }, office.monitor)).toBeNull();
  await office.agent.call(api.delete, { body: { formId } });
  expect(await draft({ formId })).toBeNull();
});

test("F50 in another browser of the same person it is there, too", async () => {
  const signIn = () => office.signIn({ code: "100001", roleType: 2, account: "1002" });
  await type({ formId }, { remark: "换一台电脑" }, 0, await signIn());
  expect(await draft({ formId }, await signIn())).toMatchObject({ values: { remark: "换一台电脑" } });
});

test("F50 a record, a call and a form have one each", async () => {
  const { id } = await addRecord(office.agent, formId, { customerName: "一" });
  await Promise.all([call("d1"), call("d2")]);
  await type({ formId }, { remark: "无通话" });
  await type({ formId, callId: "d1" }, { remark: "第一通" });
  await type({ formId, callId: "d2" }, { remark: "第二通" });
  await type({ formId, recordId: id, callId: "d1" }, { remark: "客户" }, 1);
  expect(await draft({ formId, callId: "d1" })).toMatchObject({ values: { remark: "第一通" } });
  expect(await draft({ formId, callId: "d2" })).toMatchObject({ values: { remark: "第二通" } });
  expect(await draft({ formId })).toMatchObject({ values: { remark: "无通话" } });
  // In whatever call it is typed.
  expect(await draft({ formId, recordId: id })).toMatchObject({ version: 1, values: { remark: "客户" } });
});

test("F96 new records made for different customers, orders or numbers have a draft each, with what stands beside the form", async () => {
  await call("d4");
  const head = { title: "漏水", priority: 1 };
  const save = (aboutId: string, remark: string, more: object = {}) =>
    office.agent.call(api.save, { body: { formId, callId: "d4", aboutId, values: { remark }, ...more } });
  await save("c1", "王女士的", { head });
  await save("c2", "李先生的");
  await type({ formId, callId: "d4" }, { remark: "没有客户" });
  const of = async (aboutId?: string) =>
    (await office.agent.call(api.find, { body: { formId, callId: "d4", ...(aboutId && { aboutId }) } })).draft;
  expect(await of("c1")).toMatchObject({ values: { remark: "王女士的" }, head });
  expect(await of("c2")).toMatchObject({ values: { remark: "李先生的" }, head: {} });
  expect(await of()).toMatchObject({ values: { remark: "没有客户" } });
  expect(await refused(save("c3", "紧急的", { head: { title: "长".repeat(101), priority: 9 } }))).toMatchObject({
    fields: [{ path: "head.title" }, { path: "head.priority" }],
  });
  await office.agent.call(api.delete, { body: { formId, callId: "d4", aboutId: "c1" } });
  expect([await of("c1"), await of("c2")]).toMatchObject([null, { values: { remark: "李先生的" } }]);
});

test("F51 it goes with the save that it became, and with nothing else", async () => {
  await call("d3");
  await type({ formId, callId: "d3" }, { customerName: "" });
  expect(
    await refused(office.agent.call(customerFormDataApi.add, { body: { formId, callId: "d3", values: { no: 1 } } })),
  ).toMatchObject({ code: 400 });
  expect(await draft({ formId, callId: "d3" })).not.toBeNull();
  const { id } = await office.agent.call(customerFormDataApi.add, {
    body: { formId, callId: "d3", values: { customerName: "三" } },
  });
  expect(await draft({ formId, callId: "d3" })).toBeNull();
  expect(await draft({ formId, callId: "d2" })).not.toBeNull();
  await type({ formId, recordId: id }, { remark: "改" }, 1);
  await office.agent.call(customerFormDataApi.update, { body: { id, version: 1, values: { remark: "改" } } });
  expect(await draft({ formId, recordId: id })).toBeNull();
});

test("F51 seven days after the last key it is gone", async () => {
  const age = (days: number) =>
    office.ports.database.system((trx) =>
      trx
        .updateTable("form_draft")
        .set({ updatedAt: new Date(office.ports.clock.now() - days * 86_400_000) })
        .execute(),
    );
  const kept = () => office.ports.database.system((trx) => trx.selectFrom("form_draft").select("subject").execute());
  await type({ formId }, { remark: "旧" });
  await age(6.9);
  expect(await draft({ formId })).toMatchObject({ values: { remark: "旧" } });
  await age(7.1);
  expect(await draft({ formId })).toBeNull();
  expect(await kept()).not.toEqual([]);
  await office.ports.clock.leap(3_600_000);
  await until(office, async () => (await kept()).length === 0);
});

test("F50 what is not there, or not the writer's to see, is refused; so is more than a form holds", async () => {
  const { agent, administrator } = office;
  const { id } = await addRecord(administrator, formId, { customerName: "别人的" });
  expect(await refused(type({ formId, recordId: id }, {}, 1, agent))).toMatchObject({ code: 404 });
  expect(await refused(type({ formId: "none" }, {}, 0, agent))).toMatchObject({ code: 404 });
  expect(await refused(type({ formId, callId: "none" }, {}, 0, agent))).toMatchObject({ fields: [{ path: "callId" }] });
  expect(await refused(type({ formId }, { remark: "x".repeat(512_001) }, 0, agent))).toMatchObject({
    fields: [{ path: "values" }],
  });
});
