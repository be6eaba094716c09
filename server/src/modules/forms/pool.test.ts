/** F75: records without an owner. */
import { customerFormDataApi, formDataApi, recordPoolApi as api } from "@liantai/api/contract/workorder";
import { createVirtualClock } from "../../testing/index.ts";
import { openOffice, refused, type Office, type Person } from "../../testing/office.ts";
import { ownersWithin } from "./pool/owners-repository.ts";
import { PoolSweep } from "./pool/sweep.ts";
import { everything } from "./records/scope.ts";
import { addForm, addRecord, input, listRecords } from "./testing/forms.ts";

const compId = "100001";
const day = 86_400_000;
let office: Office;
let agents: readonly Person[];
beforeAll(async () => {
  office = await openOffice();
  agents = await Promise.all(
    ["1001", "1002", "1003", "1004"].map((account) => office.signIn({ code: compId, roleType: 2, account })),
  );
}, 60_000);
afterAll(() => office?.close());

const newForm = () => addForm(office.administrator, [input("customerName", "客户姓名", { query: true })]);
const set = (formId: string, more: object = {}, person: Person = office.administrator) =>
  person.call(api.saveSetting, { body: { formId, enabled: 1, claimLimit: 0, returnDays: 0, warnDays: 0, ...more } });
const claim = (person: Person, ids: readonly string[]) => person.call(api.claim, { body: { ids: [...ids] } });
const giveBack = (person: Person, ids: readonly string[]) => person.call(api.giveBack, { body: { ids: [...ids] } });
const inPool = async (person: Person, formId: string) =>
  (await listRecords(person, formId, { pool: 1 })).list.map(({ values }) => values["customerName"]).sort();
/** Of the rows: totals that took long are remembered. */
const mine = async (person: Person, formId: string) => (await listRecords(person, formId)).list.length;
const add = async (person: Person, formId: string, customerName: string) =>
  (await addRecord(person, formId, { customerName })).id;

/** Records that nobody ever had. */
async function pooled(formId: string, count: number): Promise<string[]> {
  const ids = [];
  for (let n = 0; n < count; n += 1) ids.push(await add(agents[0]!, formId, `无主${n}`));
  await giveBack(agents[0]!, ids);
  return ids;
}

test("F75 given back it is anybody's of the group to claim; its history says who had it", async () => {
  const formId = await newForm();
  const [one, two] = agents as [Person, Person];
  const id = await add(one, formId, "轮流");
  expect(await refused(giveBack(one, [id]))).toMatchObject({ msg: "该表单没有启用公海" });
  expect(await refused(set(formId, {}, one))).toMatchObject({ code: 403 });
  await set(formId);
  // Nobody gives back what is another's.
  expect(await refused(giveBack(two, [id]))).toMatchObject({ code: 404 });
  await giveBack(one, [id]);
  expect(await mine(one, formId)).toBe(0);
  expect(await inPool(two, formId)).toEqual(["轮流"]);
  expect((await two.call(formDataApi.find, { body: { id } })).record.ownerName).toBe("");
  expect(
    await refused(two.call(customerFormDataApi.update, { body: { id, version: 1, values: { customerName: "改" } } })),
  ).toMatchObject({
    code: 404,
  });
  expect(await claim(two, [id])).toEqual({ count: 1 });
  expect([await mine(one, formId), await mine(two, formId), await inPool(one, formId)]).toEqual([0, 1, []]);
  const { changes } = await two.call(formDataApi.find, { body: { id } });
  expect(changes.map(({ by, action, fields }) => [by, action, fields?.[0]?.before, fields?.[0]?.after])).toEqual([
    ["王志强", "流转", "公海", "王志强"],
    ["李晓雯", "流转", "李晓雯", "公海"],
    ["李晓雯", "新增", undefined, undefined],
  ]);
  // With the right to the pool others' are given back, too.
  await giveBack(office.administrator, [id]);
  expect(await inPool(one, formId)).toEqual(["轮流"]);
});

test("F75 of many who claim one at once one has it, and nobody gets more than the limit", async () => {
  const formId = await newForm();
  await set(formId, { claimLimit: 3 });
  const [id, ...more] = (await pooled(formId, 6)) as [string, ...string[]];
  const all = await Promise.allSettled(agents.flatMap((person) => [claim(person, [id]), claim(person, [id])]));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const owner = agents[all.findIndex(({ status }) => status === "fulfilled") >> 1]!;
  expect(await mine(owner, formId)).toBe(1);
  const late = all.find((one) => one.status === "rejected") as PromiseRejectedResult;
  expect(await refused(Promise.reject(late.reason))).toMatchObject({ msg: "已被他人领取，或已不在公海" });
  expect(await refused(claim(owner, more.slice(0, 3)))).toMatchObject({ msg: "每人最多拥有3条，您还可以领取2条" });
  // Four at once, each for one: two get through.
  const each = await Promise.allSettled(more.slice(0, 4).map((one) => claim(owner, [one])));
  expect(each.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await mine(owner, formId)).toBe(3);
  // Of several those that are there still are claimed.
  const other = agents.find((person) => person !== owner)!;
  expect(await claim(other, [id, ...more.slice(2)])).toMatchObject({ count: expect.any(Number) as number });
});

