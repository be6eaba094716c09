import { customerFormConfApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import type { RecordValues } from "@liantai/api/contract/workorder";
import { cascadeApi } from "@liantai/api/contract/admin";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { everyField } from "./testing/every-field.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

type Question = { readonly name: string; readonly op: string; readonly value: unknown };
const names = async (form: string, ...filters: Question[]) =>
  (await listRecords(office.administrator, form, { filters })).list.map(({ values }) => values["title"]).sort();

async function placeIn(parentId: string, name: string): Promise<string> {
  return (await office.administrator.call(cascadeApi.add, { body: { parentId, name } })).id;
}

test("every kind of field is asked in its way, by index alone", async () => {
  const { administrator } = office;
  const province = await placeIn("", "广东");
  const city = await placeIn(province, "广州");
  const [district, other] = [await placeIn(city, "天河"), await placeIn(city, "越秀")];
  const leaf = await placeIn(province, "东莞");
  const form = await addForm(administrator, [
    ...everyField.map((field) => ({ ...field, value: undefined }) as (typeof everyField)[number]),
    input("amount", "金额", { query: true, ext: { content: "number", min: -10, max: 1_000, precision: 2 } }),
    { type: "datepicker", name: "moment", label: "时刻", query: true, format: "HH:mm" },
  ]);
  const add = (title: string, values: RecordValues) => addRecord(administrator, form, { title, ...values });
  const path = (...ids: string[]) => ({ ids, labels: ids.map(() => "旧名") });
  await add("苹果手机维修", {
    ...{ detail: "屏幕碎裂需要更换ＡＢＣ", level: "1", kind: "2", tags: ["1", "2"], day: "2026-03-01", amount: "12.5" },
    ...{ area: path(province, city, district), moment: "09:30" },
  });
  await add("苹果电脑", {
    detail: "不开机",
    level: "2",
    tags: ["2"],
    day: "2026-03-02",
    amount: "-3",
    moment: "18:00",
  });
  await add("华为手机", { kind: "1", day: "2026-04-01", area: path(province, leaf) });
  const all = ["华为手机", "苹果手机维修", "苹果电脑"].sort();

  expect(await names(form, { name: "title", op: "contains", value: "手机" })).toEqual(
    ["华为手机", "苹果手机维修"].sort(),
  );
  expect(await names(form, { name: "title", op: "contains", value: "手机维" })).toEqual(["苹果手机维修"]);
  expect(await names(form, { name: "title", op: "contains", value: "机手" })).toEqual([]);
  expect(await names(form, { name: "title", op: "contains", value: "“苹果电脑”" })).toEqual(["苹果电脑"]);
  expect(await names(form, { name: "title", op: "equals", value: "苹果" })).toEqual([]);
  expect(await names(form, { name: "detail", op: "contains", value: "更换abc" })).toEqual(["苹果手机维修"]);
  expect(await names(form, { name: "detail", op: "equals", value: "不开机" })).toEqual(["苹果电脑"]);
  expect(await names(form, { name: "level", op: "anyOf", value: ["1", "2"] })).toHaveLength(2);
  expect(await names(form, { name: "kind", op: "anyOf", value: ["1"] })).toEqual(["华为手机"]);
  expect(await names(form, { name: "tags", op: "anyOf", value: ["1"] })).toEqual(["苹果手机维修"]);
  expect(await names(form, { name: "tags", op: "anyOf", value: ["1", "2"] })).toHaveLength(2);
  expect(
    await names(form, { name: "day", op: "between", value: { from: "2026-03-02", to: "2026-04-01" } }),
  ).toHaveLength(2);
  expect(await names(form, { name: "day", op: "between", value: { to: "2026-03-01" } })).toEqual(["苹果手机维修"]);
  expect(await names(form, { name: "amount", op: "between", value: { from: "-3", to: "12.5" } })).toHaveLength(2);
  expect(await names(form, { name: "amount", op: "between", value: { from: 0 } })).toEqual(["苹果手机维修"]);
  expect(await names(form, { name: "moment", op: "between", value: { from: "12:00" } })).toEqual(["苹果电脑"]);
  expect(await names(form, { name: "area", op: "under", value: [province] })).toHaveLength(2);
  expect(await names(form, { name: "area", op: "under", value: [province, city] })).toEqual(["苹果手机维修"]);
  expect(await names(form, { name: "area", op: "under", value: [province, city, other] })).toEqual([]);
  expect(await names(form, { name: "pictures", op: "has", value: false })).toEqual(all);
  expect(await names(form, { name: "pictures", op: "has", value: true })).toEqual([]);
  expect(
    await names(
      form,
      { name: "title", op: "contains", value: "苹果" },
      { name: "tags", op: "anyOf", value: ["2"] },
      { name: "day", op: "between", value: { from: "2026-03-02" } },
    ),
  ).toEqual(["苹果电脑"]);

  // The names of a cascade are the server's, and a branch that is no leaf is not deep enough.
  const list = await listRecords(administrator, form, {
    filters: [{ name: "area", op: "under", value: [province, city] }],
  });
  expect(list.list[0]?.values["area"]).toEqual({ ids: [province, city, district], labels: ["广东", "广州", "天河"] });
  const shallow = addRecord(administrator, form, { title: "浅", area: path(province, city) });
  expect(await refused(shallow)).toMatchObject({ fields: [{ path: "values.area" }] });
  const astray = addRecord(administrator, form, { title: "错", area: path(city, district) });
  expect(await refused(astray)).toMatchObject({ fields: [{ path: "values.area" }] });
});

test("a question that a field does not know is refused at its place", async () => {
  const { agent, administrator } = office;
  const form = await addForm(administrator, [input("a", "甲", { query: true }), input("b", "乙")]);
  const ask = (filters: unknown) => listRecords(agent, form, { filters });
  for (const filter of [
    { name: "b", op: "contains", value: "甲乙" },
    { name: "c", op: "contains", value: "甲乙" },
    { name: "a", op: "between", value: { from: 1 } },
    { name: "a", op: "contains", value: "甲" },
    { name: "a", op: "contains", value: { x: 1 } },
    { name: "a", op: "contains" },
    { name: "a", op: "nothing", value: "x" },
    { name: "constructor", op: "contains", value: "甲乙" },
  ])
    expect([filter, await refused(ask([filter]))]).toMatchObject([filter, { code: 400, fields: [{}] }]);
  for (const filters of ["x", [7], [{}], {}]) expect(await refused(ask(filters))).toMatchObject({ code: 400 });
  expect(await refused(listRecords(agent, "none"))).toMatchObject({ code: 404 });
  const { id } = await administrator.call(customerFormConfApi.add, {
    body: { name: "未发布", formType: "task", draft: 1 },
  });
  expect(await refused(listRecords(agent, id))).toMatchObject({ msg: "表单还没有发布" });
});

describe("numbers", () => {
  const phone = "13812345678";
  const card = "11010519491231002X";
  let form: string;
  let id: string;
  beforeAll(async () => {
    form = await addForm(office.administrator, [
      input("customerName", "客户姓名", { query: true, ext: { popup: true } }),
      input("phone", "电话", { query: true, ext: { popup: true } }),
      input("card", "身份证", { query: true, ext: { content: "idcard" } }),
      input("bank", "银行卡", { ext: { content: "bankcard" } }),
      { type: "textarea", name: "remark", label: "备注", query: true },
      {
        ...{ type: "rows", name: "people", label: "家人" },
        ext: { rows: { fields: [input("name", "姓名"), input("mobile", "手机", { ext: { content: "mobile" } })] } },
      },
    ]);
    const values = {
      ...{ customerName: "王一", phone, card, bank: "6222020200112233445", remark: `请拨 ${phone} 联系` },
      people: [{ name: "王二", mobile: phone }],
    };
    ({ id } = await addRecord(office.agent, form, values));
  });
  const api = customerFormDataApi;
  const see = async (person = office.agent) => (await person.call(api.findById, { body: { id } })).values;
  const found = async (filter: Question, person = office.agent) =>
    (await listRecords(person, form, { filters: [filter] })).total;

  test("F42 stand nowhere for whom they are hidden, whole for the administrator", async () => {
    const shown = await see();
    expect(shown).toEqual({
      ...{ customerName: "王一", phone: "138****5678", card: "110***********002X", bank: "***************3445" },
      ...{ remark: "请拨 138****5678 联系", people: [{ name: "王二", mobile: "138****5678" }] },
    });
    expect((await see(office.administrator))["phone"]).toBe(phone);
    const list = await listRecords(office.agent, form);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`${phone}|${card}|6222020200112233445`));
  });

  test("F42 come back masked and stay; a half mask is no number", async () => {
    const shown = await see();
    const saved = await office.agent.call(api.update, {
      body: { id, version: 1, values: { ...shown, customerName: "王三" } },
    });
    expect(saved.version).toBe(2);
    expect(await see(office.administrator)).toMatchObject({ phone, card, people: [{ name: "王二", mobile: phone }] });
    const half = office.agent.call(api.update, { body: { id, version: 2, values: { phone: "139****5678" } } });
    expect(await refused(half)).toMatchObject({ fields: [{ path: "values.phone" }] });
  });

  test("F42 are found whole only by whom they are hidden", async () => {
    const part = (name: string, value: string) => ({ name, op: "contains", value });
    expect(await found(part("phone", "1381234"))).toBe(0);
    expect(await found(part("phone", phone))).toBe(1);
    expect(await found(part("remark", "1381234"))).toBe(0);
    expect(await found(part("remark", "请拨"))).toBe(1);
    expect(await found(part("phone", "1381234"), office.administrator)).toBe(1);
    expect((await listRecords(office.agent, form, { phone: "013812345678" })).total).toBe(1);
  });

  test("F41 who calls is asked by number or call, with the popup's fields, masked, and in the log", async () => {
    const other = await office.signIn({ code: "100001", roleType: 2, account: "1002" });
    expect((await listRecords(other, form)).total).toBe(0);
    const asked = await other.call(api.queryByNoAuth, { body: { phone: "+86 138 1234 5678" } });
    expect(asked).toMatchObject({
      phone: expect.not.stringContaining(phone),
      list: [{ id, values: { customerName: "王三", phone: "138****5678" } }],
    });
    expect(Object.keys(asked.list[0]!.values)).toEqual(["customerName", "phone"]);
    expect(await other.call(api.queryByNoAuth, { body: { callId: "unknown" } })).toEqual({
      list: [],
      phone: "",
      place: "",
      ...{ variables: {}, accessNumber: "", skillGroupId: "" },
    });
    expect(await refused(other.call(api.queryByNoAuth, { body: {} }))).toMatchObject({ fields: [{ path: "phone" }] });
    const lines = await office.ports.database.tenant("100001", (trx) =>
      trx.selectFrom("operation_log").selectAll().where("action", "=", "lookup").execute(),
    );
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain(phone);
    const rest = Array.from({ length: 58 }, () => other.call(api.queryByNoAuth, { body: { callId: "x" } }));
    await Promise.all(rest);
    expect(await refused(other.call(api.queryByNoAuth, { body: { callId: "x" } }))).toMatchObject({ status: 429 });
  });

  test("F42 are shown whole by who may, with a reason, in the log; never to an account with hidden numbers", async () => {
    const reveal = (person = office.administrator) =>
      person.call(api.reveal, { body: { id, field: "card", reason: "核对身份" } });
    expect(await refused(reveal(office.agent))).toMatchObject({ status: 403 });
    expect(await reveal()).toEqual({ value: card });
    const [line] = await office.ports.database.tenant("100001", (trx) =>
      trx.selectFrom("operation_log").selectAll().where("action", "=", "reveal").execute(),
    );
    expect(line).toMatchObject({ objectId: id, after: { field: "身份证", reason: "核对身份" } });
  });
});

