import { queuesOf } from "../testing/queues.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";

/** Who comes first in a queue, and whom a caller is offered to. */
let s: Stage;
const q = queuesOf(() => s);
stageEach((stage) => (s = stage), { group: { announceEveryS: 0, wrapUpS: 0, maxWaitS: 0 } });

const rings = (steps: readonly object[]) => JSON.stringify(steps);
const level = (afterS: number, upTo: number) => ({ afterS, kind: "level", level: upTo, groupId: "" });
const further = (afterS: number, groupId: string) => ({ afterS, kind: "group", level: 0, groupId });
const levelOf = (agentId: string, to: number) =>
  s.ports.database.system((trx) =>
    trx
      .updateTable("skill_group_member")
      .set({ level: to })
      .where("compId", "=", s.compId)
      .where("agentId", "=", agentId)
      .execute(),
  );
const callIdOf = async (caller: string) =>
  (await s.records()).find((r) => r["caller"] === caller)?.["callId"] as string;
const rung = (page: Page) => page.callView()?.number;

async function talk(page: Page): Promise<void> {
  s.sw.pickUp(s.sw.at(page.user)[0]!);
  await s.settle();
}
/** Answers what rings and hangs up. */
async function serve(page: Page): Promise<void> {
  await talk(page);
  await page.command("hangup", { callId: page.callView()!.callId });
  await s.settle();
}

test("Q1 a number's callers come first by its priority, but not before who waits that much longer", async () => {
  const page = await s.signIn("1001");
  await s.customer("13800000001");
  await s.advance(60_000);
  await q.leadTo("skillGroup", q.own(), { priorityMin: 2 });
  await s.customer("13800000002");
  await s.advance(150_000);
  await s.customer("13800000003");
  await page.command("setState", { state: "1" });
  expect(rung(page)).toBe("13800000002");
  await serve(page);
  expect(rung(page)).toBe("13800000001");
});

test("Q1 Q2 the agent reads that a VIP calls, by how many minutes he comes first, and what he called", async () => {
  const { compId, number } = s;
  const since = new Date(s.ports.clock.now());
  const vip = { compId, id: "v1", phone: "13800000002", name: "王总", priorityMin: 3, createdAt: since, createdBy: "" };
  await s.ports.database.system((trx) => trx.insertInto("vip").values(vip).execute());
  const page = await s.signIn("1001");
  await q.leadTo("skillGroup", q.own(), { priorityMin: 0 });
  await s.customer("13800000001");
  await s.advance(30_000);
  await q.leadTo("skillGroup", q.own(), { priorityMin: 2 });
  await s.customer("13800000002");
  await page.command("setState", { state: "1" });
  // 2 minutes of the number and 3 of the list; so before 30 s of waiting.
  expect(page.callView()).toMatchObject({ number: "13800000002", accessNumber: number, vip: true, priorityMin: 5 });
  await talk(page);
  expect(page.callView()).toMatchObject({ phase: "talking", vip: true, priorityMin: 5 });
  await serve(page);
  expect(page.callView()?.number).toBe("13800000001");
  expect(page.callView()).not.toHaveProperty("vip");
  expect(page.callView()).not.toHaveProperty("priorityMin");
});

test("Q1 a transferred caller has the group's priority for transfers", async () => {
  const second = await q.group("second", { "1003": 1 }, { transferPriorityMin: 5 });
  await q.onlyIn("1003", second);
  const first = await s.ready("1001");
  const other = await s.signIn("1003");
  await q.leadTo("skillGroup", second);
  await s.customer("13800000002");
  await s.advance(60_000);
  await q.leadTo("skillGroup", q.own());
  await s.customer("13800000001");
  await talk(first);
  const { callId } = first.callView()!;
  expect(await first.command("transfer", { callId, skillGroup: second })).toMatchObject({ code: 1 });
  await other.command("setState", { state: "1" });
  expect(rung(other)).toBe("13800000001");
});

test("Q2 a monitor moves a caller up by one, by name in the track; another enterprise's call is nobody's", async () => {
  const page = await s.signIn("1001");
  for (const n of [1, 2, 3]) {
    await s.customer(`1380000000${n}`);
    await s.advance(10_000);
  }
  const callId = await callIdOf("13800000003");
  const move = (compId: string, id = callId) =>
    s.engine.request({ verb: "moveUp", compId, callId: id, by: "monitor:m1", name: "班长1005" });
  expect(await move("999999")).toBe(false);
  expect(await move(s.compId)).toBe(true);
  expect(await move(s.compId, await callIdOf("13800000001"))).toBe(false);
  expect(await move(s.compId, "nothing")).toBe(false);
  await s.settle();
  expect(await s.track(callId)).toContain("movedUp:byMonitor");
  await page.command("setState", { state: "1" });
  expect(rung(page)).toBe("13800000001");
  await serve(page);
  expect(rung(page)).toBe("13800000003");
});

