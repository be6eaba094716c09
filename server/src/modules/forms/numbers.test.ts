/** F71: several numbers of a customer. */
import { customerFormDataApi, formDataApi, recordNumberApi as api } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

const compId = "100001";
let office: Office;
let formId: string;
beforeAll(async () => {
  office = await openOffice();
  formId = await addForm(office.administrator, [
    input("customerName", "客户姓名", { query: true }),
    input("phone", "电话号码", { query: true, distinct: true, ext: { content: "phone", mask: "phone" } }),
  ]);
}, 60_000);
afterAll(() => office?.close());

const find = (id: string, person: Person = office.administrator) => person.call(formDataApi.find, { body: { id } });
const addNumber = (id: string, number: string, note = "", person: Person = office.agent) =>
  person.call(api.add, { body: { id, number, note } });
const whose = async (phone: string, person: Person = office.administrator) =>
  (await person.call(customerFormDataApi.queryByNoAuth, { body: { phone, formType: "customer" } })).list.map(
    ({ id }) => id,
  );

test("F71 a customer is found by each of its numbers, in popups and in the list, and by none that was taken away", async () => {
  const { id } = await addRecord(office.agent, formId, { customerName: "多号", phone: "13800001111" });
  const { id: home } = await addNumber(id, "02088886666", "家里");
  await addNumber(id, "13900002222");
  for (const number of ["13800001111", "02088886666", "13900002222"]) {
    expect(await whose(number)).toEqual([id]);
    expect((await listRecords(office.administrator, formId, { phone: number })).total).toBe(1);
  }
  const { record, changes } = await find(id);
  expect(record.version).toBe(1);
  expect(record.phones?.map(({ number, note }) => [number, note])).toEqual([
    ["02088886666", "家里"],
    ["13900002222", ""],
  ]);
  expect(changes[0]).toMatchObject({ action: "修改号码", fields: [{ label: "其他号码" }] });
  expect(changes[0]?.fields?.[0]).toMatchObject({
    before: "02088886666（家里）",
    after: "02088886666（家里）、13900002222",
  });
  for (const number of ["13800001111", "02088886666"])
    expect(await refused(addNumber(id, number))).toMatchObject({
      fields: [{ path: "number", message: "该号码已是此数据的号码" }],
    });
  // A change of other values, the recycle bin and the way back leave them.
  await office.agent.call(customerFormDataApi.update, {
    body: { id, version: 1, values: { customerName: "多号客户" } },
  });
  expect(await whose("02088886666")).toEqual([id]);
  await office.administrator.call(customerFormDataApi.delete, { body: { ids: [id] } });
  expect(await whose("02088886666")).toEqual([]);
  await office.administrator.call(customerFormDataApi.restore, { body: { ids: [id] } });
  expect(await whose("02088886666")).toEqual([id]);
  await office.agent.call(api.delete, { body: { id, numberId: home } });
  expect(await whose("02088886666")).toEqual([]);
  expect(await whose("13900002222")).toEqual([id]);
});

test("F71 one is made the main one: what the field held stays beside it, a stale version is told so", async () => {
  const { id } = await addRecord(office.agent, formId, { customerName: "换号", phone: "13800003333" });
  const { id: numberId } = await addNumber(id, "13800004444", "新");
  const main = (version: number, of = numberId) => office.agent.call(api.main, { body: { id, version, numberId: of } });
  expect(await main(1)).toMatchObject({ version: 2 });
  const { record } = await find(id);
  expect(record.values["phone"]).toBe("13800004444");
  expect(record.phones?.map(({ number }) => number)).toEqual(["13800003333"]);
  for (const number of ["13800003333", "13800004444"]) expect(await whose(number)).toEqual([id]);
  expect(await refused(main(1, record.phones![0]!.id))).toMatchObject({ code: 409 });
  expect(await refused(main(2))).toMatchObject({ code: 404 });
  // The field is distinct: what another has as its main number cannot become this one's.
  await addRecord(office.agent, formId, { customerName: "别人", phone: "13800005555" });
  const { id: taken } = await addNumber(id, "13800005555");
  expect(await refused(main(2, taken))).toMatchObject({
    fields: [{ path: "values.phone", message: "电话号码已存在" }],
  });
  // What is typed into the field stands beside it no more.
  await office.agent.call(customerFormDataApi.update, { body: { id, version: 2, values: { phone: "13800003333" } } });
  expect((await find(id)).record.phones?.map(({ number }) => number)).toEqual(["13800005555"]);
});

test("F71 for whom numbers are hidden each is masked, and dialled by a reference of its own", async () => {
  const { agent, administrator, ports } = office;
  const { id } = await addRecord(agent, formId, { customerName: "遮住", phone: "13800006666" });
  const { id: numberId } = await addNumber(id, "13800007777", "公司");
  await ports.database.system((trx) =>
    trx.updateTable("enterprise").set({ hiddenGlobalPhone: 1 }).where("compId", "=", compId).execute(),
  );
  const again = await office.signIn({ code: compId, roleType: 2, account: "1001" });
  const seen = await find(id, again);
  expect(JSON.stringify(seen)).not.toMatch(/1380000(6666|7777)/);
  expect(seen.record.phones).toEqual([{ id: numberId, number: "138****7777", note: "公司" }]);
  expect(seen.dial).toMatchObject([
    { field: "phone", number: "138****6666" },
    { field: "", numberId, label: "公司", number: "138****7777" },
  ]);
  expect(seen.dial[0]!.ref).not.toBe(seen.dial[1]!.ref);
  expect(JSON.stringify(await listRecords(again, formId))).not.toMatch(/1380000(6666|7777)/);
  expect(await again.call(api.main, { body: { id, version: 1, numberId } })).toMatchObject({ version: 2 });
  expect((await find(id, administrator)).record.values["phone"]).toBe("13800007777");
});
