/** What finds a record goes with it, whichever way it goes: no foreign key sees to it (migration 148). */
import { openOffice, type Office } from "../../testing/office.ts";
import { addForm, addRecord, input } from "./testing/forms.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

const termsOf = async (formId: string): Promise<string[]> =>
  (
    await office.ports.database.system((trx) =>
      trx.selectFrom("form_term").select("recordId").distinct().where("formId", "=", formId).execute(),
    )
  ).map(({ recordId }) => recordId);

async function twoRecords() {
  const formId = await addForm(office.administrator, [input("title", "标题", { query: true })]);
  const [first, second] = [
    (await addRecord(office.administrator, formId, { title: "苹果手机" })).id,
    (await addRecord(office.administrator, formId, { title: "苹果电脑" })).id,
  ];
  expect((await termsOf(formId)).sort()).toEqual([first, second].sort());
  return { formId, first, second };
}

test("with the record itself, in its enterprise; another's stays", async () => {
  const { formId, first, second } = await twoRecords();
  await office.ports.database.tenant("100001", (trx) =>
    trx.deleteFrom("form_record").where("id", "=", first).execute(),
  );
  expect(await termsOf(formId)).toEqual([second]);
});

test("with its form, by an enterprise and by the installation", async () => {
  const { formId } = await twoRecords();
  await office.ports.database.tenant("100001", (trx) =>
    trx.deleteFrom("form_definition").where("id", "=", formId).execute(),
  );
  expect(await termsOf(formId)).toEqual([]);
  const other = await twoRecords();
  await office.ports.database.system((trx) =>
    trx.deleteFrom("form_definition").where("id", "=", other.formId).execute(),
  );
  expect(await termsOf(other.formId)).toEqual([]);
});
