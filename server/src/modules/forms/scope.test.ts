import { businessPurviewApi } from "@liantai/api/contract/admin";
import { customerFormDataApi, formDataApi } from "@liantai/api/contract/workorder";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

const compId = "100001";
let office: Office;
let form: string;
/** owner, group and letter of each record, as this test made them. */
const truth: { readonly owner: string; readonly group: string | null; readonly letter: string }[] = [];
const accounts = new Map<string, string>();
const idOf = (n: number): string => `r${String(n).padStart(6, "0")}`;

beforeAll(async () => {
  office = await openOffice();
  form = await addForm(office.administrator, [input("letter", "字母", { query: true })]);
  await office.ports.database.tenant(compId, async (trx) => {
    const group = (id: string, parentId: string | null) =>
      trx.insertInto("agent_group").values({ compId, id, parentId, name: id }).execute();
    await group("top", null);
    await group("below", "top");
    await group("deep", "below");
    await group("beside", null);
    await trx.updateTable("seat").set({ groupId: "top" }).where("agentId", "=", "1005").execute();
    for (const { id, agentId } of await trx.selectFrom("account").select(["id", "agentId"]).execute())
      if (agentId) accounts.set(agentId, id);
    const owners = ["1001", "1002", "1005"];
    const groups = ["top", "below", "deep", "beside", null];
    const letters = ["aa", "bb", "cc"];
    for (let n = 0; n < 10_000; n += 1)
      truth.push({
        owner: accounts.get(owners[(n * 7) % 3]!)!,
        group: groups[(n * 11) % 5]!,
        letter: letters[(n * 13 + (n >> 4)) % 3]!,
      });
    for (let from = 0; from < truth.length; from += 1_000)
      await trx
        .insertInto("form_record")
        .values(
          truth.slice(from, from + 1_000).map(({ owner, group: groupId, letter }, at) => ({
            ...{ compId, formId: form, id: idOf(from + at), formVersion: 1, version: 1, source: "manual" },
            ...{ values: JSON.stringify({ letter }), ownerId: owner, groupId, t1: letter },
            ...{ createdAt: new Date(from + at), updatedAt: new Date(from + at) },
          })),
        )
        .execute();
  });
});
afterAll(() => office?.close());

const counts = async (person: Person) => ({
  all: (await listRecords(person, form, { exact: 1, pageSize: 10 })).total,
  letter: (
    await listRecords(person, form, {
      ...{ exact: 1, pageSize: 10 },
      filters: [{ name: "letter", op: "equals", value: "bb" }],
    })
  ).total,
});
const computed = (sees: (one: (typeof truth)[number]) => boolean) => ({
  all: truth.filter(sees).length,
  letter: truth.filter((one) => sees(one) && one.letter === "bb").length,
});
const mineOf = (agentId: string) => (one: (typeof truth)[number]) => one.owner === accounts.get(agentId);

test("F41 over 10,000 records an agent counts the own, a monitor those of the groups below, an administrator all", async () => {
  expect(await counts(office.administrator)).toEqual(computed(() => true));
  expect(await counts(office.agent)).toEqual(computed(mineOf("1001")));
  const tree = ["top", "below", "deep"];
  expect(await counts(office.monitor)).toEqual(
    computed((one) => mineOf("1005")(one) || (one.group !== null && tree.includes(one.group))),
  );
});

test("F41 what is outside is not there: by id, by change, by deletion", async () => {
  const others = truth.findIndex((one) => !mineOf("1001")(one));
  const [own] = [truth.findIndex(mineOf("1001"))];
  const { agent, monitor } = office;
  const api = customerFormDataApi;
  const id = idOf(others);
  expect((await agent.call(api.findById, { body: { id: idOf(own) } })).id).toBe(idOf(own));
  expect(await refused(agent.call(api.findById, { body: { id } }))).toMatchObject({ code: 404 });
  expect(await refused(agent.call(formDataApi.find, { body: { id } }))).toMatchObject({ code: 404 });
  expect(await refused(agent.call(api.update, { body: { id, version: 1, values: { letter: "x" } } }))).toMatchObject({
    code: 404,
  });
  const beside = truth.findIndex((one) => one.group === "beside" && !mineOf("1005")(one));
  expect(await refused(monitor.call(api.delete, { body: { ids: [idOf(beside)] } }))).toMatchObject({ code: 404 });
});

test("F41 the widest right of the role counts; without any nobody sees a record", async () => {
  const role = await office.ports.database.system((trx) =>
    trx
      .selectFrom("role")
      .select("id")
      .where("compId", "=", compId)
      .where("roleType", "=", 2)
      .executeTakeFirstOrThrow(),
  );
  const grant = (items: { key: "dataAll" | "dataOwn"; value: 0 | 1 }[]) =>
    office.operator.call(businessPurviewApi.addOrUpdateBatch, { body: { compId, roleId: role.id, items } });
  await grant([{ key: "dataAll", value: 1 }]);
  expect((await counts(office.agent)).all).toBe(10_000);
  await grant([
    { key: "dataAll", value: 0 },
    { key: "dataOwn", value: 0 },
  ]);
  expect(await refused(listRecords(office.agent, form))).toMatchObject({ status: 403 });
  await grant([{ key: "dataOwn", value: 1 }]);
  expect(await counts(office.agent)).toEqual(computed(mineOf("1001")));
});

test("F43 a list counts to 10,000, says how much more there is only when asked, and goes on by keyset", async () => {
  const { administrator } = office;
  await addRecord(administrator, form, { letter: "zz" });
  await addRecord(administrator, form, { letter: "zz" });
  const first = await listRecords(administrator, form, { pageSize: 200 });
  expect(first).toMatchObject({ total: 10_000, more: true, totalText: "10000+" });
  expect(await listRecords(administrator, form, { exact: 1, pageSize: 10 })).toMatchObject({
    ...{ total: 10_002, more: false, totalText: "10002" },
  });
  expect(await refused(listRecords(administrator, form, { pageNo: 501 }))).toMatchObject({
    fields: [{ path: "pageNo" }],
  });
  expect(await refused(listRecords(administrator, form, { pageSize: 201 }))).toMatchObject({
    fields: [{ path: "pageSize" }],
  });
  const seen = new Set(first.list.map(({ id }) => id));
  let { next } = first;
  while (next !== "") {
    const page = await listRecords(administrator, form, { pageSize: 200, after: next });
    for (const { id } of page.list) seen.add(id);
    ({ next } = page);
  }
  expect(seen.size).toBe(10_002);
  const oldest = await listRecords(administrator, form, { pageSize: 10, sortBy: "createTime", sortOrder: "asc" });
  expect(oldest.list.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => idOf(n)));
  for (const after of ["x", "e30", Buffer.from('["1",2]').toString("base64url")])
    expect(await refused(listRecords(administrator, form, { after }))).toMatchObject({ fields: [{ path: "after" }] });
});
