/** W40, F90: what an import creates fires triggers as what a person creates does, once each, through the same queue. */
import { buffer } from "node:stream/consumers";
import { env } from "node:process";
import { recordSheetApi } from "@liantai/api/contract/workorder";
import { writeSheet } from "../../sheets/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input, openFloor, until, type Floor } from "../../testing/orders-and-forms.ts";
import { addTrigger, on, sweepOver, traceOf } from "./testing/stage.ts";

/** IMPORT_ROWS=5000 is what was measured. */
const rows = Number(env["IMPORT_ROWS"] ?? 1_100);
let office: Office;
let floor: Floor;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
});
afterAll(() => office?.close());

test("F90 every imported record is looked at once, those that were refused never", async () => {
  const { admin } = floor.people;
  const formId = await addForm(admin, [
    input("name", "姓名", { require: true, maxLength: 5 }),
    input("grade", "等级"),
    input("size", "规模"),
  ]);
  await addTrigger(admin, formId, {
    ...{ name: "评级", when: on("record.created"), condition: { all: [{ field: "size", op: "eq", value: "大" }] } },
    actions: [{ do: "set", field: "grade", value: "甲" }],
  });
  const columns = ["姓名", "等级", "规模"].map((title) => ({ title }));
  const lines = Array.from({ length: rows }, (_, n) => [
    n === 7 ? "太长的名字了" : String(n),
    "",
    n % 10 === 0 ? "大" : "小",
  ]);
  const bytes = await buffer(writeSheet({ columns, rows: lines }));
  const files = new File([new Uint8Array(bytes)], "客户.xlsx");
  const from = performance.now();
  const saved = await admin.call(recordSheetApi.importSave, { body: { formId, files } });
  const imported = performance.now() - from;
  expect(saved).toMatchObject({ succeed: rows - 1, failing: 1 });
  const { id } = await addRecord(admin, formId, { name: "后来", size: "大" });
  const sweep = sweepOver(office);
  const drained = performance.now();
  await sweep.sweep();
  if (env["IMPORT_ROWS"])
    process.stdout.write(
      `import of ${rows} with a trigger ${imported.toFixed(0)} ms, their turns ${(performance.now() - drained).toFixed(0)} ms\n`,
    );
  const read = () =>
    office.ports.database.tenant("100001", async (trx) => ({
      records: await trx.selectFrom("form_record").select(["id", "values"]).where("formId", "=", formId).execute(),
      runs: await trx.selectFrom("trigger_run").select(["subjectId", "state"]).where("formId", "=", formId).execute(),
    }));
  // What the office's own turn has taken meanwhile is done by it.
  await until(office, async () => (await read()).runs.every(({ state }) => state !== "waiting"));
  const found = await read();
  expect(found.records).toHaveLength(rows);
  const rated = found.records.filter(({ values }) => values["grade"] === "甲");
  expect(rated.map(({ values }) => values["size"])).toEqual(rated.map(() => "大"));
  expect(rated).toHaveLength(Math.ceil(rows / 10) + 1);
  expect(new Set(found.runs.map(({ subjectId }) => subjectId)).size).toBe(rows);
  // Of the records that were changed by it no second look at their making.
  expect(found.runs).toHaveLength(rows);
  expect(await traceOf(admin, id, "record")).toMatchObject([{ trigger: "评级", state: "fired" }]);
  // Nothing is left to do.
  await sweep.sweep();
}, 120_000);

test("U10 a trigger's reminder of a record names the record and its form", async () => {
  const { admin } = floor.people;
  const formId = await addForm(admin, [input("name", "姓名")]);
  await addTrigger(admin, formId, {
    ...{ name: "提醒", when: on("record.created") },
    actions: [{ do: "remind", whom: [], agentIds: ["1002"], text: "请联系" }],
  });
  const { id } = await addRecord(admin, formId, { name: "甲" });
  await sweepOver(office).sweep();
  const told = () =>
    office.ports.database.tenant("100001", (trx) =>
      trx.selectFrom("reminder").select("message").where("subject", "=", `record/${id}`).execute(),
    );
  await until(office, async () => (await told()).length > 0);
  expect(await told()).toMatchObject([
    { message: { type: "PLANSREMIND", content: { des: "请联系", records: { formType: "customer", formId, id } } } },
  ]);
});
