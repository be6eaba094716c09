/** F73: what is probably the same. */
import { customerFormDataApi, recordDuplicateApi as api, recordNumberApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { groupsOf, normalisedName, scoreOf } from "./duplicates/scoring.ts";
import { addForm, addRecord, input, until } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(() => office?.close());

const newForm = () =>
  addForm(office.administrator, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话号码", { query: true, ext: { content: "phone", mask: "phone" } }),
    input("idCard", "证件号", { query: true }),
    input("remark", "备注"),
  ]);
const rules = [
  { kind: "number", weight: 60 },
  { kind: "name", field: "customerName", weight: 40 },
  { kind: "field", field: "idCard", weight: 70 },
] as const;
const set = (formId: string, mode: "warn" | "refuse" | "off", threshold = 60, person: Person = office.administrator) =>
  person.call(api.saveSetting, { body: { formId, mode, threshold, rules: [...rules] } });
const add = (person: Person, formId: string, values: object, acceptDuplicates?: number) =>
  person.call(customerFormDataApi.add, {
    body: { formId, values: values as never, ...(acceptDuplicates && { acceptDuplicates }) },
  });
interface Told {
  readonly mode: string;
  readonly duplicates: readonly { id: string; title: string; mayOpen: boolean; score: number; reasons: object[] }[];
}
const told = async (call: Promise<unknown>) => {
  const refusal = await refused(call);
  return { code: refusal.code, ...(refusal.data as Told) };
};

test("F73 names are the same without width, case, blanks and forms of address", () => {
  for (const [text, name] of [
    ["王 晓明 先生", "王晓明"],
    ["王晓明女士", "王晓明"],
    [" Ｌｉ　Ming ", "liming"],
    ["先生", "先生"],
    ["小姐姐", "小姐姐"],
  ] as const)
    expect([text, normalisedName(text)]).toEqual([text, name]);
});

test("F73 weights add up to 100 at most; what hangs together by pairs of enough weight is one group", () => {
  expect(scoreOf([{ weight: 60 }, { weight: 40 }, { weight: 70 }])).toBe(100);
  const buckets = [
    { rule: 0, ids: ["a", "b"] },
    { rule: 1, ids: ["a", "b", "c"] },
    { rule: 0, ids: ["b", "d"] },
    { rule: 1, ids: ["e", "f"] },
  ];
  expect(groupsOf(buckets, [60, 40], 60)).toEqual([{ ids: ["a", "b", "d"], score: 100, rules: [0, 1] }]);
});

test("F73 a probable duplicate is told with score and reasons before it is saved, and saved where that is allowed", async () => {
  const { agent, administrator } = office;
  const formId = await newForm();
  await set(formId, "warn");
  const first = await add(agent, formId, { customerName: "王晓明", phone: "13800001111", idCard: "X1" });
  // The name alone is not enough.
  await add(agent, formId, { customerName: "王晓明" });
  const typed = { customerName: "王晓明先生", phone: "13800001111" };
  const shown = await agent.call(api.check, { body: { formId, values: typed } });
  expect(shown).toMatchObject({ mode: "warn", list: [{ id: first.id, title: "王晓明", score: 100, mayOpen: true }] });
  const refusal = await told(add(agent, formId, typed));
  expect(refusal).toMatchObject({
    ...{ code: 409, mode: "warn" },
    duplicates: [
      {
        ...{ id: first.id, score: 100 },
        reasons: [
          { label: "电话号码相同", weight: 60 },
          { label: "客户姓名相同", weight: 40 },
        ],
      },
    ],
  });
  const second = await add(agent, formId, typed, 1);
  // What it is the same in already is no news; what becomes the same is.
  const change = (values: object, version: number) =>
    agent.call(customerFormDataApi.update, { body: { id: second.id, version, values: values as never } });
  await change({ remark: "改备注" }, 1);
  expect(await told(change({ idCard: "X1" }, 2))).toMatchObject({ mode: "warn", duplicates: [{ id: first.id }] });
  expect((await administrator.call(customerFormDataApi.findById, { body: { id: second.id } })).version).toBe(2);
});

