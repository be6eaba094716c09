/** F60 A database made with the tables of contacts as they were: nothing of them is lost, up and down again. */
import { contacterConfApi, contacterDataApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import { sql } from "kysely";
import { indexed } from "../modules/forms/testing/forms.ts";
import { openOffice, refused, type Office } from "../testing/office.ts";
import { migrationNames } from "./index.ts";

const [first, second, none] = ["100001", "200002", "300003"];
const steps = migrationNames.length - migrationNames.indexOf("094-contact-forms");
const page = { pageNo: 1, pageSize: 50 };
let office: Office;

interface Conf {
  readonly compId?: string;
  readonly id: string;
  readonly type?: string;
  readonly name: string;
  readonly label: string;
  readonly sort?: number;
  readonly query?: number;
  readonly distinct?: number;
  readonly enabled?: number;
  readonly items?: readonly object[];
}
const system = <T>(statement: ReturnType<typeof sql<T>>) =>
  office.ports.database.system(async (trx) => (await statement.execute(trx)).rows);

const conf = ({ compId = first, id, type = "input", name, label, sort = 0, ...more }: Conf) =>
  system(sql`
    insert into contacter_conf (comp_id, id, type, label, name, "require", items, max_length, list_display, query, export, import_require,
      "distinct", sort, enabled)
    values (${compId}, ${id}, ${type}, ${label}, ${name}, 0, ${JSON.stringify(more.items ?? [])}, ${type === "input" ? 40 : null}, 1,
      ${more.query ?? 0}, 1, 0, ${more.distinct ?? 0}, ${sort}, ${more.enabled ?? 1})`);

const contact = (id: string, name: string, phone: string, fields: object = {}, compId = first) =>
  system(sql`
    insert into contacter_data (comp_id, id, name, phone, company, remark, fields, created_at, updated_at, created_by)
    values (${compId}, ${id}, ${name}, ${phone}, ${id === "c1" ? "甲公司" : ""}, '', ${JSON.stringify(fields)},
      '2026-01-02T03:04:05Z', '2026-02-03T04:05:06Z', '周敏')`);

const confsNow = () =>
  system(
    sql`select comp_id, id, type, label, name, max_length, query, "distinct", sort, enabled, items from contacter_conf order by 1, 2`,
  );
const contactsNow = () =>
  system(
    sql`select comp_id, id, name, phone, company, fields, created_at, created_by from contacter_data order by 1, 2`,
  );

const choices = [
  { label_name: "普通", label_value: "1" },
  { label_name: "贵宾", label_value: "2" },
];

beforeAll(async () => {
  office = await openOffice();
  await office.ports.database.migrateDown(steps);
  for (const compId of [second, none])
    await system(sql`insert into enterprise (comp_id, name) values (${compId}, ${`企业${compId}`})`);
  await system(sql`delete from contacter_data`);
  await system(sql`delete from contacter_conf`);
  await conf({ id: "f1", name: "member", label: "会员号", sort: 3, query: 1, distinct: 1 });
  await conf({ id: "f2", name: "level", label: "等级", type: "select", sort: 1, query: 1, items: choices });
  await conf({ id: "f3", name: "hobby", label: "爱好", type: "checkbox", sort: 2, query: 1, items: choices });
  // Keys that mean something else in forms; the name that they get may be taken.
  await conf({ id: "f4", name: "version", label: "版本", sort: 4 });
  await conf({ id: "f5", name: "version_1", label: "旧版本", sort: 5 });
  await conf({ id: "f6", name: "gone", label: "停用的", sort: 6, enabled: 0 });
  // More fields to be asked by than a form has columns: nine texts beside name, phone and company.
  for (let n = 0; n < 9; n += 1) await conf({ id: `q${n}`, name: `q${n}`, label: `查询${n}`, sort: 10 + n, query: 1 });
  await contact("c1", "王女士", "13900000001", {
    member: "Ａ１",
    level: "2",
    hobby: ["1", "2"],
    version: "3.1",
    gone: "留",
  });
  await contact("c2", "李先生", "02087654321", {
    member: "A1 ",
    version_1: "2",
    stray: "没有字段的值",
    empty: "",
    none: [],
  });
  await contact("c3", "外国人", "+4420718000", { q8: "第九个" });
  await conf({ compId: second, id: "f1", name: "member", label: "会员号", query: 1, distinct: 1 });
  await contact("c1", "别家的", "13900000001", { member: "A1" }, second);
  // The name of the form is taken there.
  await system(sql`
    insert into form_definition (comp_id, id, form_type, name, popup, created_at, updated_at, updated_by)
    values (${second}, 'other', 'task', '企业联系人', '{}', now(), now(), '')`);
});
afterAll(() => office?.close());

test("F60 fields and contacts keep their ids; values, numbers and distinct values are found; the way down gives them back", async () => {
  const [confs, contacts] = [await confsNow(), await contactsNow()];
  await office.ports.database.migrate();
  expect(
    await system(sql`select comp_id, name, version from form_definition where id = 'contacter' order by 1`),
  ).toEqual([
    { compId: first, name: "企业联系人", version: 1 },
    { compId: second, name: "企业联系人2", version: 1 },
  ]);
  expect(
    await system(sql`select id, "values", owner_name, created_at, updated_at from form_record
      where form_id = 'contacter' and comp_id = ${first} order by id`),
  ).toEqual([
    {
      ...{ id: "c1", ownerName: "周敏", createdAt: new Date("2026-01-02T03:04:05Z") },
      ...{ updatedAt: new Date("2026-02-03T04:05:06Z") },
      values: {
        ...{ name: "王女士", phone: "13900000001", company: "甲公司" },
        ...{ member: "Ａ１", level: "2", hobby: ["1", "2"], version_2: "3.1", gone: "留" },
      },
    },
    expect.objectContaining({
      id: "c2",
      values: { name: "李先生", phone: "02087654321", member: "A1 ", version_1: "2", stray: "没有字段的值" },
    }),
    expect.objectContaining({ id: "c3", values: { name: "外国人", phone: "+4420718000", q8: "第九个" } }),
  ]);
  expect(
    await system(sql`select comp_id, number, record_id from record_phone where record_id like 'c_' order by 1, 3`),
  ).toEqual([
    { compId: first, number: "13900000001", recordId: "c1" },
    { compId: first, number: "02087654321", recordId: "c2" },
    { compId: first, number: "4420718000", recordId: "c3" },
    { compId: second, number: "13900000001", recordId: "c1" },
  ]);
  // Equal but for their width and blanks: two hold it.
  expect(
    await system(sql`select comp_id, value, holders from form_unique
      where form_id = 'contacter' and field = 'member' order by 1, 2`),
  ).toEqual([
    { compId: first, value: "A1", holders: 2 },
    { compId: second, value: "A1", holders: 1 },
  ]);
  await office.ports.database.migrateDown(steps);
  // Of what became otherwise: the key that forms do not take, and the query mark that there is no column for.
  const moved = (confs as { compId: string; id: string; name: string; query: number }[]).map((row) => ({
    ...row,
    ...(row.compId === first && row.id === "f4" && { name: "version_2" }),
    ...(row.compId === first && ["q7", "q8"].includes(row.id) && { query: 0 }),
  }));
  expect(await confsNow()).toEqual(moved);
  const { version: _, ...kept } = (contacts as { fields: Record<string, unknown> }[])[0]!.fields;
  expect(await contactsNow()).toEqual(
    (contacts as { compId: string; id: string; fields: object }[]).map((row) => ({
      ...row,
      ...(row.compId === first && row.id === "c1" && { fields: { ...kept, version_2: "3.1" } }),
      ...(row.id === "c2" && { fields: { member: "A1 ", version_1: "2", stray: "没有字段的值" } }),
    })),
  );
  await office.ports.database.migrate();
});

test("F60 what was moved is listed, found by every mark once it is filled in, and saved as before", async () => {
  const { administrator } = office;
  const confs = (await administrator.call(contacterConfApi.list, { body: page })).list;
  expect(confs.slice(0, 6).map(({ id, name, sort, enabled }) => [id, name, sort, enabled])).toEqual([
    ["f2", "level", 1, 1],
    ["f3", "hobby", 2, 1],
    ["f1", "member", 3, 1],
    ["f4", "version_2", 4, 1],
    ["f5", "version_1", 5, 1],
    ["f6", "gone", 6, 0],
  ]);
  expect(confs.find(({ name }) => name === "member")).toMatchObject({ maxLength: 40, distinct: 1, query: 1 });
  expect((await administrator.call(contacterDataApi.list, { body: page })).list).toHaveLength(3);
  // A change of the fields wakes the job that fills in what lists find by; a start does, too.
  const { items, ...level } = confs[0]!;
  await administrator.call(contacterConfApi.update, {
    body: { ...level, items, maxLength: undefined, label: "客户等级" },
  });
  await indexed(office);
  for (const [filters, id] of [
    [{ name: "王" }, "c1"],
    [{ name: "王女士" }, "c1"],
    [{ phone: "8765" }, "c2"],
    [{ keyword: "贵宾" }, "c1"],
    [{ keyword: "甲公" }, "c1"],
  ] as const)
    expect((await administrator.call(contacterDataApi.list, { body: { ...page, ...filters } })).list).toMatchObject([
      { id },
    ]);
  // Both that have it may be saved again; a third is refused.
  await administrator.call(contacterDataApi.update, { body: { id: "c2", name: "李先生二", fields: { member: "A1" } } });
  const add = (body: { name: string; phone: string; fields?: { member: string } }) =>
    refused(administrator.call(contacterDataApi.add, { body }));
  expect(await add({ name: "三", phone: "13900000009", fields: { member: "A1" } })).toMatchObject({
    msg: "会员号已存在",
  });
  expect(await add({ name: "四", phone: "13900000001" })).toMatchObject({ msg: "电话已存在" });
  const { list } = await administrator.call(customerFormDataApi.list, { body: { formId: "contacter", ...page } });
  expect(list.find(({ id }) => id === "c1")?.values).toMatchObject({ gone: "留", version_2: "3.1" });
});
