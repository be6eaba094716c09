import { businessPurviewApi } from "@liantai/api/contract/admin";
import {
  customerFormDataApi,
  formChartApi,
  formDataApi,
  recordSheetApi,
  recordViewApi,
} from "@liantai/api/contract/workorder";
import { readRows } from "../../sheets/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { findRecords } from "./records/repository.ts";
import { everything, isIn, type DataScope } from "./records/scope.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

const compId = "100001";
let office: Office;
let form: string;
/** owner, group, letter and number of each record, as this test made them. */
const truth: {
  readonly owner: string;
  readonly group: string | null;
  readonly letter: string;
  readonly phone: string;
}[] = [];
const accounts = new Map<string, string>();
const idOf = (n: number): string => `r${String(n).padStart(6, "0")}`;

beforeAll(async () => {
  office = await openOffice();
  form = await addForm(office.administrator, [
    input("letter", "字母", { query: true }),
    {
      ...{ type: "select", name: "kind", label: "类别" },
      items: ["aa", "bb", "cc"].map((letter) => ({ label_name: letter, label_value: letter })),
    },
    input("no", "序号", { ext: { popup: true } }),
    input("phone", "电话", { ext: { popup: true } }),
  ]);
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
        // Two or three records a number, of different owners.
        phone: `0208${String(n % 4_001).padStart(7, "0")}`,
      });
    for (let from = 0; from < truth.length; from += 1_000) {
      const part = truth.slice(from, from + 1_000);
      await trx
        .insertInto("form_record")
        .values(
          part.map(({ owner, group: groupId, letter, phone }, at) => ({
            ...{ compId, formId: form, id: idOf(from + at), formVersion: 1, version: 1, source: "manual" },
            ...{
              values: JSON.stringify({ letter, kind: letter, no: idOf(from + at), phone }),
              ownerId: owner,
              groupId,
              t1: letter,
            },
            ...{ createdAt: new Date(from + at), updatedAt: new Date(from + at) },
          })),
        )
        .execute();
      await trx
        .insertInto("record_phone")
        .values(part.map(({ phone }, at) => ({ compId, number: phone, recordId: idOf(from + at) })))
        .execute();
    }
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
  expect(await counts(office.monitor)).toEqual(
    computed((one) => mineOf("1005")(one) || (one.group !== null && tree.includes(one.group))),
  );
});

/** What each of the three sees. */
const tree = ["top", "below", "deep"];
const sight = (): readonly (readonly [string, Person, (one: (typeof truth)[number]) => boolean])[] => [
  ["own", office.agent, mineOf("1001")],
  ["group", office.monitor, (one) => mineOf("1005")(one) || (one.group !== null && tree.includes(one.group))],
  ["all", office.administrator, () => true],
];
const numbersOf = (sees: (one: (typeof truth)[number]) => boolean): string[] =>
  truth.flatMap((one, n) => (sees(one) ? [idOf(n)] : []));

test.each(["own", "group", "all"])(
  "E23 the records that %s gives are the same in list, export, views and statistics, one by one",
  async (kind) => {
    const [, person, sees] = sight().find(([name]) => name === kind)!;
    const bb = (one: (typeof truth)[number]) => sees(one) && one.letter === "bb";
    const listed: string[] = [];
    let next = "";
    do {
      const page = await listRecords(person, form, { pageSize: 200, ...(next !== "" && { after: next }) });
      listed.push(...page.list.map(({ id }) => id));
      ({ next } = page);
    } while (next !== "");
    expect(listed.sort()).toEqual(numbersOf(sees));

    const question = [{ name: "letter", op: "equals", value: "bb" }];
    for (const [filters, wanted] of [
      [[], sees],
      [question, bb],
    ] as const) {
      const query = { formId: form, filters: JSON.stringify(filters) };
      const { bytes } = await person.file(recordSheetApi.exportNow, { query: query as never });
      const rows: string[] = [];
      let column = -1;
      for await (const { cells } of readRows(bytes, { maxRows: 20_000, maxColumns: 50 }))
        if (column < 0) column = cells.indexOf("序号");
        else rows.push(String(cells[column]));
      expect(rows.sort()).toEqual(numbersOf(wanted));
    }

    const body = { formId: form, name: `bb ${kind}`, question: { filters: question } };
    const { id: view } = await person.call(recordViewApi.add, { body });
    const seen = await person.call(recordViewApi.counts, { body: { formId: form } });
    expect(seen.find(({ id }) => id === view)).toMatchObject({ total: numbersOf(bb).length, more: false });

    for (const [filters, wanted] of [
      [[], sees],
      [question, bb],
    ] as const) {
      const { total, fields } = await person.call(formChartApi.options, {
        body: { formId: form, filters: [...filters] },
      });
      const of = (letter: string) => truth.filter((one) => wanted(one) && one.letter === letter).length;
      expect([total, fields[0]!.options.map(({ value, count }) => [value, count])]).toEqual([
        numbersOf(wanted).length,
        ["aa", "bb", "cc"].map((letter) => [letter, of(letter)]),
      ]);
    }
  },
  120_000,
);