describe("Q3 the agent of the last time", () => {
  const phone = "13800000001";
  let known: Page;
  let other: Page;
  beforeEach(async () => {
    await q.change({ stickyDays: 7, stickyWaitS: 30 });
    other = await s.signIn("1001");
    known = await s.ready("1002");
    await s.customer(phone);
    await serve(known);
    await known.command("setState", { state: "2" });
    await other.command("setState", { state: "1" });
  });

  test("is offered the call, though another has been idle longer", async () => {
    await s.advance(1_000);
    await known.command("setState", { state: "1" });
    await s.customer(phone);
    expect([rung(known), rung(other)]).toEqual([phone, undefined]);
    expect(await s.track(known.callView()!.callId)).toContain("offered:lastAgent");
    await s.customer("13800000009");
    expect(rung(other)).toBe("13800000009");
  });

  test("is waited for, and when he gets ready in time has the call", async () => {
    await s.customer(phone);
    await s.advance(20_000);
    expect(rung(other)).toBeUndefined();
    await known.command("setState", { state: "1" });
    expect(rung(known)).toBe(phone);
    expect((await s.track(known.callView()!.callId)).slice(0, 3)).toEqual(["created", "queued", "keptFor"]);
  });

  test("is waited for no longer than the group says", async () => {
    await s.customer(phone);
    await s.advance(29_999);
    expect(rung(other)).toBeUndefined();
    await s.advance(1);
    expect(rung(other)).toBe(phone);
    expect(await s.track(other.callView()!.callId)).toContain("keptLongEnough");
  });

  test("is waited for no longer when he signs out", async () => {
    await s.customer(phone);
    await known.command("logout");
    await s.settle();
    expect(rung(other)).toBe(phone);
    const { callId } = other.callView()!;
    await s.advance(60_000);
    const said = await s.track(callId);
    expect(said.filter((t) => t === "keptLongEnough")).toHaveLength(1);
  });

  test("is nobody's after the group's days", async () => {
    await s.ports.database.system((trx) =>
      trx
        .updateTable("call_record")
        .set({ startAt: new Date(s.ports.clock.now() - 8 * 86_400_000) })
        .where("compId", "=", s.compId)
        .execute(),
    );
    await s.customer(phone);
    expect(rung(other)).toBe(phone);
  });

  test("is nobody to wait for when he is not signed in", async () => {
    await known.command("logout");
    await s.settle();
    await s.customer(phone);
    expect(rung(other)).toBe(phone);
  });
});

describe("Q4 rings", () => {
  test("agents of further levels are offered the caller as it waits", async () => {
    await q.change({ rings: rings([level(0, 1), level(10, 2), level(25, 3)]) });
    await levelOf("1002", 2);
    await levelOf("1003", 3);
    const best = await s.signIn("1001");
    const second = await s.ready("1002");
    const third = await s.ready("1003");
    await s.customer("13800000001");
    await s.advance(9_999);
    expect([rung(second), rung(third)]).toEqual([undefined, undefined]);
    await s.advance(1);
    expect([rung(second), rung(third)]).toEqual(["13800000001", undefined]);
    expect(await s.track(second.callView()!.callId)).toContain("ringWidened");
    // The step that comes while a phone rings counts when that was in vain.
    await s.advance(16_000);
    await second.command("hangup", { callId: second.callView()!.callId });
    expect(rung(third)).toBe("13800000001");
    expect(rung(best)).toBeUndefined();
  });

  test("a further group helps, its own agents at every level", async () => {
    const help = await q.group("help", {});
    await s.ports.database.system((trx) =>
      trx
        .updateTable("skill_group_member")
        .set({ skillGroupId: help, level: 9 })
        .where("compId", "=", s.compId)
        .where("agentId", "=", "1003")
        .execute(),
    );
    await q.change({ rings: rings([level(0, 1), further(15, help)]) });
    await s.signIn("1001");
    const helper = await s.ready("1003");
    await s.customer("13800000001");
    await s.advance(14_999);
    expect(rung(helper)).toBeUndefined();
    await s.advance(1);
    expect(rung(helper)).toBe("13800000001");
    expect(await s.track(helper.callView()!.callId)).toContain("groupAdded:byRings");
  });
});
