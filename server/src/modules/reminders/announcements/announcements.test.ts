import { errors } from "@liantai/api/contract";
import { noticeApi, reminderApi } from "@liantai/api/contract/workorder";
import { refused, type Person } from "../../../testing/office.ts";
import { demoEnterprise, demoPassword } from "../../system/index.ts";
import { openReminders, type RemindersStage } from "../testing.ts";

let s: RemindersStage;
let other: Person;
beforeAll(async () => {
  s = await openReminders();
  other = await s.office.signIn({ code: demoEnterprise.compId, roleType: 2, account: "1002", password: demoPassword });
});
afterAll(() => s?.close());
beforeEach(() => void s.take());

const missing = { code: errors.notFound.code };
const page = { pageNo: 1, pageSize: 50 };
const text = { des: "系统升级", remarks: "今晚22点升级，请提前签出。" };
const idsFor = async (person: Person) => (await person.call(noticeApi.list, { body: page })).list.map((row) => row.id);
const homeOf = (person: Person) => person.call(reminderApi.mine, { body: {} });

test("U6 published to two seats: both are told at once, one reads it, the receipts say so; withdrawn, it is gone everywhere", async () => {
  const { administrator, agent } = s.office;
  const { id } = await administrator.call(noticeApi.add, {
    body: { ...text, mustRead: 1, agentIds: ["1001", "1002"] },
  });
  expect(await idsFor(agent)).not.toContain(id);
  expect(await administrator.call(noticeApi.publish, { body: { id } })).toEqual({ count: 2 });
  await s.office.ports.clock.settle();
  const [one, ...more] = s.take();
  expect(more).toEqual([]);
  const accounts = await Promise.all([agent, other].map(s.idOf));
  expect([...(one!.to as { accountIds: readonly string[] }).accountIds].sort()).toEqual([...accounts].sort());
  expect(one!.message).toMatchObject({ type: "NOTICEPUBLIC", content: { ...text, subTime: s.inMinutes(0) } });
  const key = (one!.message as { reminder: string }).reminder;
  expect(await agent.call(reminderApi.shown, { body: { key } })).toEqual({ shown: 1, about: "", stays: 1 });
  expect(await idsFor(agent)).toContain(id);
  const at = async (publishedAt: string) =>
    (await agent.call(noticeApi.list, { body: { ...page, publishedAt } })).total;
  expect([await at(s.inMinutes(0)), await at(s.inMinutes(1))]).toEqual([1, 0]);
  expect(await homeOf(agent)).toMatchObject({ unread: 1, announcements: [{ id, readAt: null }] });

  await agent.call(noticeApi.read, { body: { id } });
  await agent.call(noticeApi.read, { body: { id } });
  expect(await homeOf(agent)).toMatchObject({ unread: 0 });
  const receipts = async (read: "" | "0" | "1") =>
    (await administrator.call(noticeApi.receipts, { body: { ...page, id, read } })).list
      .map((row) => row.agentId)
      .sort();
  expect([await receipts(""), await receipts("1"), await receipts("0")]).toEqual([
    ["1001", "1002"],
    ["1001"],
    ["1002"],
  ]);
  const [row] = (await administrator.call(noticeApi.list, { body: page })).list;
  expect(row).toMatchObject({ receivers: 2, readers: 1, state: "published" });
  expect(await refused(administrator.call(noticeApi.update, { body: { ...text, id, everyone: 1 } }))).toMatchObject({
    msg: "公告已发布，请先撤回",
  });

  s.take();
  await administrator.call(noticeApi.withdraw, { body: { id } });
  const over = s.take();
  expect(over.map(({ message }) => message)).toEqual([{ type: "reminderOver", reminder: key, withdrawn: 1 }]);
  for (const person of [agent, other]) {
    expect(await idsFor(person)).not.toContain(id);
    expect((await homeOf(person)).announcements.map((row) => row.id)).not.toContain(id);
    expect(await refused(person.call(noticeApi.read, { body: { id } }))).toMatchObject(missing);
    expect((await person.call(reminderApi.shown, { body: { key } })).shown).toBe(0);
  }
});

test("U6 by role, by group with those below, and to everybody; nobody is told twice", async () => {
  const { administrator } = s.office;
  const targets = await administrator.call(noticeApi.targets, { body: {} });
  const count = async (audience: object) => {
    const { id } = await administrator.call(noticeApi.add, { body: { ...text, ...audience } });
    return (await administrator.call(noticeApi.publish, { body: { id } })).count;
  };
  const all = await count({ everyone: 1 });
  expect(all).toBeGreaterThan(5);
  const agents = targets.roles.find(({ name }) => name.includes("坐席"))!;
  const byRole = await count({ roleIds: [agents.id] });
  expect(byRole).toBeGreaterThan(0);
  expect(await count({ roleIds: [agents.id], agentIds: ["1001"] })).toBe(byRole);
  expect(await count({ groupIds: targets.groups.map(({ id }) => id) })).toBeGreaterThan(0);
});

test("U6 a monitor announces to his own groups alone, agents to nobody; others' drafts are not found", async () => {
  const { administrator, monitor, agent } = s.office;
  expect(await refused(agent.call(noticeApi.add, { body: { ...text, everyone: 1 } }))).toMatchObject({ status: 403 });
  expect(await refused(monitor.call(noticeApi.add, { body: { ...text, everyone: 1 } }))).toMatchObject({
    fields: [{ path: "everyone" }],
  });
  expect(await refused(monitor.call(noticeApi.add, { body: { ...text } }))).toMatchObject({
    fields: [{ path: "everyone" }],
  });
  const { roles } = await administrator.call(noticeApi.targets, { body: {} });
  expect(await refused(monitor.call(noticeApi.add, { body: { ...text, roleIds: [roles[0]!.id] } }))).toMatchObject({
    fields: [{ path: "roleIds" }],
  });
  const draft = await administrator.call(noticeApi.add, { body: { ...text, everyone: 1 } });
  for (const endpoint of [noticeApi.publish, noticeApi.withdraw, noticeApi.receipts])
    expect(await refused(monitor.call(endpoint, { body: { id: draft.id } }))).toMatchObject(missing);
  expect(await idsFor(monitor)).not.toContain(draft.id);
  const own = await monitor.call(noticeApi.add, { body: { ...text, agentIds: ["1001"] } });
  expect(await monitor.call(noticeApi.publish, { body: { id: own.id } })).toEqual({ count: 1 });
  expect(await idsFor(agent)).toContain(own.id);
});
