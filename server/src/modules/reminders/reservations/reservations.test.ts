import { errors, maskPhone } from "@liantai/api/contract";
import { operateLogApi } from "@liantai/api/contract/admin";
import { reminderApi, subscribesApi } from "@liantai/api/contract/workorder";
import { refused, type Person } from "../../../testing/office.ts";
import { demoEnterprise, demoPassword } from "../../system/index.ts";
import { createDialGate, createDialRefs, dialRefMs } from "../../dial-refs/index.ts";
import { createAudit } from "../../audit/index.ts";
import { createVirtualClock } from "../../../testing/index.ts";
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
const page = { pageNo: 1, pageSize: 20 };
const phone = "13812345678";
const body = (minutes: number) => ({
  customerName: "王女士",
  phone,
  des: "回访安装情况",
  remarks: "上午联系",
  subTime: s.inMinutes(minutes),
  floatDuration: 45,
});

test("U1 U4 a reservation is told to its seat's account when it is due, with a sealed reference and no digit of the number", async () => {
  const { agent, ports } = s.office;
  const asked = body(10);
  const { id } = await agent.call(subscribesApi.add, { body: asked });
  await ports.clock.advance(10 * 60_000 - 1);
  expect(s.take()).toEqual([]);
  await ports.clock.advance(1);
  const [{ to, message } = { to: {}, message: { type: "" } }, ...more] = s.take();
  expect(more).toEqual([]);
  expect(to).toEqual({ accountIds: [await s.idOf(agent)] });
  expect(message).toEqual({
    type: "SUBSCRIBESREMIND",
    reminder: expect.stringContaining(id),
    content: {
      des: asked.des,
      remarks: asked.remarks,
      subNumber: expect.stringMatching(/^v1\.[\w-]{40,}$/),
      id,
      floatDuration: 45,
      subTime: asked.subTime,
    },
  });
  expect(JSON.stringify(message)).not.toContain(phone.slice(3, 7));
  expect(JSON.stringify(message)).not.toContain(phone.slice(-4));
});

test("U2 of the pages that ask one shows it; the click says that it is done, once, and it waits no more", async () => {
  const { agent, ports } = s.office;
  const { id } = await agent.call(subscribesApi.add, { body: body(1) });
  await ports.clock.advance(60_000);
  const key = (s.take()[0]!.message as { reminder: string }).reminder;
  expect(await refused(other.call(reminderApi.done, { body: { key } }))).toMatchObject(missing);
  expect((await other.call(reminderApi.shown, { body: { key } })).shown).toBe(0);
  expect((await agent.call(reminderApi.mine, { body: {} })).todos.map((todo) => todo.id)).toContain(id);
  const asked = await Promise.all([1, 2, 3].map(() => agent.call(reminderApi.shown, { body: { key } })));
  expect(asked.filter(({ shown }) => shown === 1)).toEqual([
    { shown: 1, about: `王女士 ${maskPhone(phone)}`, stays: 0 },
  ]);
  const own = { compid: demoEnterprise.compId, userid: await s.idOf(agent), agentid: "1001" };
  await agent.call(subscribesApi.updateReservation, { body: { id, state: 1, ...own } });
  await agent.call(subscribesApi.updateReservation, { body: { id, state: 1 } });
  expect(s.take()).toEqual([
    { to: { accountIds: [own.userid] }, message: { type: "reminderOver", reminder: key, withdrawn: 0 } },
  ]);
  const { list } = await agent.call(subscribesApi.list, { body: { ...page, state: "1" } });
  expect(list.find((row) => row.id === id)).toMatchObject({
    state: 1,
    doneAt: expect.any(String),
    phone: maskPhone(phone),
  });
  expect((await agent.call(reminderApi.mine, { body: {} })).todos.map((todo) => todo.id)).not.toContain(id);
});

test("put off, it is told at the new time alone; deleted, never", async () => {
  const { agent, ports } = s.office;
  const first = body(5);
  const { id } = await agent.call(subscribesApi.add, { body: first });
  const later = { ...body(20), id };
  await agent.call(subscribesApi.update, { body: later });
  await ports.clock.advance(10 * 60_000);
  expect(s.take().filter(({ message }) => message.type === "SUBSCRIBESREMIND")).toEqual([]);
  await ports.clock.advance(10 * 60_000);
  expect(s.take()).toHaveLength(1);
  const gone = await agent.call(subscribesApi.add, { body: body(5) });
  await agent.call(subscribesApi.delete, { body: { ids: [gone.id] } });
  s.take();
  await ports.clock.advance(6 * 60_000);
  expect(s.take()).toEqual([]);
});

