import { subscribe } from "../../topics.ts";
import type { Told } from "../types.ts";
import { compId } from "./testing/people.ts";
import { openSeededAssignments, type AssignmentStage } from "./testing/assignments.ts";

let stage: AssignmentStage;
beforeAll(async () => {
  stage = await openSeededAssignments();
});
beforeEach(async () => {
  stage.gave.splice(0);
  stage.seen.splice(0);
  await stage.people.clear();
  await stage.people.group("g", "1001", "1002", "1003");
});
afterAll(() => stage.close());

const minute = 60_000;
const ago = (ms: number) => new Date(stage.clock.now() - ms);
const seat = (agentId: string, set: { readonly chatMax?: number; readonly enabled?: number }) =>
  stage.database.system((trx) => trx.updateTable("seat").set(set).where("agentId", "=", agentId).execute());
const agent = (
  agentId: string,
  set: { readonly status?: "busy" | "offline"; readonly seenAt?: Date; readonly givenAt?: Date },
) => stage.database.system((trx) => trx.updateTable("chat_agent").set(set).where("agentId", "=", agentId).execute());
const assign = () => stage.assignment.assign(compId);

test("J25 who has waited longest comes first, and priority counts as time waited", async () => {
  const { people } = stage;
  await seat("1001", { chatMax: 1 });
  await people.online("1001");
  await people.session("a", { queuedAt: ago(3 * minute) });
  await people.session("b", { queuedAt: ago(minute), priorityMs: 5 * minute });
  await people.session("c", { queuedAt: ago(5 * minute) });
  await assign();
  expect(await people.had()).toEqual({ b: "1001" });
  await seat("1001", { chatMax: 2 });
  await assign();
  expect(await people.had()).toEqual({ b: "1001", c: "1001" });
});

test("J25 of those who have room the one with the fewest, then who was given one longest ago", async () => {
  const { people } = stage;
  await people.online("1001", "1002", "1003");
  await agent("1002", { givenAt: ago(minute) });
  await agent("1003", { givenAt: ago(2 * minute) });
  await people.session("held", { status: "talking", agentId: "1001" });
  for (const id of ["a", "b", "c"]) {
    await people.session(id);
    await assign();
    await stage.clock.advance(1_000);
  }
  // 1001, who has had none given, has one of its own until they are even.
  expect(await people.had()).toEqual({ held: "1001", a: "1003", b: "1002", c: "1001" });
});

test("J25 a seat has as many as its own maximum, or the enterprise's; of 0 none", async () => {
  const { people } = stage;
  await people.online("1001", "1002", "1003");
  await seat("1001", { chatMax: 0 });
  await seat("1002", { chatMax: 2 });
  for (let n = 0; n < 9; n += 1) await people.session(`s${n}`);
  await assign();
  const counts = Object.values(await people.had());
  expect(["1001", "1002", "1003"].map((id) => counts.filter((of) => of === id).length)).toEqual([0, 2, 5]);
});

test("J25 nobody is given anything who is busy, offline, unseen for a minute, disabled or not of the group", async () => {
  const { people } = stage;
  await people.online("1001", "1002", "1003", "1004");
  await agent("1001", { status: "busy" });
  await agent("1002", { seenAt: ago(minute) });
  await seat("1003", { enabled: 0 });
  await people.session("a");
  await assign();
  expect(await people.had()).toEqual({});
  await agent("1002", { seenAt: ago(minute - 1) });
  await assign();
  expect(await people.had()).toEqual({ a: "1002" });
});

test("J25 who asked for one seat waits for it, of whatever group, and nobody waits behind him", async () => {
  const { people } = stage;
  await people.online("1001");
  await people.session("a", { skillGroupId: "", askedAgentId: "1004", queuedAt: ago(minute) });
  await people.session("b");
  await assign();
  expect(await people.had()).toEqual({ b: "1001" });
  await people.online("1004");
  await assign();
  expect(await people.had()).toEqual({ a: "1004", b: "1001" });
});

test("J85 whether a visitor's page is open is asked before chats are locked; who was given meanwhile is left", async () => {
  const { people } = stage;
  await people.online("1001", "1002");
  await people.session("a", { queuedAt: ago(minute) });
  await people.session("b");
  const asked: string[] = [];
  stage.here.asked = async (visitorId) => {
    asked.push(visitorId);
    // Another process decides meanwhile: were the lock held here, it would wait for ever.
    if (asked.length === 1) await stage.other.assign(compId);
    return visitorId === "v-b";
  };
  await assign();
  stage.here.asked = async () => false;
  expect(Object.keys(await people.had())).toEqual(["a", "b"]);
  expect(stage.gave).toEqual(["a", "b"]);
  expect(stage.seen).toEqual(["b"]);
  expect(new Set(asked)).toEqual(new Set(["v-a", "v-b"]));
});

test("J85 whose page is opened between the question and the giving is shown to his agent as there", async () => {
  const { people } = stage;
  await people.online("1001");
  await people.session("a");
  let asked = 0;
  stage.here.asked = async () => (asked += 1) > 1;
  const told: Told[] = [];
  const end = await subscribe(stage.broker, "chat.told", (of) => void told.push(...of.told));
  await assign();
  stage.here.asked = async () => false;
  await stage.clock.settle();
  await end();
  expect(stage.seen).toEqual([]);
  expect(told).toMatchObject([
    { agentId: "1001", frame: { cmd: 9, data: { sessionId: "a", status: 1 } } },
    { visitorId: "v-a", frame: { cmd: 9, data: { status: "talking" } } },
  ]);
});