test("F73 where the rule refuses nothing saves it; outside the data scope it is told without its title", async () => {
  const { agent, administrator } = office;
  const formId = await newForm();
  await set(formId, "refuse");
  const { id } = await add(administrator, formId, { customerName: "赵二", phone: "13800002222" });
  await administrator.call(recordNumberApi.add, { body: { id, number: "02088886666" } });
  const refusal = await told(add(agent, formId, { customerName: "别名", phone: "02088886666" }, 1));
  expect(refusal).toMatchObject({
    ...{ code: 409, mode: "refuse" },
    duplicates: [{ id, title: "", mayOpen: false, score: 60, reasons: [{ label: "电话号码相同" }] }],
  });
  expect(JSON.stringify(refusal)).not.toContain("赵二");
  await add(agent, formId, { customerName: "别名", phone: "13800003333" });
});

test("F73 of two who save the same at once one is told of the other", async () => {
  const formId = await newForm();
  await set(formId, "refuse");
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () => add(office.agent, formId, { customerName: "同时", phone: "13800004444" })),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("F73 rules name text fields that can be queried, and who may sets them", async () => {
  const formId = await newForm();
  expect(await refused(set(formId, "warn", 60, office.agent))).toMatchObject({ code: 403 });
  const wrong = [{ kind: "field" as const, field: "remark", weight: 50 }];
  const save = (body: object) =>
    office.administrator.call(api.saveSetting, { body: { formId, mode: "warn", threshold: 60, rules: [], ...body } });
  expect(await refused(save({ rules: wrong }))).toMatchObject({
    fields: [{ path: "rules[0].field", message: "请选择可查询的文本字段" }],
  });
  expect(await refused(save({}))).toMatchObject({ fields: [{ path: "rules", message: "请至少添加一条规则" }] });
  await set(formId, "warn");
  expect(await office.agent.call(api.setting, { body: { formId } })).toEqual({
    ...{ mode: "warn", threshold: 60, rules, mayChange: false, mayMerge: false },
    fields: [
      { name: "customerName", label: "客户姓名" },
      { name: "phone", label: "电话号码" },
      { name: "idCard", label: "证件号" },
    ],
  });
});

test("F73 a job finds the groups among all records; what somebody said is none stays out of later ones", async () => {
  const { administrator, agent } = office;
  const formId = await newForm();
  const ids: string[] = [];
  for (const [customerName, phone] of [
    ["钱一", "13800005551"],
    ["钱一女士", "13800005551"],
    ["孙 二", "13800005552"],
    ["孙二先生", "13800005553"],
    ["李三", "13800005554"],
    ["李三", "13800005554"],
  ])
    ids.push((await add(agent, formId, { customerName, phone })).id);
  expect(await refused(administrator.call(api.scan, { body: { formId } }))).toMatchObject({ msg: "请先设置查重规则" });
  await set(formId, "warn");
  const groups = () => administrator.call(api.groups, { body: { formId } });
  const scanned = async () => {
    await administrator.call(api.scan, { body: { formId } });
    await until(office, async () => !(await groups()).running);
    return groups();
  };
  const found = await scanned();
  expect(found.list.map(({ score, records }) => [score, records.map(({ id }) => id).sort()]).sort()).toEqual(
    [
      [100, [ids[0], ids[1]].sort()],
      [100, [ids[4], ids[5]].sort()],
    ].sort(),
  );
  expect(found.list[0]?.reasons).toEqual(["电话号码相同", "客户姓名相同"]);
  expect(found.scannedTime).not.toBe("");
  expect(await refused(agent.call(api.groups, { body: { formId } }))).toMatchObject({ code: 403 });
  await administrator.call(api.ignore, { body: { id: found.list[0]!.id } });
  expect((await scanned()).list).toHaveLength(1);
  // A lower threshold finds the same name alone, too.
  await set(formId, "warn", 40);
  expect((await scanned()).list.map(({ score }) => score)).toEqual([100, 40]);
  await addRecord(agent, formId, { customerName: "与众不同", phone: "13800005559" });
});