test("E23 who calls is answered to everybody alike, and the list by a number within the own scope", async () => {
  for (const [kind, person, sees] of sight())
    for (let n = 0; n < 4_001; n += 401) {
      const { phone } = truth[n]!;
      const of = numbersOf((one) => one.phone === phone);
      const { list } = await person.call(customerFormDataApi.queryByNoAuth, { body: { phone } });
      expect([kind, phone, list.map(({ values }) => values["no"]).sort()]).toEqual([kind, phone, of]);
      const own = await listRecords(person, form, { phone, exact: 1 });
      const inside = numbersOf((one) => one.phone === phone && sees(one));
      expect([own.total, own.list.map(({ id }) => id).sort()]).toEqual([inside.length, inside]);
    }
});

test("E23 an id of another enterprise, guessed right, leads nowhere", async () => {
  await office.ports.database.system((trx) =>
    trx.insertInto("enterprise").values({ compId: "200002", name: "乙" }).execute(),
  );
  const foreign = await office.enter("200002");
  const api = customerFormDataApi;
  const [id, ids] = [idOf(0), [idOf(0)]];
  const tries: readonly (() => Promise<unknown>)[] = [
    () => foreign.call(api.findById, { body: { id } }),
    () => foreign.call(formDataApi.find, { body: { id } }),
    () => foreign.call(api.timeline, { body: { id, pageNo: 1, pageSize: 10 } }),
    () => foreign.call(api.update, { body: { id, version: 1, values: { letter: "x" } } }),
    () => foreign.call(api.updateField, { body: { id, version: 1, fields: { letter: "x" } } }),
    () => foreign.call(api.delete, { body: { ids } }),
    () => listRecords(foreign, form),
  ];
  for (const [n, one] of tries.entries()) expect([n, await refused(one())]).toMatchObject([n, { code: 404 }]);
  expect(await foreign.call(recordViewApi.counts, { body: { formId: form } })).toEqual([]);
  const { list } = await foreign.call(api.queryByNoAuth, { body: { phone: truth[0]!.phone } });
  expect(list).toEqual([]);
  const { bytes } = await foreign.file(recordSheetApi.exportNow, { query: { formId: form } });
  expect(JSON.parse(bytes.toString())).toMatchObject({ code: 404 });
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
  // What took long to count is known for a while.
  await office.ports.clock.advance(15_000);
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

test("a record that was read lies in the scopes that find it", async () => {
  const ownerId = accounts.get("1002")!;
  const scopes: readonly DataScope[] = [
    everything,
    { kind: "own", ownerId },
    { kind: "group", ownerId, groups: [] },
    { kind: "group", ownerId, groups: ["below", "deep"] },
  ];
  const ids = Array.from({ length: 300 }, (_, n) => idOf(n));
  await office.ports.database.tenant(compId, async (trx) => {
    const all = await findRecords(trx, compId, ids, { scope: everything });
    for (const scope of scopes) {
      const found = await findRecords(trx, compId, ids, { scope });
      expect(found.length).toBeGreaterThan(0);
      expect(all.filter((row) => isIn(scope, row)).map(({ id }) => id)).toEqual(found.map(({ id }) => id));
    }
  });
});
