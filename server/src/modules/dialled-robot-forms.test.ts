/** D59: robotTask/updateFormById changes what belongs to a number of an intelligent task of the own enterprise, and nothing else. */
import { customerFormDataApi, formDataApi, taskFormApi } from "@liantai/api/contract/workorder";
import { demoEnterprise } from "./system/index.ts";
import { openOffice, refused, type Office } from "../testing/office.ts";
import { addForm, addRecord, input } from "./forms/testing/forms.ts";
import { addAttempt, addPhone, addTask } from "./dialling/testing/rows.ts";

const { compId } = demoEnterprise;
let office: Office;
let formId: string;
beforeAll(async () => {
  office = await openOffice();
  formId = await addForm(office.administrator, [input("wish", "意愿"), input("note", "备注")]);
  await office.ports.database.system(async (trx) => {
    await addTask(trx, compId, { id: "robots", ftype: 1 });
    await addTask(trx, compId, { id: "agents", ftype: 3 });
  });
});
afterAll(() => office?.close());

let numbers = 0;
/** A record, and the number of a task that has it. */
async function recordOf(taskId: string, link = true): Promise<string> {
  const { id } = await addRecord(office.administrator, formId, { wish: "要" });
  const phone = { id: `n${(numbers += 1)}`, taskId, phone: `1380000${String(numbers).padStart(4, "0")}` };
  await office.ports.database.system(async (trx) => {
    await addPhone(trx, compId, phone);
    if (link) await trx.updateTable("dial_phone").set({ formDataId: id }).where("id", "=", phone.id).execute();
    const ftype = taskId === "robots" ? 1 : 3;
    await addAttempt(trx, compId, { id: `a${numbers}`, phone, ftype, callId: `call${numbers}` });
  });
  return id;
}
const change = (id: string, more: object = {}) =>
  office.administrator.call(taskFormApi.robot, { body: { id, values: { wish: "不要" }, ...more } });
const read = async (id: string) =>
  (await office.administrator.call(customerFormDataApi.findById, { body: { id } })).values;
const find = (id: string) => office.administrator.call(formDataApi.find, { body: { id } });

test("D59 the record of an intelligent task's number is changed, with the version that was seen; it says that it is one", async () => {
  const id = await recordOf("robots");
  const { record, robotNumber } = await find(id);
  expect(robotNumber).toBe(true);
  const saved = await change(id, { version: record.version });
  expect(await read(id)).toEqual({ wish: "不要" });
  expect(await refused(change(id, { version: saved.version - 1, values: { wish: "再想想" } }))).toMatchObject({
    code: 409,
  });
  expect(await read(id)).toEqual({ wish: "不要" });
});

test("D59 what a robot's flow wrote in such a call belongs to its number, too", async () => {
  await recordOf("robots", false);
  const { id } = await addRecord(office.administrator, formId, { wish: "要" });
  await office.ports.database.system((trx) =>
    trx
      .updateTable("form_record")
      .set({ callId: `call${numbers}` })
      .where("id", "=", id)
      .execute(),
  );
  expect((await find(id)).robotNumber).toBe(true);
  await change(id);
  expect(await read(id)).toEqual({ wish: "不要" });
});

test.each([
  ["of another kind of task", () => recordOf("agents")],
  ["of no task", async () => (await addRecord(office.administrator, formId, { wish: "要" })).id],
])("D59 a record %s is refused, and stays as it is", async (_, made) => {
  const id = await made();
  expect((await find(id)).robotNumber).toBeUndefined();
  expect(await refused(change(id))).toMatchObject({ msg: "该数据不是智能外呼任务号码的表单" });
  expect(await read(id)).toEqual({ wish: "要" });
});

test("D59 of another enterprise there is none", async () => {
  const id = await recordOf("robots");
  const other = "100002";
  await office.ports.database.system(async (trx) => {
    await trx
      .insertInto("enterprise")
      .values({ compId: other, name: "另一家" })
      .onConflict((c) => c.doNothing())
      .execute();
  });
  const elsewhere = await office.enter(other);
  expect(await refused(elsewhere.call(taskFormApi.robot, { body: { id, values: { wish: "不要" } } }))).toMatchObject({
    msg: "数据不存在或已被删除",
  });
  expect(await read(id)).toEqual({ wish: "要" });
});