test("U9 one that is due and given to another seat is told to that seat at once, and taken from the old one's pages", async () => {
  const { agent, monitor, ports } = s.office;
  const asked = body(2);
  const { id } = await agent.call(subscribesApi.add, { body: asked });
  await ports.clock.advance(5 * 60_000);
  const [told] = s.take();
  const [owner, next] = [await s.idOf(agent), await s.idOf(other)];
  expect(told!.to).toEqual({ accountIds: [owner] });
  const key = (told!.message as { reminder: string }).reminder;
  await monitor.call(subscribesApi.update, { body: { ...asked, id, agentId: "1002" } });
  await ports.clock.advance(1_000);
  expect(s.take().map(({ to, message }) => [to, message.type])).toEqual([
    [{ accountIds: [owner] }, "reminderOver"],
    [{ accountIds: [next] }, "SUBSCRIBESREMIND"],
  ]);
  expect((await agent.call(reminderApi.shown, { body: { key } })).shown).toBe(0);
  await other.call(subscribesApi.updateReservation, { body: { id, state: 1 } });
});

test("whose it is: a colleague finds nothing, a monitor his group's, an administrator names a seat; other names are refused", async () => {
  const { agent, monitor, administrator } = s.office;
  const { id } = await agent.call(subscribesApi.add, { body: body(60) });
  const idsOf = async (person: Person) =>
    (await person.call(subscribesApi.list, { body: page })).list.map((row) => row.id);
  expect(await idsOf(other)).not.toContain(id);
  expect(await idsOf(monitor)).toContain(id);
  expect(await idsOf(administrator)).toContain(id);
  for (const [endpoint, given] of [
    [subscribesApi.update, { ...body(70), id }],
    [subscribesApi.delete, { ids: [id] }],
    [subscribesApi.updateReservation, { id, state: 1 }],
  ] as const)
    expect(await refused(other.call(endpoint, { body: given as never }))).toMatchObject(missing);
  expect(await refused(other.call(subscribesApi.add, { body: { ...body(5), agentId: "1001" } }))).toMatchObject({
    status: 403,
  });
  expect(await refused(administrator.call(subscribesApi.add, { body: body(5) }))).toMatchObject({
    fields: [{ path: "agentId" }],
  });
  await administrator.call(subscribesApi.add, { body: { ...body(5), agentId: "1002" } });
  for (const strange of [{ userid: "somebody" }, { agentid: "1002" }, { compid: "100009" }])
    expect(
      await refused(agent.call(subscribesApi.updateReservation, { body: { id, state: 1, ...strange } })),
    ).toMatchObject({
      status: 403,
    });
  expect(await refused(agent.call(subscribesApi.add, { body: body(-1) }))).toMatchObject({
    fields: [{ path: "subTime" }],
  });
  expect(await refused(agent.call(subscribesApi.add, { body: { ...body(5), phone: "138****5678" } }))).toMatchObject({
    fields: [{ path: "phone" }],
  });
});

test("U4 a reference opens for its seat within 24 h and stands in the log; another seat's, an old and a forged one do not", async () => {
  const { agent, ports, sealer, composition, administrator } = s.office;
  const refs = createDialRefs({ sealer, clock: ports.clock });
  const caller = async (person: Person) => {
    const found = await composition.auth.sessions.resolve(person.token);
    return "refused" in found ? undefined : found;
  };
  const gateOf = (person: Person) =>
    createDialGate({ ports, audit: createAudit(ports), refs, caller: () => caller(person) });
  const [row] = (await agent.call(subscribesApi.list, { body: page })).list;
  expect(await gateOf(agent).numberOf("", row!.subNumber)).toEqual({ number: phone });
  expect(await gateOf(other).numberOf("", row!.subNumber)).toMatchObject({ code: -403 });
  expect(await gateOf(administrator).numberOf("", row!.subNumber)).toMatchObject({ code: -403 });
  expect(await gateOf(agent).numberOf("", `${row!.subNumber.slice(0, -2)}xx`)).toMatchObject({ code: -403 });
  const log = await administrator.call(operateLogApi.list, { body: page });
  expect(log.list.filter(({ actionText }) => actionText === "点击呼叫").map(({ objectName }) => objectName)).toEqual([
    `王女士 ${maskPhone(phone)}`,
  ]);
});

test("U4 a reference lives 24 h and opens in its enterprise alone", async () => {
  const clock = createVirtualClock();
  const refs = createDialRefs({ sealer: s.office.sealer, clock });
  const seat = { compId: demoEnterprise.compId, agentId: "1001" };
  const ref = refs.seal(seat, { number: phone, object: "reservation", id: "r", name: "王女士" });
  expect(refs.open(seat, ref)?.number).toBe(phone);
  expect(refs.open({ ...seat, compId: "100009" }, ref)).toBeUndefined();
  await clock.advance(dialRefMs - 1);
  expect(refs.open(seat, ref)?.number).toBe(phone);
  await clock.advance(1);
  expect(refs.open(seat, ref)).toBeUndefined();
});