test("F75 the pool of another group is not there for who works with the own records alone", async () => {
  const formId = await newForm();
  await set(formId);
  const [mineToo, far] = (await pooled(formId, 2)) as [string, string];
  await office.ports.database.tenant(compId, (trx) =>
    trx.updateTable("form_record").set({ groupId: "elsewhere" }).where("id", "=", far).execute(),
  );
  expect(await inPool(agents[1]!, formId)).toEqual(["无主0"]);
  expect(await refused(claim(agents[1]!, [far]))).toMatchObject({ msg: "已被他人领取，或已不在公海" });
  expect(await inPool(office.administrator, formId)).toEqual(["无主0", "无主1"]);
  expect(await claim(office.administrator, [far, mineToo])).toEqual({ count: 2 });
});

test("F75 what nobody was in touch with for the days returns by itself, once, and its owner is told before", async () => {
  const formId = await newForm();
  const [one] = agents as [Person];
  const start = office.ports.clock.now();
  const [silent, called] = [await add(one, formId, "沉默"), await add(one, formId, "联系过")];
  await set(formId);
  // Old, and claimed just now: its days begin with its owner.
  const [claimed] = (await pooled(formId, 1)) as [string];
  await office.ports.database.tenant(compId, (trx) =>
    trx
      .updateTable("form_record")
      .set({ createdAt: new Date(start - 30 * day) })
      .where("id", "=", claimed)
      .execute(),
  );
  await claim(one, [claimed]);
  await office.ports.database.tenant(compId, async (trx) => {
    const link = { compId, recordId: called, kind: "call", contactId: "c1" };
    await trx
      .insertInto("customer_link")
      .values({ ...link, at: new Date(start + 4 * day) })
      .execute();
  });
  await set(formId, { returnDays: 7, warnDays: 2 });
  const clock = createVirtualClock(start);
  const sweepBoth = () => Promise.all([1, 2].map(() => new PoolSweep({ ...office.ports, clock }).sweep()));
  const told = () =>
    office.ports.database.tenant(compId, async (trx) =>
      (await trx.selectFrom("reminder").select("message").where("subject", "=", `pool/${formId}`).execute()).map(
        ({ message }) => (message as { content: { des: string } }).content.des,
      ),
    );
  // The clock moves by itself here: the office's own stands.
  const at = async (ms: number) => {
    await clock.advance(start + ms - clock.now());
    await sweepBoth();
  };
  await at(4 * day);
  expect([await inPool(one, formId), await told()]).toEqual([[], []]);
  await at(5 * day + 1_000);
  await at(5 * day + 660_000);
  expect(await inPool(one, formId)).toEqual([]);
  expect(await told()).toEqual([expect.stringContaining("2条数据将在2天内退回公海")]);
  await at(7 * day + 1_000);
  expect(await inPool(one, formId)).toEqual(["无主0", "沉默"].sort());
  const { changes } = await office.administrator.call(formDataApi.find, { body: { id: silent } });
  expect(changes.filter(({ action }) => action === "流转")).toMatchObject([
    { by: "系统", fields: [{ before: "李晓雯", after: "公海（7天没有联系）" }] },
  ]);
  await at(11 * day + 2_000);
  expect(await inPool(one, formId)).toEqual(["无主0", "沉默", "联系过"].sort());
});

test("F75 a pool that could not be looked at keeps none of the others waiting, and has its turn again after five minutes", async () => {
  const start = office.ports.clock.now();
  const clock = createVirtualClock(start);
  await clock.advance(10 * day);
  // Those of the other tests are looked at first.
  await new PoolSweep({ ...office.ports, clock }).sweep();
  const forms = [await newForm(), await newForm()] as const;
  for (const formId of forms) {
    await add(agents[0]!, formId, "沉默");
    await set(formId, { returnDays: 7 });
  }
  const { database } = office.ports;
  let failing = true;
  const tenant: typeof database.tenant = (whose, run) =>
    failing ? ((failing = false), Promise.reject(new Error("away"))) : database.tenant(whose, run);
  const sweep = new PoolSweep({ ...office.ports, clock, database: { ...database, tenant } });
  const returned = async () =>
    (await Promise.all(forms.map((formId) => inPool(office.administrator, formId)))).flat().length;
  await sweep.sweep();
  expect(await returned()).toBe(1);
  await clock.advance(5 * 60_000);
  await sweep.sweep();
  expect(await returned()).toBe(2);
});

