/** F93: how often each option was chosen, of the records that the list gives its asker. */
import { fileDownloadApi } from "@liantai/api/contract/admin";
import { customerFormConfApi, formChartApi } from "@liantai/api/contract/workorder";
import type { FormField } from "@liantai/api/forms";
import { cellsOf, ended } from "../../testing/exports.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const items = (...names: readonly string[]) =>
  names.map((name, at) => ({ label_name: name, label_value: String(at + 1) }));
const kind = (names: readonly string[]): FormField => ({
  ...{ type: "select", name: "kind", label: "类别", query: true },
  items: items(...names),
});
const tags: FormField = { type: "checkbox", name: "tags", label: "标签", items: items("甲", "乙", "丙") };
const ask = (person: Person, formId: string, more: object = {}) =>
  person.call(formChartApi.options, { body: { formId, ...more } });
const counts = (fields: Awaited<ReturnType<typeof ask>>["fields"]) =>
  Object.fromEntries(
    fields.map(({ name, answered, options }) => [name, [answered, ...options.map((one) => [one.label, one.count])]]),
  );

test("F93 each option with how often it was chosen, several of a record each; what is offered no more stands behind", async () => {
  const { administrator, agent } = office;
  const formId = await addForm(administrator, [input("a", "甲"), kind(["咨询", "投诉", "建议"]), tags]);
  for (const values of [
    { a: "1", kind: "1", tags: ["1", "3"] },
    { a: "2", kind: "1", tags: ["1"] },
    { a: "3", kind: "3" },
    { a: "4", tags: ["2"] },
    { a: "5" },
  ])
    await addRecord(administrator, formId, values as never);
  await addRecord(agent, formId, { a: "6", kind: "2" });
  const all = await ask(administrator, formId);
  expect(all.total).toBe(6);
  expect(all.fields.map(({ name, label, type }) => [name, label, type])).toEqual([
    ["kind", "类别", "select"],
    ["tags", "标签", "checkbox"],
  ]);
  expect(counts(all.fields)).toEqual({
    kind: [4, ["咨询", 2], ["投诉", 1], ["建议", 1]],
    tags: [3, ["甲", 2], ["乙", 1], ["丙", 1]],
  });
  // The list's questions, and one's own scope.
  const asked = { fields: ["kind"], filters: [{ name: "kind", op: "anyOf", value: ["1"] }] };
  const first = await ask(administrator, formId, asked);
  expect([first.total, counts(first.fields)]).toEqual([2, { kind: [2, ["咨询", 2], ["投诉", 0], ["建议", 0]] }]);
  const own = await ask(agent, formId, { fields: ["kind"] });
  expect([own.total, counts(own.fields)]).toEqual([1, { kind: [1, ["咨询", 0], ["投诉", 1], ["建议", 0]] }]);

  await administrator.call(customerFormConfApi.update, {
    body: { id: formId, name: "少一项", fields: [input("a", "甲"), kind(["咨询", "投诉"]), tags] },
  });
  const later = await ask(administrator, formId, { fields: ["kind"] });
  expect(counts(later.fields)["kind"]).toEqual([4, ["咨询", 2], ["投诉", 1], ["3", 1]]);

  const { id } = await administrator.call(formChartApi.exportOptions, { body: { formId, fields: ["tags"] } });
  await ended(administrator, id, "done");
  const { bytes } = await administrator.file(fileDownloadApi.down, { query: { id } });
  expect(await cellsOf(bytes)).toEqual([
    ["字段", "选项", "数量", "占比"],
    ["标签", "甲", 2, "66.67%"],
    ["标签", "乙", 1, "33.33%"],
    ["标签", "丙", 1, "33.33%"],
  ]);
});

test("F93 of a cascade the first level counts, by the name that it had", async () => {
  const { administrator } = office;
  const field: FormField = { type: "cascading select", name: "area", label: "地区", cascadeCount: 2 };
  const formId = await addForm(administrator, [input("a", "甲"), field]);
  const area = (...names: readonly string[]) => ({ ids: names.map((name) => `id-${name}`), labels: names });
  const { id } = await addRecord(administrator, formId, { a: "1" });
  for (const [at, value] of [area("广东", "广州"), area("广东", "深圳"), area("广西", "南宁")].entries())
    await office.ports.database.tenant("100001", (trx) =>
      trx
        .insertInto("form_record")
        .values({
          ...{ compId: "100001", formId, id: `${id}${at}`, formVersion: 1, version: 1, source: "manual" },
          ...{ values: JSON.stringify({ area: value }), createdAt: new Date(at), updatedAt: new Date(at) },
        })
        .execute(),
    );
  const { total, fields } = await ask(administrator, formId);
  expect([total, counts(fields)]).toEqual([4, { area: [3, ["广东", 2], ["广西", 1]] }]);
});

test("F93 fields without options, of no form, and those that the own role does not see are refused by name", async () => {
  const { administrator, agent } = office;
  const formId = await addForm(administrator, [input("a", "甲"), kind(["咨询"]), tags]);
  await addRecord(agent, formId, { kind: "1", tags: ["1"] } as never);
  expect(await refused(ask(agent, formId, { fields: ["kind", "a"] }))).toMatchObject({
    fields: [{ path: "fields[1]", label: "甲", message: "“甲”没有选项，不能统计" }],
  });
  expect(await refused(ask(agent, formId, { fields: ["none"] }))).toMatchObject({ fields: [{ path: "fields[0]" }] });
  const { roleId } = await office.ports.database.system((trx) =>
    trx
      .selectFrom("account")
      .select("roleId")
      .where("compId", "=", "100001")
      .where("agentId", "=", "1001")
      .executeTakeFirstOrThrow(),
  );
  await administrator.call(customerFormConfApi.saveRoleFields, {
    body: { id: formId, roleId: roleId!, fields: { kind: { hidden: true } } },
  });
  expect(Object.keys(counts((await ask(agent, formId)).fields))).toEqual(["tags"]);
  for (const call of [formChartApi.options, formChartApi.exportOptions])
    expect(await refused(agent.call(call, { body: { formId, fields: ["kind"] } }))).toMatchObject({
      fields: [{ path: "fields[0]", message: "表单没有字段“kind”" }],
    });
  expect(await refused(ask(agent, "none"))).toMatchObject({ code: 404 });
});
