import { errors, formatTime, parseTime } from "@liantai/api/contract";
import { plansApi, reminderApi, type PlanRepeat } from "@liantai/api/contract/workorder";
import { refused, type Person } from "../../../testing/office.ts";
import { demoEnterprise, demoPassword } from "../../system/index.ts";
import { openReminders, type RemindersStage } from "../testing.ts";
import { nextOccurrence } from "./occurrences.ts";

const at = (text: string): Date => parseTime(text)!;

test.each<[PlanRepeat, string, string, string | null]>([
  ["none", "2026-03-02 10:00:00", "2026-03-02 09:59:59", "2026-03-02 10:00:00"],
  ["none", "2026-03-02 10:00:00", "2026-03-02 10:00:00", null],
  ["daily", "2026-03-02 10:00:00", "2026-03-02 10:00:00", "2026-03-03 10:00:00"],
  ["daily", "2020-01-01 00:30:00", "2026-03-02 09:00:00", "2026-03-03 00:30:00"],
  ["weekly", "2026-03-02 10:00:00", "2026-03-02 10:00:00", "2026-03-09 10:00:00"],
  ["monthly", "2026-01-31 10:00:00", "2026-01-31 10:00:00", "2026-02-28 10:00:00"],
  ["monthly", "2026-01-31 10:00:00", "2026-02-28 10:00:00", "2026-03-31 10:00:00"],
  ["monthly", "2026-12-15 07:00:00", "2026-12-31 10:00:00", "2027-01-15 07:00:00"],
  // Friday, then Monday; a first time on a Saturday is the Monday's.
  ["workdays", "2026-03-06 07:30:00", "2026-03-06 07:30:00", "2026-03-09 07:30:00"],
  ["workdays", "2026-03-07 07:30:00", "2026-03-02 09:00:00", "2026-03-09 07:30:00"],
])("%s from %s comes after %s at %s", (repeat, first, after, expected) => {
  const next = nextOccurrence(at(first), repeat, at(after));
  expect(next && formatTime(next)).toBe(expected);
});

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

test("U5 a daily plan is told so many minutes before, day after day, and stands among the to-dos until it is seen to", async () => {
  const { agent, ports } = s.office;
  const planTime = s.inMinutes(30);
  const { id } = await agent.call(plansApi.add, {
    body: { des: "整理客户名单", planTime, repeat: "daily", minutesBefore: 10 },
  });
  await ports.clock.advance(20 * 60_000);
  const [one] = s.take();
  expect(one!.message).toMatchObject({
    type: "PLANSREMIND",
    content: { des: "整理客户名单", remarks: "", subTime: planTime },
  });
  expect(one!.to).toEqual({ accountIds: [await s.idOf(agent)] });
  const { todos } = await agent.call(reminderApi.mine, { body: {} });
  const todo = todos.find(({ kind }) => kind === "plan")!;
  expect(todo).toMatchObject({ des: "整理客户名单", due: 1, subTime: planTime });
  await agent.call(reminderApi.done, { body: { key: todo.id } });
  expect((await agent.call(reminderApi.mine, { body: {} })).todos.filter(({ kind }) => kind === "plan")).toEqual([]);
  const tomorrow = formatTime(at(planTime).getTime() + 86_400_000);
  const { list } = await agent.call(plansApi.list, { body: page });
  expect(list.find((row) => row.id === id)).toMatchObject({ nextTime: tomorrow, mine: 1 });
  await agent.call(plansApi.delete, { body: { ids: [id] } });
});

test("U5 a monitor plans for an agent of his groups: the agent is reminded and cannot change it; another's plan is not found", async () => {
  const { agent, monitor, ports } = s.office;
  const body = { des: "交班会", planTime: s.inMinutes(5), repeat: "none" as const, agentId: "1001" };
  expect(await refused(other.call(plansApi.add, { body }))).toMatchObject({ status: 403 });
  const { id } = await monitor.call(plansApi.add, { body });
  await ports.clock.advance(5 * 60_000);
  expect(s.take().map(({ to }) => to)).toEqual([{ accountIds: [await s.idOf(agent)] }]);
  const seen = (await agent.call(plansApi.list, { body: page })).list.find((row) => row.id === id);
  expect(seen).toMatchObject({ mine: 0, nextTime: null, agentId: "1001" });
  const change = { ...body, id, planTime: s.inMinutes(50) };
  expect(await refused(agent.call(plansApi.update, { body: change }))).toMatchObject({ status: 403 });
  for (const [endpoint, given] of [
    [plansApi.update, { ...change, agentId: "" }],
    [plansApi.delete, { ids: [id] }],
  ] as const)
    expect(await refused(other.call(endpoint, { body: given as never }))).toMatchObject(missing);
  expect((await other.call(plansApi.list, { body: page })).list).toEqual([]);
  await monitor.call(plansApi.update, { body: change });
  await ports.clock.advance(50 * 60_000);
  expect(s.take().filter(({ message }) => message.type === "PLANSREMIND")).toHaveLength(1);
});

test("U7 a plan moved nearer than its notice is told at once; one whose words alone change is not told again", async () => {
  const { agent, ports } = s.office;
  const body = { des: "回电", planTime: s.inMinutes(300), repeat: "none" as const, minutesBefore: 30 };
  const { id } = await agent.call(plansApi.add, { body });
  const nearer = { ...body, id, planTime: s.inMinutes(15) };
  await agent.call(plansApi.update, { body: nearer });
  await ports.clock.advance(60_000);
  const planned = () => s.take().filter(({ message }) => message.type === "PLANSREMIND");
  expect(planned()).toEqual([
    expect.objectContaining({
      message: expect.objectContaining({ content: expect.objectContaining({ des: "回电" }) }),
    }),
  ]);
  await agent.call(plansApi.update, { body: { ...nearer, des: "回电给客户" } });
  await ports.clock.advance(60 * 60_000);
  expect(planned()).toEqual([]);
});

test("U8 a plan for an agent is given back to oneself with ''; without a word of it, it stays with whom it is", async () => {
  const { agent, monitor, ports } = s.office;
  const body = { des: "盘点", planTime: s.inMinutes(20), repeat: "none" as const, agentId: "1001" };
  const { id } = await monitor.call(plansApi.add, { body });
  const { agentId: _, ...unsaid } = body;
  await monitor.call(plansApi.update, { body: { ...unsaid, id, des: "月底盘点" } });
  const seenBy = async (person: Person) =>
    (await person.call(plansApi.list, { body: page })).list.filter((row) => row.id === id).length;
  expect(await seenBy(agent)).toBe(1);
  await monitor.call(plansApi.update, { body: { ...body, id, agentId: "" } });
  expect(await seenBy(agent)).toBe(0);
  s.take();
  await ports.clock.advance(20 * 60_000);
  expect(s.take().map(({ to }) => to)).toEqual([{ accountIds: [await s.idOf(monitor)] }]);
});

test("a time that is over is refused at the field", async () => {
  const { agent } = s.office;
  const body = { des: "过去", planTime: s.inMinutes(-1), repeat: "none" as const };
  expect(await refused(agent.call(plansApi.add, { body }))).toMatchObject({ fields: [{ path: "planTime" }] });
});

test("an operator inside an enterprise has no account there: a plan of his names the seat that it is for", async () => {
  const inside = await s.office.enter(demoEnterprise.compId);
  const body = { des: "巡检", planTime: s.inMinutes(30), repeat: "none" as const };
  expect(await refused(inside.call(plansApi.add, { body }))).toMatchObject({ fields: [{ path: "agentId" }] });
  await inside.call(plansApi.add, { body: { ...body, agentId: "1001" } });
});