test("W69 a keeper gives customers another owner, a batch at once; history, scope and the new owner's reminder follow", async () => {
  const formId = await newForm();
  const [one, two] = agents as [Person, Person];
  const monitor = await office.signIn({ code: compId, roleType: 3, account: "1005" });
  const ids = [await add(one, formId, "甲"), await add(one, formId, "乙")];
  const owners = await office.administrator.call(api.owners, { body: {} });
  const ownerId = owners.find(({ agentId }) => agentId === "1002")!.ownerId;
  const assign = (person: Person, to: string, which = ids) =>
    person.call(api.assign, { body: { ids: which, ownerId: to } });
  expect(await refused(assign(one, ownerId))).toMatchObject({ code: 403 });
  expect((await one.call(api.owners, { body: {} })).map(({ agentId }) => agentId)).toEqual(["1001"]);
  expect((await monitor.call(api.owners, { body: {} })).map(({ agentId }) => agentId)).toContain("1002");
  expect(await refused(assign(monitor, "nobody"))).toMatchObject({ fields: [{ path: "ownerId" }] });
  expect(await assign(monitor, ownerId)).toEqual({ count: 2 });
  expect([await mine(one, formId), await mine(two, formId)]).toEqual([0, 2]);
  expect(await refused(assign(monitor, ownerId))).toMatchObject({ msg: "所选数据的负责人已是王志强" });
  const { record, changes } = await two.call(formDataApi.find, { body: { id: ids[0]! } });
  expect(record).toMatchObject({ ownerId, ownerName: "王志强" });
  expect(changes[0]).toMatchObject({ action: "流转", fields: [{ before: "李晓雯", after: "王志强" }] });
  const told = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("reminder").select(["accountId", "message"]).where("key", "like", "assigned/%").execute(),
  );
  expect(told).toMatchObject([
    { accountId: ownerId, message: { content: { des: expect.stringContaining("2条数据分配给您") } } },
  ]);
});

test("W69 owners are offered so many at once, and found by name, seat or id within the scope alone", async () => {
  const [one] = agents as [Person];
  const { administrator } = office;
  const of = async (person: Person, more: object) =>
    (await person.call(api.owners, { body: more })).map(({ agentId }) => agentId);
  expect(await of(administrator, { name: "王志" })).toEqual(["1002"]);
  expect(await of(administrator, { name: "1003" })).toEqual(["1003"]);
  expect(await of(one, { name: "王志" })).toEqual([]);
  const all = await administrator.call(api.owners, { body: {} });
  const { ownerId } = all.find(({ agentId }) => agentId === "1002")!;
  expect(await of(administrator, { ownerId })).toEqual(["1002"]);
  expect(await of(one, { ownerId })).toEqual([]);
  const limited = office.ports.database.tenant(compId, (trx) => ownersWithin(trx, compId, everything, { limit: 2 }));
  expect((await limited).map(({ agentId }) => agentId)).toEqual(["1001", "1002"]);
});

test("U10 what is told of records names their form, and the record where it is one", async () => {
  const formId = await newForm();
  const [one] = agents as [Person];
  const start = office.ports.clock.now();
  const [id, ...more] = [await add(one, formId, "甲"), await add(one, formId, "乙"), await add(one, formId, "丙")];
  const owners = await office.administrator.call(api.owners, { body: {} });
  const ownerId = owners.find(({ agentId }) => agentId === "1003")!.ownerId;
  for (const ids of [[id], more]) await office.administrator.call(api.assign, { body: { ids, ownerId } });
  await set(formId, { returnDays: 7, warnDays: 2 });
  const clock = createVirtualClock(start);
  await clock.advance(6 * day);
  await new PoolSweep({ ...office.ports, clock }).sweep();
  const told = await office.ports.database.tenant(compId, (trx) =>
    trx.selectFrom("reminder").select(["key", "message"]).where("accountId", "=", ownerId).execute(),
  );
  const about = told.flatMap(({ key, message }) =>
    message.type === "PLANSREMIND" && message.content.records?.formId === formId
      ? [[key.split("/")[0], message.content.records]]
      : [],
  );
  const list = { formType: "customer", formId, id: "" };
  expect(about).toHaveLength(3);
  expect(about).toEqual(
    expect.arrayContaining([
      ["assigned", { ...list, id }],
      ["assigned", list],
      ["pool", list],
    ]),
  );
});

test("W69 what nobody has is given out of the pool, and nobody gets more than its limit", async () => {
  const formId = await newForm();
  await set(formId, { claimLimit: 2 });
  const free = await pooled(formId, 3);
  const owners = await office.administrator.call(api.owners, { body: {} });
  const ownerId = owners.find(({ agentId }) => agentId === "1003")!.ownerId;
  const assign = (ids: readonly string[]) =>
    office.administrator.call(api.assign, { body: { ids: [...ids], ownerId } });
  expect(await refused(assign(free))).toMatchObject({
    msg: expect.stringMatching(/^每人最多拥有2条，还可以给.+分配2条$/),
  });
  expect(await assign(free.slice(0, 2))).toEqual({ count: 2 });
  expect(await mine(agents[2]!, formId)).toBe(2);
  expect(await inPool(office.administrator, formId)).toEqual(["无主2"]);
});