test("F43 totals of several questions at once are those of the records, the recycle bin apart, for every scope", async () => {
  const { administrator, agent } = office;
  const items = ["1", "2", "3"].map((value) => ({ label_name: `项${value}`, label_value: value }));
  const form = await addForm(administrator, [
    { type: "select", name: "a", label: "甲", query: true, items },
    { type: "radio", name: "b", label: "乙", query: true, items },
    input("n", "数", { query: true, ext: { content: "number" } }),
    input("t", "文", { query: true }),
  ]);
  const made: {
    readonly by: "own" | "other";
    readonly a: string;
    readonly b: string;
    readonly n: number;
    readonly t: string;
  }[] = [];
  for (let n = 0; n < 60; n += 1) {
    const one = {
      by: n % 4 === 0 ? "own" : "other",
      a: String((n % 3) + 1),
      b: String((n % 2) + 1),
      n,
      t: `文字${"甲乙丙丁戊"[n % 5]}`,
    } as const;
    const { id } = await addRecord(one.by === "own" ? agent : administrator, form, {
      a: one.a,
      b: one.b,
      n: String(n),
      t: one.t,
    });
    if (n % 7 === 0) await administrator.call(customerFormDataApi.delete, { body: { ids: [id] } });
    else made.push(one);
  }
  const a = { name: "a", op: "anyOf", value: ["1", "3"] };
  const b = { name: "b", op: "anyOf", value: ["1"] };
  const n = { name: "n", op: "between", value: { from: 10, to: 49 } };
  const t = { name: "t", op: "equals", value: "文字丙" };
  const inside = { name: "t", op: "contains", value: "字丁" };
  type Row = (typeof made)[number];
  const cases: readonly (readonly [readonly Question[], (row: Row) => boolean])[] = [
    [[a], (row) => row.a !== "2"],
    [[a, b], (row) => row.a !== "2" && row.b === "1"],
    [[b, n, a], (row) => row.a !== "2" && row.b === "1" && row.n >= 10 && row.n <= 49],
    [[n, t], (row) => row.n >= 10 && row.n <= 49 && row.t === "文字丙"],
    [[n, inside], (row) => row.n >= 10 && row.n <= 49 && row.t === "文字丁"],
    [[a, b, n, t], (row) => row.a !== "2" && row.b === "1" && row.n >= 10 && row.n <= 49 && row.t === "文字丙"],
  ];
  for (const [filters, fits] of cases)
    for (const [who, mine] of [
      [administrator, false],
      [agent, true],
    ] as const)
      for (const exact of [0, 1]) {
        const { total, list } = await listRecords(who, form, { filters, exact, pageSize: 100 });
        const right = made.filter((row) => fits(row) && (!mine || row.by === "own")).length;
        expect([filters.map(({ name }) => name), mine, total, list.length]).toEqual([
          filters.map(({ name }) => name),
          mine,
          right,
          right,
        ]);
      }
});

test("F43 a total of two questions tells texts apart whose marks in the index are the same", async () => {
  const items = (values: readonly string[]) => values.map((value) => ({ label_name: value, label_value: value }));
  const form = await addForm(office.administrator, [
    { type: "select", name: "a", label: "甲", query: true, items: items(["1", "2"]) },
    // The first 32 bits of their MD5 are the same.
    { type: "select", name: "b", label: "乙", query: true, items: items(["v16306", "v32192"]) },
  ]);
  for (const [a, b] of [
    ["1", "v16306"],
    ["1", "v32192"],
    ["1", "v32192"],
    ["2", "v32192"],
  ] as const)
    await addRecord(office.administrator, form, { a, b });
  const filters = [
    { name: "a", op: "anyOf", value: ["1"] },
    { name: "b", op: "anyOf", value: ["v32192"] },
  ];
  for (const exact of [0, 1]) expect((await listRecords(office.administrator, form, { filters, exact })).total).toBe(2);
});
