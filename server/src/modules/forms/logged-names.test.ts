/** F38 in the operation log: what a choice of a dictionary is called stands in it, whatever is done to the record. */
import { dictionarieApi, operateLogApi } from "@liantai/api/contract/admin";
import {
  contacterDataApi,
  customerFormConfApi,
  customerFormDataApi as api,
  recordDuplicateApi,
} from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { openOffice, type Office } from "../../testing/office.ts";
import { flowOf, openFloor, orderFields, orderForm } from "../../testing/orders-and-forms.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const cards: FormField = {
  ...{ type: "select", name: "card", label: "卡种" },
  ext: { options: { from: "dictionary", code: "cards" } },
};

/** What the log says of the field, the newest first: action, before, after. */
async function logged(object: string): Promise<readonly string[]> {
  const body = { object, pageNo: 1, pageSize: 50 };
  const { list } = await office.administrator.call(operateLogApi.list, { body });
  return list.flatMap(({ action, changes }) =>
    changes
      .filter(({ field }) => field === "卡种")
      .map(({ before, after }) => `${action} ${before ?? ""}→${after ?? ""}`),
  );
}

test("F38 the operation log calls a dictionary's choices by their names: records, orders, contacts", async () => {
  const { administrator } = office;
  const { id: dictionaryId } = await administrator.call(dictionarieApi.add, { body: { code: "cards", name: "卡种" } });
  for (const [value, label] of Object.entries({ k1: "金卡", k2: "银卡" }))
    await administrator.call(dictionarieApi.itemAdd, { body: { dictionaryId, value, label, sort: 1, enabled: 1 } });

  const formId = await addForm(administrator, [cards, input("note", "备注")]);
  const { id } = await addRecord(administrator, formId, { card: "k1" });
  await administrator.call(api.update, { body: { id, version: 1, values: { card: "k2" } } });
  const { id: loserId } = await addRecord(administrator, formId, { card: "k1" });
  const { mergeId } = await administrator.call(recordDuplicateApi.merge, {
    body: { survivorId: id, survivorVersion: 2, loserId, loserVersion: 1, choices: { card: "theirs" } },
  });
  await administrator.call(recordDuplicateApi.undo, { body: { id: mergeId } });
  await administrator.call(api.delete, { body: { ids: [id] } });
  await administrator.call(api.purge, { body: { ids: [id] } });
  expect(await logged("formRecord")).toEqual([
    "purge 银卡→",
    "delete 银卡→",
    "update 金卡→银卡",
    "update 银卡→金卡",
    "add →金卡",
    "update 金卡→银卡",
    "add →金卡",
  ]);

  const floor = await openFloor(office);
  const orders = await orderForm(administrator, "记录的工单", [...orderFields, cards]);
  const flowId = await floor.flow("记录的工单", flowOf(floor.groupId), orders);
  const order = await floor.create(floor.people["1001"], flowId, { card: "k1" });
  await floor.handle(floor.people["1002"], order.id, "claim");
  await floor.handle(floor.people["1002"], order.id, "save", { values: { card: "k2" } });
  expect((await logged("formRecord")).slice(0, 2)).toEqual(["update 金卡→银卡", "add →金卡"]);

  const contacter = await administrator.call(customerFormConfApi.findById, { query: { id: "contacter" } });
  await administrator.call(customerFormConfApi.update, {
    body: { id: "contacter", name: contacter.name, fields: [...contacter.fields, cards] },
  });
  const of = { name: "张三", phone: "13900000001" };
  const contact = await administrator.call(contacterDataApi.add, { body: { ...of, fields: { card: "k1" } } });
  await administrator.call(contacterDataApi.update, { body: { ...of, id: contact.id, fields: { card: "k2" } } });
  await administrator.call(contacterDataApi.delete, { body: { ids: [contact.id] } });
  expect(await logged("contacterData")).toEqual(["delete 银卡→", "update 金卡→银卡", "add →金卡"]);
});
