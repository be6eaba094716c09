/** F52: who sees no numbers never saves a mask. */
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
let formId: string;
beforeAll(async () => {
  office = await openOffice();
  const cell = (name: string, label: string, more = {}) => input(name, label, more);
  formId = await addForm(office.administrator, [
    input("customerName", "姓名"),
    input("phone", "电话", { ext: { content: "phone", mask: "phone" } }),
    { type: "textarea", name: "remark", label: "备注" },
    {
      ...{ type: "rows", name: "people", label: "联系人" },
      ext: {
        rows: {
          fields: [cell("who", "称呼"), cell("tel", "号码", { ext: { content: "phone", mask: "phone" } })],
        },
      },
    },
  ]);
}, 60_000);
afterAll(() => office?.close());

const people = [
  { who: "妻子", tel: "13900000001" },
  { who: "儿子", tel: "13900000002" },
];
const stored = { customerName: "王", phone: "13812345678", remark: "白天打13812345678，晚上打057187654321", people };
const api = customerFormDataApi;

async function changed(values: Readonly<Record<string, unknown>>, of: Readonly<Record<string, unknown>> = stored) {
  const { id } = await addRecord(office.agent, formId, of);
  const shown = (await office.agent.call(api.findById, { body: { id } })).values;
  const save = office.agent.call(api.update, { body: { id, version: 1, values } });
  const after = async () => {
    await save;
    return (await office.administrator.call(api.findById, { body: { id } })).values;
  };
  return { shown, save, after };
}

test("F52 text around a mask is changed, the number behind it stays whole", async () => {
  const { shown, after } = await changed({ remark: "白天打138****5678，晚上打057****4321，周末不要打" });
  expect(shown["remark"]).toBe("白天打138****5678，晚上打057****4321");
  expect(await after()).toEqual({ ...stored, remark: "白天打13812345678，晚上打057187654321，周末不要打" });
});

test("F52 one that is taken out is gone, a whole one that is typed is kept", async () => {
  const { after } = await changed({ remark: "只打138****5678和02088886666" });
  expect(await after()).toEqual({ ...stored, remark: "只打13812345678和02088886666" });
});

test("F52 a mask that was changed itself is refused by name, in texts and numbers", async () => {
  for (const [name, value] of [
    ["remark", "白天打138****5679"],
    ["phone", "138****5679"],
    ["phone", "1388****5678"],
  ] as const)
    expect(await refused((await changed({ [name]: value })).save)).toMatchObject({
      code: 400,
      fields: [{ path: `values.${name}` }],
    });
});

test("F52 a mask beside which its number would not be hidden again is refused", async () => {
  for (const remark of ["白天打x138****5678", "白天打_138****5678", "白天打138****5678a", "白天打138****5678-"])
    expect(await refused((await changed({ remark })).save)).toMatchObject({ fields: [{ path: "values.remark" }] });
});

test("F52 two numbers with one mask: nobody knows which is meant", async () => {
  const { save } = await changed({ remark: "打138****5678" }, { ...stored, remark: "13812345678或13899995678" });
  expect(await refused(save)).toMatchObject({
    fields: [{ path: "values.remark", message: "含有未完整显示的号码，请保留原样或输入完整的号码" }],
  });
});

test("F52 stars where nothing was hidden are what somebody typed", async () => {
  const { after } = await changed({ remark: "他说是138****0000" }, { ...stored, remark: "没有留号码" });
  expect(await after()).toMatchObject({ remark: "他说是138****0000" });
});

test("F52 rows of a table: moved, taken out and added ones keep their numbers", async () => {
  const { after } = await changed({
    people: [
      { who: "儿子（常用）", tel: "139****0002" },
      { who: "岳母", tel: "02088886666" },
    ],
  });
  expect(await after()).toMatchObject({
    people: [
      { who: "儿子（常用）", tel: "13900000002" },
      { who: "岳母", tel: "02088886666" },
    ],
  });
});

test("F52 a row with a mask of nobody is refused at its cell", async () => {
  const { save } = await changed({ people: [{ who: "谁", tel: "139****7777" }] });
  expect(await refused(save)).toMatchObject({ fields: [{ path: "values.people[0].tel" }] });
});
