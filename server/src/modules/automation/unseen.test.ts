/** W45, W46 and W48 with what somebody may not see: cards for whom numbers are hidden, and fields that the own role does not see. */
import { macroApi, triggerApi } from "@liantai/api/contract/work-orders";
import { customerFormConfApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { isRefused } from "../auth/index.ts";
import { openOffice, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input, openFloor, type Floor } from "../../testing/orders-and-forms.ts";
import { addMacro, addTrigger, on, sweepOver, traceOf } from "./testing/stage.ts";

const card = "11010519491231002X";
const unsaid = "（含对您隐藏的字段）";
let office: Office;
let floor: Floor;
let formId: string;
beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
  const fields: readonly FormField[] = [
    input("identity", "证件号", { ext: { content: "idcard", mask: "idcard" } }),
    input("price", "单价", { ext: { content: "number" } }),
    input("score", "内部评分", { ext: { content: "number", formula: "price*2" } }),
  ];
  formId = await addForm(floor.people.admin, fields);
  const caller = await office.composition.auth.sessions.resolve(floor.people["1001"].token);
  if (isRefused(caller)) throw new Error("no caller");
  await floor.people.admin.call(customerFormConfApi.saveRoleFields, {
    body: { id: formId, roleId: caller.roleId, fields: { score: { hidden: true } } } as never,
  });
});
afterAll(() => office?.close());

test("W48 a macro's trial tells a card masked, and nothing of a field that the own role does not see", async () => {
  const { "1001": mine, admin } = floor.people;
  const { id } = await addRecord(mine, formId, { identity: card, price: "3" });
  const macro = await addMacro(
    admin,
    formId,
    "改价",
    [
      { do: "set", field: "identity", value: "" },
      { do: "set", field: "price", value: "4" },
    ],
    1,
  );
  const body = { id: macro, kind: "record", subjectId: id, version: 1 } as const;
  expect((await mine.call(macroApi.preview, { body })).changes).toEqual([
    { label: "证件号", before: "*".repeat(18), after: "" },
    { label: "单价", before: "3", after: "4" },
  ]);
  expect((await admin.call(macroApi.preview, { body })).changes).toEqual([
    { label: "证件号", before: card, after: "" },
    { label: "单价", before: "3", after: "4" },
    { label: "内部评分", before: "6", after: "8" },
  ]);
});

test("W45 W46 trace and trial say nothing of them either", async () => {
  const { "1001": mine, admin } = floor.people;
  const trigger = {
    name: "核对",
    when: on("record.created"),
    condition: {
      all: [
        { field: "identity", op: "eq", value: card },
        { field: "score", op: "gt", value: 1 },
      ],
    },
    actions: [{ do: "set", field: "price", value: "9" }],
  } as const;
  await addTrigger(admin, formId, trigger);
  const { id } = await addRecord(mine, formId, { identity: card, price: "5" });
  await sweepOver(office).sweep();
  const [seen] = await traceOf(mine, id, "record");
  expect(seen?.why).toEqual([
    { text: unsaid, holds: true },
    { text: unsaid, holds: true },
  ]);
  const [whole] = await traceOf(admin, id, "record");
  expect(whole?.why[0]?.text).toContain(card);
  await office.ports.database.system((trx) =>
    trx.updateTable("account").set({ isHiddenNum: 1 }).where("roleType", "=", 1).execute(),
  );
  const hidden = await office.signIn({ code: "100001", roleType: 1, account: "admin" });
  const tried = await hidden.call(triggerApi.dryRun, { body: { formId, ...trigger } });
  expect(tried.fired).toBeGreaterThan(0);
  expect(JSON.stringify(tried)).not.toContain(card);
  expect(tried.list[0]?.why[0]).toEqual({ text: unsaid, holds: true });
});