test("J25 one that cannot be given does not hold up those behind it", async () => {
  const { people } = stage;
  await people.online("1001");
  await people.session("bad", { queuedAt: ago(minute) });
  await people.session("good");
  stage.fails.add("bad");
  await assign();
  stage.fails.clear();
  expect(await people.had()).toEqual({ good: "1001" });
  await assign();
  expect(await people.had()).toEqual({ bad: "1001", good: "1001" });
});

test("J26 nobody waits where nobody is at chats, or where as many wait as may; a seat that has its most is busy", async () => {
  const { people } = stage;
  const refusal = (more: { agentId?: string; maxWaiting?: number } = {}) =>
    stage.database.tenant(compId, (trx) =>
      stage.assignment.refusal(trx, compId, {
        skillGroupId: more.agentId ? "" : "g",
        agentId: more.agentId ?? "",
        maxWaiting: more.maxWaiting ?? 1,
      }),
    );
  expect(await refusal()).toBe("absent");
  expect(await refusal({ agentId: "1004" })).toBe("absent");
  await people.online("1001", "1004");
  expect(await refusal({ maxWaiting: 0 })).toBeUndefined();
  await seat("1001", { chatMax: 1 });
  await seat("1004", { chatMax: 1 });
  await people.session("a", { status: "talking", agentId: "1001" });
  await people.session("b", { status: "talking", agentId: "1004" });
  expect(await refusal({ maxWaiting: 0 })).toBe("full");
  expect(await refusal()).toBeUndefined();
  expect(await refusal({ agentId: "1004" })).toBe("busy");
  // What was left for somebody to read keeps nobody out.
  await people.session("left", { leftMessage: 1 });
  expect(await refusal()).toBeUndefined();
  await people.session("c");
  expect(await refusal()).toBe("full");
  await stage.database.system((trx) =>
    trx.updateTable("skill_group").set({ enabled: 0 }).where("id", "=", "g").execute(),
  );
  expect(await refusal({ maxWaiting: 9 })).toBe("absent");
});

test("J27 a place counts those of the same group who come first", async () => {
  const { people } = stage;
  await people.group("h");
  await people.session("a", { queuedAt: ago(3 * minute) });
  await people.session("other", { skillGroupId: "h", queuedAt: ago(9 * minute) });
  await people.session("b", { queuedAt: ago(minute), priorityMs: 5 * minute });
  const position = (id: string) =>
    stage.database.tenant(compId, async (trx) =>
      stage.assignment.position(
        trx,
        await trx.selectFrom("chat_session").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
      ),
    );
  expect(await Promise.all(["a", "b", "other"].map(position))).toEqual([2, 1, 1]);
});

test("J25 two that decide at once give each conversation once, and nobody more than its most", async () => {
  const { people } = stage;
  await people.online("1001", "1002", "1003");
  for (let n = 0; n < 12; n += 1) await people.session(`s${n}`);
  for (const id of ["1001", "1002", "1003"]) await seat(id, { chatMax: 3 });
  await Promise.all([assign(), stage.other.assign(compId), assign()]);
  const had = Object.values(await people.had());
  expect(had).toHaveLength(9);
  expect(["1001", "1002", "1003"].map((id) => had.filter((of) => of === id).length)).toEqual([3, 3, 3]);
  expect(stage.gave).toHaveLength(new Set(stage.gave).size);
});

test("J88 of a seat that is deleted nothing stays of how it was at chats, and what it had is taken back", async () => {
  const { people } = stage;
  await people.online("1001", "1002");
  await people.session("a", { status: "talking", agentId: "gone" });
  const row = { compId, agentId: "gone", status: "online", changedAt: ago(0), seenAt: ago(0) } as const;
  await stage.database.system((trx) => trx.insertInto("chat_agent").values(row).execute());
  for (const agentId of ["gone", "1001"]) await stage.assignment.takeBackGone({ compId, agentId });
  const left = await stage.database.system((trx) => trx.selectFrom("chat_agent").select("agentId").execute());
  expect(left.map(({ agentId }) => agentId).sort()).toEqual(["1001", "1002"]);
  expect(await people.had()).toEqual({});
});

test("J29 whose pages are gone for a minute has what it had taken back, and others get it; one seen within it keeps it", async () => {
  const { people } = stage;
  await people.online("1001", "1002");
  await people.session("a", { status: "talking", agentId: "1001", queuedAt: ago(9 * minute) });
  const gone = { compId, agentId: "1001" };
  await agent("1001", { seenAt: ago(minute - 1) });
  await stage.assignment.takeBackGone(gone);
  expect(await people.had()).toEqual({ a: "1001" });
  await agent("1001", { seenAt: ago(minute) });
  await stage.assignment.takeBackGone(gone);
  expect(await people.had()).toEqual({});
  await assign();
  expect(await people.had()).toEqual({ a: "1002" });
});
