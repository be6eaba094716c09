import type { Updateable } from "kysely";
import { createTestDatabase } from "../../../testing/index.ts";
import type { Database } from "../../../ports/database.ts";
import type { EnterpriseTable, SeatTable } from "../../../ports/schema.ts";
import type { ScreenCall } from "../screening.ts";
import { createStage, type Stage } from "../testing/stage.ts";

/** Calls that may not be, and what administrators change while agents are signed in. */
describe("refusals and changes", () => {
  let s: Stage;
  let database: Database;
  let screen: ScreenCall = async () => ({ ok: true });
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    screen = async () => ({ ok: true });
    s = await createStage({
      database,
      greeting: "",
      group: { announceEveryS: 0 },
      screen: (question) => screen(question),
    });
  });
  afterEach(() => s.stop());
  const last = async () => (await s.records()).at(-1)!;
  const track = async () => s.track((await last())["callId"] as string);
  const enterprise = (changes: Updateable<EnterpriseTable>) =>
    database.system((trx) => trx.updateTable("enterprise").set(changes).where("compId", "=", s.compId).execute());
  const seat = async (agentId: string, changes: Updateable<SeatTable>) => {
    await database.system((trx) =>
      trx.updateTable("seat").set(changes).where("compId", "=", s.compId).where("agentId", "=", agentId).execute(),
    );
    await s.ports.broker.publish("seat.changed", { compId: s.compId, agentId });
    await s.advance(200);
  };
  const reachable = (phone: string) => s.called(phone);

  test("K16 whatever a screening wants shown, only the enterprise's own number is; without one nobody is called", async () => {
    screen = async () => ({ ok: true, displayed: "95588" });
    const page = await s.ready("1001");
    await reachable("13800138000");
    await page.command("makeCall", { number: "13800138000" });
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    expect(await last()).toMatchObject({ accessNumber: s.number });
    await page.command("hangup", { callId: page.callView()!.callId });
    await database.system((trx) =>
      trx.updateTable("access_number").set({ enabled: 0 }).where("compId", "=", s.compId).execute(),
    );
    await s.advance(60_000);
    expect(await page.command("makeCall", { number: "13800138000" })).toEqual({
      code: -403,
      msg: "企业没有可外显的接入号码，无法外呼",
    });
    expect(await last()).toMatchObject({ cause: "barred" });
  });

  test("K14 in arrears: the bar says so at once, the caller politely, and colleagues may still talk", async () => {
    await enterprise({ forbidden: 0 });
    const page = await s.ready("1001");
    await reachable("13800138000");
    expect(await page.command("makeCall", { number: "13800138000" })).toEqual({ code: -403, msg: "企业已欠费！" });
    expect([await last(), page.code()]).toEqual([
      expect.objectContaining({ direction: "outbound", cause: "arrears", result: 595 }),
      1,
    ]);
    const { leg } = await s.customer("13900139000");
    expect([s.sw.hears(leg).slice(0, 4), page.code()]).toEqual(["file", 1]);
    await s.advance(1_000);
    expect(await last()).toMatchObject({ direction: "inbound", cause: "arrears", answerAt: null });
    await s.ready("1002");
    expect(await page.command("makeCall", { number: "1002" })).toMatchObject({ code: 1 });
    await page.command("recover");
    await enterprise({ forbidden: 1 });
    await s.customer("13700137000");
    expect((await last())["cause"]).toBeNull();
  });

  test("out of service, or expired: nobody calls anybody", async () => {
    await enterprise({ enabled: 0 });
    const page = await s.ready("1001");
    await s.ready("1002");
    await s.customer();
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "suspended", result: 587 });
    expect(await page.command("makeCall", { number: "1002" })).toEqual({ code: -403, msg: "企业已停用，无法呼叫" });
    await enterprise({ enabled: 1, expiresAt: new Date(s.ports.clock.now() - 1) });
    expect((await page.command("makeCall", { number: "13800138000" })).msg).toBe("企业已停用，无法呼叫");
  });

  test("K14 so many calls at once and no more, of the enterprise and of one number, also when they come together", async () => {
    await enterprise({ maxConcurrentCalls: 2 });
    const page = await s.ready("1001");
    const guests = await Promise.all(
      ["1", "2", "3"].map((phone) => s.numbers.guests.create({ compId: s.compId, number: s.number }, phone)),
    );
    for (const { user } of guests) {
      s.sw.register(user);
      s.sw.invite(user, s.number);
    }
    await s.advance(1_000);
    expect((await s.records()).map((r) => r["cause"]).sort()).toEqual([null, null, "overConcurrency"].sort());
    await reachable("4");
    await page.command("recover");
    await database.system((trx) =>
      trx.updateTable("access_number").set({ concurrency: 1 }).where("number", "=", s.number).execute(),
    );
    await enterprise({ maxConcurrentCalls: 0 });
    await s.customer("5");
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "overConcurrency", result: 593 });
    await enterprise({ maxConcurrentCalls: 1 });
    expect(await page.command("makeCall", { number: "4" })).toEqual({
      code: -403,
      msg: "企业通话数已达上限，请稍后再试",
    });
  });

  test("P34 a customer's page has one call: a second at once, or during it, is busy; one that it was lost from it has left", async () => {
    const page = await s.ready("1001");
    const { user } = await s.numbers.guests.create({ compId: s.compId, number: s.number }, "13800138000");
    s.sw.register(user);
    const [first, second] = [s.sw.invite(user, s.number), s.sw.invite(user, s.number)];
    await s.advance(1_000);
    const third = s.sw.invite(user, s.number);
    await s.settle();
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    expect([second, third].map((leg) => s.sw.hears(leg))).toEqual(["gone", "gone"]);
    expect(await s.records()).toHaveLength(1);
    expect(page.callView()).toMatchObject({ phase: "talking" });
    s.sw.drop(user);
    await s.settle();
    const again = s.sw.invite(user, s.number);
    await s.settle();
    expect([s.sw.hears(first), s.sw.hears(again)]).toEqual(["gone", expect.not.stringMatching("gone")]);
    expect((await s.records()).map(({ endAt }) => endAt === null)).toEqual([false, true]);
    expect(page.code()).toBe(4);
    // The call before is over: its own end takes nothing from the one that runs.
    const fourth = s.sw.invite(user, s.number);
    await s.settle();
    expect(s.sw.hears(fourth)).toBe("gone");
  });

  test("K15 the screening refuses with its reason in the log and on the bar", async () => {
    const asked: unknown[] = [];
    screen = async (question) => {
      asked.push(question);
      return question.direction === "inbound"
        ? { ok: false, cause: "blacklisted", reason: "号码在企业黑名单中" }
        : { ok: false, cause: "barred", reason: "禁止前缀 138" };
    };
    const page = await s.ready("1001");
    const { leg } = await s.customer("13800138000");
    expect([s.sw.hears(leg), await last()]).toEqual([
      "gone",
      expect.objectContaining({ cause: "blacklisted", result: 600 }),
    ]);
    expect(await track()).toEqual(["created", "screened:blacklisted", "ended:blacklisted"]);
    await reachable("13800138000");
    expect(await page.command("makeCall", { number: "13800138000" })).toEqual({ code: -403, msg: "禁止前缀 138" });
    expect(asked).toEqual([
      { compId: s.compId, direction: "inbound", caller: "13800138000", callee: s.number },
      { compId: s.compId, direction: "outbound", caller: s.number, callee: "13800138000", agentId: "1001" },
    ]);
    await page.command("makeCall", { number: "1002" });
    expect(asked).toHaveLength(2);
    screen = async () => Promise.reject(new Error("the database is away"));
    await s.customer("13900139000");
    expect(page.callView()).toMatchObject({ phase: "ringing" });
  });

  test("K15 what the callee sees and what is dialled: the route, else the default number of seat, group or enterprise", async () => {
    const page = await s.signIn("1001");
    const user = await reachable("13800138000");
    const dial = async (number = "13800138000") => {
      await page.command("makeCall", { number });
      const from = s.sw.request(s.sw.at(user)[0]!)?.from;
      await page.command("recover");
      return from;
    };
    const number = (changes: object) =>
      database.system((trx) => trx.updateTable("access_number").set(changes).where("number", "=", s.number).execute());
    // No number in service: nobody is called (K16). None chosen: the first in service.
    await number({ enabled: 0 });
    expect(await dial()).toBeUndefined();
    await number({ enabled: 1 });
    expect(await dial()).toBe(s.number);
    expect(await last()).toMatchObject({ caller: "1001", callee: "13800138000", accessNumber: s.number });
    screen = async ({ caller }) => ({
      ok: true,
      displayed: `0755${caller}`,
      dialled: "13800138000",
      reason: "外呼路由 本地：去掉前缀 9",
    });
    // K16: what the route wants shown is no number of the enterprise.
    expect(await dial("913800138000")).toBe(s.number);
    expect(await last()).toMatchObject({ callee: "913800138000" });
    expect((await track()).slice(0, 3)).toEqual(["created", "screened", "dialled:dialledDirectly"]);
  });

  test("K9 a seat is disabled in its call: the call goes on to its end, then the agent is out", async () => {
    const page = await s.ready("1001");
    const { leg } = await s.customer();
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    await seat("1001", { enabled: 0 });
    expect([page.code(), s.sw.hears(leg)]).toEqual([8, `leg ${s.sw.at(page.user)[0]}`]);
    s.sw.drop(page.user);
    await page.close();
    expect((await s.signIn("1001", { instance: "tab-again" })).callView()).toMatchObject({
      phase: "talking",
      agentLost: false,
    });
    s.sw.leave(leg);
    await s.settle();
    expect([page.code(), page.reason()]).toEqual([0, "seatDisabled"]);
    expect(await last()).toMatchObject({ cause: "completed" });
    const idle = await s.ready("1002");
    await seat("1002", { enabled: 0 });
    expect([idle.code(), idle.reason()]).toEqual([0, "seatDisabled"]);
  });

  test("disabled and enabled again in one call: the agent stays", async () => {
    const page = await s.ready("1001");
    const { leg } = await s.customer();
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    await seat("1001", { enabled: 0 });
    await seat("1001", { enabled: 1 });
    s.sw.leave(leg);
    await s.settle();
    expect([page.code(), page.reason()]).toEqual([4, "ended"]);
  });

  test("K9 other groups, wrap-up and auto-answer count as soon as the agent is idle", async () => {
    const page = await s.ready("1001");
    await database.system(async (trx) => {
      await trx
        .insertInto("skill_group")
        .values({
          compId: s.compId,
          id: `n-${s.compId}`,
          name: "新组",
          strategy: "longest-idle",
          queueLimit: 5,
          maxWaitS: 0,
          ringS: 15,
          wrapUpS: 30,
          announceEveryS: 0,
          serviceLevelS: 20,
        })
        .execute();
      await trx
        .updateTable("access_number")
        .set({ targetId: `n-${s.compId}` })
        .where("number", "=", s.number)
        .execute();
    });
    await s.customer("1");
    await s.advance(1_000);
    expect((await last())["cause"]).toBe("nobodyServes");
    await database.system((trx) =>
      trx
        .insertInto("skill_group_member")
        .values({ compId: s.compId, skillGroupId: `n-${s.compId}`, agentId: "1001", level: 1 })
        .execute(),
    );
    await s.ports.broker.publish("groups.changed", { compId: s.compId });
    await s.advance(200);
    const { leg } = await s.customer("2");
    expect(page.callView()).toMatchObject({ phase: "ringing", skillGroupName: "新组" });
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    await seat("1001", { isAutoAnswer: 2 });
    s.sw.leave(leg);
    await s.settle();
    expect(page.code()).toBe(4);
    await page.command("finishWrapUp");
    await s.customer("3");
    expect(s.sw.request(s.sw.at(page.user)[0]!)?.autoAnswer).toBe(true);
  });
});
