import { loadAreaCodes } from "../../numbers/index.ts";
import { stagesOf, type Stage } from "../testing/stage.ts";

/** Every way a caller can leave before anybody talks, and every way an offer can fail. */
describe("waiting and ringing", () => {
  let s: Stage;
  const stage = stagesOf((made) => (s = made));
  const last = async () => (await s.records()).at(-1)!;

  test("caller gone in the greeting", async () => {
    await stage({ greeting: "您好" });
    await s.ready("1001");
    const { leg } = await s.customer();
    s.sw.leave(leg);
    await s.settle();
    expect(await last()).toMatchObject({ cause: "abandonedInGreeting", result: 183, agentId: null });
  });

  test("caller gone in the queue; positions are spoken at once and again", async () => {
    await stage();
    const busy = await s.signIn("1001");
    const { leg } = await s.customer();
    const second = await s.customer("13900139000");
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(1_000);
    expect(s.sw.hears(leg)).toBe("music");
    await s.advance(30_000);
    s.sw.leave(leg);
    await s.settle();
    const [first] = await s.records();
    expect(first).toMatchObject({ cause: "abandonedInQueue", waitMs: 31_000 });
    expect((await s.track(first!["callId"] as string)).filter((t) => t === "positionAnnounced")).toHaveLength(2);
    const events = await s.ports.database.system((trx) =>
      trx
        .selectFrom("event")
        .select(["data"])
        .where("compId", "=", s.compId)
        .where("type", "=", "positionAnnounced")
        .orderBy("at")
        .execute(),
    );
    expect(events.map((e) => e.data["position"])).toEqual([0, 1, 0, 1]);
    expect(busy.code()).toBe(2);
    s.sw.leave(second.leg);
    await s.settle();
  });

  test("K65 what is a short abandon: the enterprise's limit, the group's own before it, 0 is never", async () => {
    await stage();
    await s.signIn("1001");
    const givesUp = async (own: number | null) => {
      await s.ports.database.system((trx) =>
        trx.updateTable("skill_group").set({ shortAbandonS: own }).where("compId", "=", s.compId).execute(),
      );
      const { leg } = await s.customer();
      await s.advance(7_000);
      s.sw.leave(leg);
      await s.settle();
      const { waitMs, shortMs, outcome } = await s.ports.database.system((trx) =>
        trx
          .selectFrom("call_visit")
          .selectAll()
          .where("compId", "=", s.compId)
          .orderBy("enteredAt", "desc")
          .executeTakeFirstOrThrow(),
      );
      expect([waitMs, outcome, (await last())["shortMs"]]).toEqual([7_000, "abandoned", shortMs]);
      return shortMs;
    };
    expect(await givesUp(null)).toBe(5_000);
    await s.ports.database.system((trx) =>
      trx.insertInto("seat_setting").values({ compId: s.compId, chatMax: 5, idDigits: 4, shortAbandonS: 10 }).execute(),
    );
    expect(await givesUp(null)).toBe(10_000);
    expect(await givesUp(20)).toBe(20_000);
    expect(await givesUp(0)).toBe(0);
  });

  test("the bar shows where the caller is from and how long the queue took", async () => {
    await loadAreaCodes();
    await stage();
    const page = await s.signIn("1001");
    await s.customer("075512345678");
    await s.advance(42_000);
    await page.command("setState", { state: "1" });
    await s.settle();
    expect(page.callView()).toMatchObject({ place: "广东省深圳市", waitedMs: 42_000 });
  });

  test("caller gone while it rings: the agent is ready again and keeps its turn", async () => {
    await stage();
    const first = await s.ready("1001");
    await s.advance(1_000);
    await s.ready("1002");
    const { leg } = await s.customer();
    expect(first.callView()?.phase).toBe("ringing");
    s.sw.leave(leg);
    await s.settle();
    expect(first.last("callEnd")).toMatchObject({ cause: "abandonedRinging" });
    expect([first.code(), first.reason()]).toEqual([1, "customerGone"]);
    expect(await last()).toMatchObject({ cause: "abandonedRinging", agentId: "1001" });
    await s.customer("2");
    expect(first.callView()?.phase).toBe("ringing");
  });

  test("K3 no answer: the agent is busy with the reason, the next one rings, then the caller waits on", async () => {
    await stage();
    const one = await s.ready("1001");
    await s.advance(10);
    const two = await s.ready("1002");
    const { leg } = await s.customer();
    await s.advance(20_000);
    expect([one.code(), one.reason(), two.code()]).toEqual([2, "noAnswer", 5]);
    expect(s.sw.at(one.user)).toEqual([]);
    s.sw.leave(s.sw.at(two.user)[0]!, "rejected", { sipCode: 603 });
    await s.settle();
    expect([two.code(), two.reason()]).toEqual([2, "declined"]);
    expect(s.sw.hears(leg)).toBe("music");
    const row = await last();
    expect(await s.track(row["callId"] as string)).toEqual([
      "created",
      "queued",
      "offered:longestIdle",
      "offerEnded:noAnswer",
      "offered:longestIdle",
      "offerEnded:declined",
    ]);
    await one.command("setState", { state: "1" });
    expect(one.callView()?.phase).toBe("ringing");
    s.sw.pickUp(s.sw.at(one.user)[0]!);
    await s.settle();
    expect(one.callView()?.phase).toBe("talking");
  });

  test("the agent declines by the bar", async () => {
    await stage();
    const page = await s.ready("1001");
    await s.customer();
    expect(await page.command("hangup", { callId: page.callView()!.callId })).toEqual({ code: 1 });
    expect([page.code(), page.reason()]).toEqual([2, "declined"]);
    expect(page.last("callEnd")).toMatchObject({ cause: "rejected" });
    expect(s.sw.at(page.user)).toEqual([]);
  });

  test("the ringing page reloads: it rings there again, within the same ring time", async () => {
    await stage();
    const page = await s.ready("1001");
    await s.customer();
    await s.advance(5_000);
    s.sw.drop(page.user);
    await s.advance(1_000);
    s.sw.register(page.user);
    await s.settle();
    const [leg] = s.sw.at(page.user);
    expect(s.sw.request(leg!)?.ringMs).toBe(14_000);
    s.sw.pickUp(leg!);
    await s.settle();
    expect(page.callView()?.phase).toBe("talking");
  });

  test("the ringing page never comes back: device gone, the next agent", async () => {
    await stage();
    const page = await s.ready("1001");
    await s.customer();
    s.sw.drop(page.user);
    await s.advance(5_000);
    expect([page.code(), page.reason()]).toEqual([2, "deviceGone"]);
    const next = await s.ready("1002");
    expect(next.callView()?.phase).toBe("ringing");
  });

  test("an agent without a registered phone is offered nothing and is set busy after 10 s", async () => {
    await stage();
    const page = await s.signIn("1001", { device: false });
    await page.command("setState", { state: "1" });
    const { leg } = await s.customer();
    expect(page.code()).toBe(1);
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(10_000);
    expect([page.code(), page.reason()]).toEqual([2, "deviceGone"]);
    s.sw.register(page.user);
    await page.command("setState", { state: "1" });
    expect(page.callView()?.phase).toBe("ringing");
  });

  test("nobody signed in: the sentence is spoken, then the end", async () => {
    await stage({ greeting: "您好" });
    const { leg } = await s.customer();
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await s.advance(1_000);
    expect(s.sw.hears(leg)).toBe("gone");
    expect(await last()).toMatchObject({ cause: "nobodyServes", answerAt: null, queuedAt: null });
  });

  test("waited too long: an announcement, then the end; a phone that rings then may still be answered", async () => {
    await stage({ group: { maxWaitS: 15, announceEveryS: 0 } });
    const page = await s.signIn("1001");
    await s.customer();
    await s.advance(15_000);
    await s.advance(1_000);
    // The announcement after it is no wait.
    expect(await last()).toMatchObject({ cause: "queueTimeout", result: 594, waitMs: 15_000 });
    await page.command("setState", { state: "1" });
    await s.customer();
    await s.advance(16_000);
    expect(page.callView()?.phase).toBe("ringing");
    await s.advance(4_000);
    expect(page.reason()).toBe("noAnswer");
    await s.advance(1_000);
    expect(await last()).toMatchObject({ cause: "queueTimeout", agentId: "1001" });
  });

  test("the queue is full", async () => {
    await stage({ group: { queueLimit: 1 } });
    await s.signIn("1001");
    await s.customer("1");
    await s.customer("2");
    await s.advance(1_000);
    expect((await s.records()).map((r) => r["cause"])).toEqual([null, "queueFull"]);
  });

  test("a number that does not exist any more, or another one than the page is for", async () => {
    await stage();
    await s.ports.database.system((trx) =>
      trx.updateTable("access_number").set({ enabled: 0 }).where("number", "=", s.number).execute(),
    );
    await s.customer();
    expect(await last()).toMatchObject({ cause: "numberUnknown", result: 582 });
    const guest = await s.numbers.guests.create({ compId: s.compId, number: s.number }, "13800138000");
    s.sw.invite(guest.user, "1001");
    await s.settle();
    expect(await last()).toMatchObject({ cause: "barred", result: 700, callee: "1001" });
    expect(s.sw.log.filter((l) => l.startsWith("hangup"))).toEqual([
      expect.stringContaining("not-found"),
      expect.stringContaining("rejected"),
    ]);
    expect(s.sw.log.filter((l) => l.startsWith("answer"))).toEqual([]);
    s.sw.invite("g000000000000000000", s.number);
    await s.settle();
    expect(s.sw.legs).toBe(0);
    expect(await s.records()).toHaveLength(2);
  });

  test("callers in order, agents by idle time, one call each", async () => {
    await stage({ group: { announceEveryS: 0 } });
    await s.signIn("1003");
    const callers = [];
    for (const phone of ["1", "2", "3"]) {
      callers.push(await s.customer(phone));
      await s.advance(10);
    }
    const a = await s.ready("1001");
    await s.advance(10);
    const b = await s.ready("1002");
    expect([a.callView()?.number, b.callView()?.number]).toEqual(["1", "2"]);
    s.sw.pickUp(s.sw.at(b.user)[0]!);
    s.sw.pickUp(s.sw.at(a.user)[0]!);
    await s.settle();
    await b.command("hangup", { callId: b.callView()!.callId });
    expect(b.code()).toBe(4);
    await b.command("finishWrapUp");
    expect(b.callView()?.number).toBe("3");
    expect(s.sw.request(s.sw.at(b.user)[0]!)).toMatchObject({
      from: "3",
      near: callers[2]!.leg,
      ringMs: 20_000,
      headers: { "X-Liantai-Call": b.callView()!.callId },
    });
  });

  test("what the agent may not see is masked in the bar and in SIP alike", async () => {
    await stage();
    const page = await s.signIn("1001", { hide: true });
    await page.command("setState", { state: "1" });
    await s.customer("13800138000");
    expect(page.callView()?.number).toBe("138****8000");
    expect(s.sw.request(s.sw.at(page.user)[0]!)?.from).toBe("138****8000");
  });
});
