/** F82: what defaults, rules and formulas know of who fills a form and of the call. */
import { customerFormDataApi as api, formDataApi, recordSheetApi } from "@liantai/api/contract/workorder";
import { cellsOf } from "../../testing/exports.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, input } from "./testing/forms.ts";

const compId = "100001";
const phone = "13812345678";
let office: Office;
let formId: string;
beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.tenant(compId, async (trx) => {
    const at = new Date(office.ports.clock.now());
    await trx
      .insertInto("call_record")
      .values({
        ...{ compId, callId: "c1", direction: "inbound", caller: phone, callee: "4001", accessNumber: "4001" },
        ...{ agentId: "1001", startAt: at, answerAt: at, endAt: at, waitMs: 0, ringMs: 0, talkMs: 61_000, holdMs: 0 },
        ...{
          result: 200,
          cause: "completed",
          recordingKey: null,
          recordingMs: null,
          skillGroupId: null,
          appliedSeq: 1,
        },
        callData: JSON.stringify({ 产品: "宽带", 备用电话: "13900002222" }),
      })
      .execute();
  });
  formId = await addForm(office.administrator, [
    input("customerName", "客户姓名"),
    input("writer", "填写人", { ext: { defaultExpression: "我的姓名()" } }),
    input("product", "产品", { ext: { defaultExpression: '变量("产品")' } }),
    input("caller", "来电", { ext: { formula: "来电号码()" } }),
    input("note", "说明", {
      maxLength: 60,
      ext: { formula: '连接(我的工号(), "于", 今天(), "记录，备用", 变量("备用电话"))' },
    }),
    input("speed", "速率"),
  ]);
});
afterAll(() => office?.close());

const valuesOf = async (id: string, person = office.administrator) =>
  (await person.call(api.findById, { body: { id } })).values;

test("F82 a record of a call has its number, its data, its writer and its day; what the page says of them counts for nothing", async () => {
  const { agent, administrator } = office;
  const { id } = await agent.call(api.add, {
    body: { formId, values: { customerName: "王一", caller: "110" }, callId: "c1" },
  });
  const kept = {
    ...{ customerName: "王一", writer: "李晓雯", product: "宽带", caller: phone },
    note: "1001于2026-03-02记录，备用13900002222",
  };
  expect(await valuesOf(id)).toEqual(kept);
  // Whoever changes it later and elsewhere: the call is still the record's.
  await administrator.call(api.update, { body: { id, version: 1, values: { customerName: "王二" } } });
  expect(await valuesOf(id)).toMatchObject({ customerName: "王二", writer: "李晓雯", product: "宽带", caller: phone });
  expect(await valuesOf(id, agent)).toMatchObject({ caller: "138****5678" });
});

test("F82 the page is told the same of the call, masked for whom numbers are hidden", async () => {
  const { agent, administrator } = office;
  const { id } = await agent.call(api.add, { body: { formId, values: { customerName: "王三" }, callId: "c1" } });
  const whole = { callNumber: phone, variables: { 产品: "宽带", 备用电话: "13900002222" } };
  const hidden = { callNumber: "138****5678", variables: { 产品: "宽带", 备用电话: "139****2222" } };
  expect((await administrator.call(formDataApi.find, { body: { id } })).call).toEqual(whole);
  expect((await agent.call(formDataApi.find, { body: { id } })).call).toEqual(hidden);
  const asked = await agent.call(api.queryByNoAuth, { body: { callId: "c1" } });
  expect(asked).toMatchObject({ phone: hidden.callNumber, variables: hidden.variables });
});

test("F47 an export says when the call of a record rang; of records without a call nothing", async () => {
  const { administrator } = office;
  const rang = await addForm(administrator, [input("customerName", "客户姓名")]);
  await administrator.call(api.add, { body: { formId: rang, values: { customerName: "有通话" }, callId: "c1" } });
  await administrator.call(api.add, { body: { formId: rang, values: { customerName: "没有通话" } } });
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("call_record")
      .set({ ringAt: new Date("2026-03-02T09:08:07+08:00") })
      .where("callId", "=", "c1")
      .execute(),
  );
  const { bytes } = await administrator.file(recordSheetApi.exportNow, { query: { formId: rang } });
  const rows = await cellsOf(bytes);
  const at = rows[0]!.indexOf("振铃时间");
  expect(new Map(rows.slice(1).map((row) => [row[0], row[at]]))).toEqual(
    new Map([
      ["有通话", "2026-03-02 09:08:07"],
      ["没有通话", undefined],
    ]),
  );
});

test("F82 without a call there is neither number nor data", async () => {
  const { agent } = office;
  const { id } = await agent.call(api.add, { body: { formId, values: { customerName: "王四" } } });
  expect(await valuesOf(id)).toEqual({
    ...{ customerName: "王四", writer: "李晓雯" },
    note: "1001于2026-03-02记录，备用",
  });
  expect((await agent.call(formDataApi.find, { body: { id } })).call).toBeUndefined();
});

test("F82 a rule by a call's data holds on the server, whatever is sent", async () => {
  const ruled = await addForm(office.administrator, [input("customerName", "客户姓名"), input("speed", "速率")]);
  const { customerFormConfApi } = await import("@liantai/api/contract/workorder");
  const found = await office.administrator.call(customerFormConfApi.findById, { query: { id: ruled } });
  await office.administrator.call(customerFormConfApi.update, {
    body: {
      ...{ id: ruled, name: found.name, revision: found.revision, fields: found.fields },
      ext: {
        rules: [
          {
            ...{ id: "r1", name: "宽带客户", when: { expression: '变量("产品") = "宽带"' } },
            then: [{ do: "require", fields: ["speed"] }],
          },
        ],
      },
    } as never,
  });
  const body = { formId: ruled, values: { customerName: "王五" } };
  expect(await refused(office.agent.call(api.add, { body: { ...body, callId: "c1" } }))).toMatchObject({
    fields: [{ path: "values.speed", message: "该字段不能为空" }],
  });
  await office.agent.call(api.add, { body });
});
