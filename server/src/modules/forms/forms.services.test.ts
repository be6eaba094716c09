/** Forms on PostgreSQL in two processes, where writers really run side by side: distinct values, codes, changes, publishing meanwhile. */
import { customerFormConfApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import { createSystemClock, createSystemRandom } from "../../adapters/embedded/clock/index.ts";
import { openOffice, refused, type Office } from "../../testing/office.ts";
import { openOwnDatabase, type OwnDatabase } from "../../testing/services.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

let own: OwnDatabase;
let office: Office;
let second: Office;
beforeAll(async () => {
  own = await openOwnDatabase();
  // Opened first: who signs in later is who is signed in. Its ids are its own.
  second = await openOffice({ database: own.another(), random: createSystemRandom(createSystemClock()) });
  office = await openOffice({ database: own.database });
}, 120_000);
afterAll(async () => {
  await second?.close();
  await second?.ports.database.close();
  await office?.close();
  await own?.close();
}, 60_000);

/** The same person in one process and in the other. */
const inTurn = (n: number) => (n % 2 === 0 ? office.administrator : second.person(office.administrator.token));
const settled = async (calls: readonly Promise<unknown>[]) => {
  const all = await Promise.allSettled(calls);
  const lost = all.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : []));
  return { won: all.length - lost.length, lost };
};

test("E8 of 50 parallel writers of a distinct value in two processes one wins, and 49 are refused at the field", async () => {
  const fields = [input("a", "甲", { distinct: true }), input("b", "乙", { distinct: true })];
  const forms = [await addForm(office.administrator, fields), await addForm(office.administrator, fields)] as const;
  // Each takes two keys, half of them in the other order: nobody waits for somebody who waits for him.
  const { won, lost } = await settled(
    Array.from({ length: 100 }, (_, n) =>
      addRecord(inTurn(n), forms[n < 50 ? 0 : 1], n % 3 === 0 ? { b: "同", a: "同" } : { a: "同", b: "同" }),
    ),
  );
  expect([won, lost.length]).toEqual([2, 98]);
  for (const reason of lost)
    expect((await refused(Promise.reject(reason))).fields).toMatchObject([
      { path: "values.a", message: "甲已存在" },
      { path: "values.b", message: "乙已存在" },
    ]);
  for (const id of forms) expect((await listRecords(office.administrator, id)).total).toBe(1);
}, 60_000);

test("F35 codes of two processes are one series: none twice", async () => {
  const { id } = await office.administrator.call(customerFormConfApi.add, {
    body: { name: "编号", formType: "customer" },
  });
  const saved = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      addRecord(inTurn(n), id, { customerName: "王一", phone: `0208888${1000 + n}` }),
    ),
  );
  expect(new Set(saved.map(({ code }) => code)).size).toBe(60);
}, 60_000);

test("F37 of 20 changes that saw the same version one is written, the others are told field, mine and theirs", async () => {
  const formId = await addForm(office.administrator, [input("a", "甲")]);
  const { id } = await addRecord(office.administrator, formId, { a: "旧" });
  const { won, lost } = await settled(
    Array.from({ length: 20 }, (_, n) =>
      inTurn(n).call(customerFormDataApi.update, { body: { id, version: 1, values: { a: `新${n}` } } }),
    ),
  );
  expect(won).toBe(1);
  const { values, version } = await office.administrator.call(customerFormDataApi.findById, { body: { id } });
  expect(version).toBe(2);
  for (const reason of lost)
    expect(reason).toMatchObject({ envelope: { code: 409, data: { field: "values.a", theirs: values["a"] } } });
}, 60_000);

test("F31 records that are added while the form is published anew in another process are checked by one version or the other", async () => {
  const formId = await addForm(office.administrator, [input("a", "甲")]);
  const publish = () =>
    second.person(office.administrator.token).call(customerFormConfApi.update, {
      body: { id: formId, name: "改版", fields: [input("a", "甲", { require: true }), input("b", "乙")] },
    });
  const adds = Array.from({ length: 40 }, (_, n) => addRecord(inTurn(n), formId, n % 2 === 0 ? { a: "x" } : {}));
  const [{ won, lost }] = await Promise.all([settled(adds), publish()]);
  expect(won).toBeGreaterThanOrEqual(20);
  for (const reason of lost)
    expect((await refused(Promise.reject(reason))).fields).toMatchObject([
      { path: "values.a", message: "该字段不能为空" },
    ]);
  const rows = await own.database.tenant("100001", (trx) =>
    trx.selectFrom("form_record").select(["formVersion", "values"]).where("formId", "=", formId).execute(),
  );
  expect(rows).toHaveLength(won);
  for (const { formVersion, values } of rows) expect(formVersion === 1 || values["a"] === "x").toBe(true);
}, 60_000);
