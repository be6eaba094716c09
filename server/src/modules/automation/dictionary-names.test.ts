/** W45, W46 and W48 with choices of a dictionary: told by what the dictionary calls them, as lists do (F38). */
import { dictionarieApi } from "@liantai/api/contract/admin";
import { macroApi, triggerApi } from "@liantai/api/contract/work-orders";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { openOffice, type Office } from "../../testing/office.ts";
import {
  addForm,
  addRecord,
  flowOf,
  input,
  openFloor,
  orderFields,
  orderForm,
  type Floor,
} from "../../testing/orders-and-forms.ts";
import { addMacro, addTrigger, sweepOver, traceOf } from "./testing/stage.ts";

let office: Office;
let floor: Floor;
let formId: string;
let silver: string;
let dictionaryId: string;
const admin = () => floor.people.admin;
const cards: FormField = {
  ...{ type: "select", name: "card", label: "卡种" },
  ext: { options: { from: "dictionary", code: "cards" } },
};

beforeAll(async () => {
  office = await openOffice();
  floor = await openFloor(office);
  dictionaryId = (await admin().call(dictionarieApi.add, { body: { code: "cards", name: "卡种" } })).id;
  const item = (value: string, label: string) =>
    admin().call(dictionarieApi.itemAdd, { body: { dictionaryId, value, label, sort: 1, enabled: 1 } });
  await item("k1", "金卡");
  silver = (await item("k2", "银卡")).id;
  formId = await addForm(admin(), [cards, input("note", "备注")]);
});
afterAll(() => office?.close());

const byCard = (card: string) => ({ all: [{ field: "card", op: "eq" as const, value: card }] });

test("W48 F38 a macro's preview calls a dictionary's choices by their names, of records and of orders", async () => {
  const actions = [{ do: "set", field: "card", value: "k1" }] as const;
  const macro = await addMacro(admin(), formId, "升级", actions, 1);
  const { id } = await addRecord(admin(), formId, { card: "k2" });
  const body = { id: macro, kind: "record", subjectId: id, version: 1 } as const;
  expect((await admin().call(macroApi.preview, { body })).changes).toEqual([
    { label: "卡种", before: "银卡", after: "金卡" },
  ]);
  expect(await admin().call(macroApi.list, { body: { formId } })).toMatchObject([{ words: ["设置“卡种”为“金卡”"] }]);

  const orders = await orderForm(admin(), "宏的工单", [...orderFields, cards]);
  const flowId = await floor.flow("宏的工单", flowOf(floor.groupId), orders);
  const order = await floor.create(floor.people["1001"], flowId, { card: "k2" });
  const { seq } = await floor.handle(floor.people["1002"], order.id, "claim");
  const ofOrders = await addMacro(admin(), orders, "升级", actions, 1);
  const asked = { id: ofOrders, kind: "order", subjectId: order.id, version: seq } as const;
  expect((await floor.people["1002"].call(macroApi.preview, { body: asked })).changes).toEqual([
    { label: "卡种", before: "银卡", after: "金卡" },
  ]);
});

test("W45 W46 F38 trace and trial do too: what is offered no more by its name, what has none by its value", async () => {
  const set = { do: "set", field: "card", value: "k1" } as const;
  const trigger = {
    when: { on: "event", events: ["record.updated"], fields: ["note"] },
    condition: byCard("k2"),
    actions: [set],
  } as const;
  await addTrigger(admin(), formId, { name: "升级", ...trigger });
  const { id } = await addRecord(admin(), formId, { card: "k2" });
  await admin().call(dictionarieApi.itemUpdate, {
    body: { dictionaryId, id: silver, value: "k2", label: "银卡", sort: 1, enabled: 0 },
  });
  await admin().call(customerFormDataApi.update, { body: { id, version: 1, values: { note: "一" } } });
  const why = { text: "“卡种”的值是银卡，条件“等于银卡”成立", holds: true };
  const [tried] = (await admin().call(triggerApi.dryRun, { body: { formId, ...trigger } })).list;
  expect(tried).toMatchObject({ why: [why], changes: ["设置“卡种”为“金卡”（原为银卡）"] });
  await sweepOver(office).sweep();
  await admin().call(customerFormDataApi.update, { body: { id, version: 3, values: { note: "二" } } });
  await sweepOver(office).sweep();
  expect(await traceOf(admin(), id, "record")).toMatchObject([
    { state: "notMet", why: [{ text: "“卡种”的值是金卡，条件“等于银卡”不成立", holds: false }] },
    { state: "fired", why: [why], did: ["设置“卡种”为“金卡”"] },
  ]);

  await admin().call(dictionarieApi.itemDelete, { body: { ids: [silver] } });
  const after = (await admin().call(triggerApi.dryRun, { body: { formId, ...trigger } })).list;
  expect(after[0]).toMatchObject({ why: [{ text: "“卡种”的值是k2，条件“等于k2”成立" }] });
});
