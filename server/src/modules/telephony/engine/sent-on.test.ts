/** Calls that were sent on without asking: who takes them back, and own access numbers. */
import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";
import { queuesOf } from "../testing/queues.ts";

describe("K60 sent on without asking", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));
  const { group } = queuesOf(() => s);

  /** 1001 talks with a customer, 1002 is ready. */
  async function talk() {
    const { page: one, ...talk } = await talkWith(s);
    return { one, ...talk, two: await s.ready("1002") };
  }
  const answers = async (page: Page) => {
    const leg = s.sw.at(page.user).at(-1)!;
    s.sw.pickUp(leg);
    await s.settle();
    return leg;
  };

  const said = (page: Page) => page.heard.filter((e) => e.name === "notice").map((e) => e.fields["msg"]);

  test("K20 a transfer without asking: the customer hears ringing, the first agent wraps up, the second talks", async () => {
    const { one, two, leg, callId } = await talk();
    expect(await one.command("transfer", { callId, agentId: "1002" })).toEqual({ code: 1 });
    expect([s.sw.hears(leg), one.code(), two.code(), one.callView()]).toEqual(["tone", 4, 5, undefined]);
    const next = await answers(two);
    expect([s.sw.hears(leg), s.sw.hears(next), two.code()]).toEqual([`leg ${next}`, `leg ${leg}`, 8]);
    expect(said(one)).toEqual(["已成功转移通话"]);
    const track = await s.track(callId);
    expect(track.slice(-3)).toEqual(["sentOn", "offered:byTransfer", "transferred"]);
    expect(track.filter((t) => t.startsWith("answered"))).toHaveLength(1);
  });

  test("K20 nobody answers the transfer: it rings at the first agent again", async () => {
    const { one, two, leg, callId } = await talk();
    await one.command("transfer", { callId, agentId: "1002" });
    await s.advance(31_000);
    expect([two.code(), one.code()]).toEqual([2, 5]);
    const again = await answers(one);
    expect([s.sw.hears(leg), one.code(), one.callView()?.callId]).toEqual([`leg ${again}`, 8, callId]);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["transferFailed", "offered:transferBack"]));
  });

  test("K20 and when that one is gone, first in line of the queue the call came through", async () => {
    const { one, two, leg, callId } = await talk();
    await one.command("transfer", { callId, agentId: "1002" });
    await one.close();
    await one.command("logout").catch(() => undefined);
    s.sw.drop(one.user);
    // The ring time, and the time in which he might have come back (K60).
    await s.advance(42_000);
    expect(s.sw.hears(leg)).toMatch(/music|file/);
    await two.command("setState", { state: "1" });
    expect(two.callView()?.callId).toBe(callId);
  });

  test("K20 to a skill group: routed like a new call, in that group", async () => {
    const { one, two, leg, callId } = await talk();
    const id = await group("second", { "1002": 1 });
    await two.command("setState", { state: "2" });
    const other = await s.signIn("1002");
    await other.command("setState", { state: "1" });
    expect(await one.command("transfer", { callId, skillGroup: id })).toEqual({ code: 1 });
    await s.settle();
    expect(other.callView()).toMatchObject({ phase: "ringing", skillGroupName: "second", callId });
    expect(await one.command("transfer", { callId, skillGroup: "none" })).toMatchObject({ code: -404 });
    const phone = await answers(other);
    expect(s.sw.hears(leg)).toBe(`leg ${phone}`);
  });

  test("K60 he who sent it on is busy elsewhere: it waits for him, up to 10 s, before it goes to the queue", async () => {
    const { one, two, callId } = await talk();
    await s.ready("1003");
    await one.command("transfer", { callId, agentId: "1002" });
    await one.command("finishWrapUp");
    await one.command("makeCall", { number: "1003" });
    const own = one.callView()!.callId;
    await s.advance(30_000);
    expect([two.code(), one.callView()?.callId]).toEqual([2, own]);
    await s.advance(5_000);
    await one.command("hangup", { callId: own });
    await s.advance(600);
    expect([one.code(), one.callView()?.callId]).toEqual([5, callId]);
    // Declined: the queue has it, and nobody waits any more.
    await one.command("hangup", { callId });
    await s.advance(11_000);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["transferFailed", "offered:transferBack"]));
  });

  /** An own access number that leads there. */
  const second = async (targetKind: string, targetId: string) => {
    const number = `77${s.number}`;
    await s.ports.database.system((trx) =>
      trx
        .insertInto("access_number")
        .values({ compId: s.compId, number, title: "二线", targetKind, targetId, greeting: "" })
        .execute(),
    );
    return number;
  };

  test.each([
    ["is busy", { state: "2" }, "正忙"],
    ["has signed out", undefined, "没有坐席签入"],
  ])("K63 the seat behind a number %s: who sent the customer there has him again", async (_, state, why) => {
    const { one, two, leg, callId } = await talk();
    const number = await second("seat", "1002");
    await (state ? two.command("setState", state) : two.command("logout"));
    expect(await one.command("transfer", { callId, number })).toEqual({ code: 1 });
    expect([one.code(), one.callView()?.callId]).toEqual([5, callId]);
    expect(said(one)).toEqual([`${number}${why}，客户已转回，请接听`]);
    const again = await answers(one);
    expect([s.sw.hears(leg), s.sw.hears(again)]).toEqual([`leg ${again}`, `leg ${leg}`]);
    expect(said(one)).toHaveLength(1);
  });

  test("K63 and he is not free: first in line in the queue the call came through, and he reads so", async () => {
    const { one, two, leg, callId } = await talk();
    await s.ready("1003");
    const number = await second("seat", "1002");
    await two.command("setState", { state: "2" });
    await one.command("transfer", { callId, number });
    await one.command("hangup", { callId });
    await s.settle();
    // Declined: nobody else is ready but 1003, whom the queue rings at once.
    expect(s.sw.hears(leg)).toMatch(/music|file/);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["transferFailed", "offered:transferBack"]));
    expect((await s.track(callId)).at(-1)).toMatch(/^offered/);
  });

  test("K63 the number's seat does not answer and he is in another call: the queue has the customer after 10 s", async () => {
    const { one, two, callId } = await talk();
    const number = await second("seat", "1002");
    const third = await s.ready("1003");
    await one.command("transfer", { callId, number });
    expect(two.callView()?.callId).toBe(callId);
    await one.command("finishWrapUp");
    await one.command("makeCall", { number: "1003" });
    s.sw.pickUp(s.sw.at(third.user)[0]!);
    await s.advance(30_000);
    await s.advance(11_000);
    expect(said(one)).toEqual([`${number}无人接听，客户已回到队列优先排队`]);
    expect((await s.track(callId)).filter((step) => step === "queued")).toHaveLength(2);
    await two.command("setState", { state: "1" });
    expect(two.callView()?.callId).toBe(callId);
  });

  test.each(["at once", "while he waits"])(
    "K63 nobody is signed in at the group, %s: who sent the customer there has him again, and his queue after that",
    async (when) => {
      const { one, two, leg, callId } = await talk();
      const id = await group("night", when === "at once" ? {} : { "1002": 1 });
      await two.command("logout");
      const there = when === "at once" ? undefined : await s.signIn("1002");
      expect(await one.command("transfer", { callId, skillGroup: id })).toEqual({ code: 1 });
      await s.settle();
      if (there) {
        expect([one.code(), one.callView()]).toEqual([4, undefined]);
        await there.command("logout");
      }
      expect([one.code(), one.callView()?.callId]).toEqual([5, callId]);
      expect(said(one)).toEqual(["night没有坐席签入，客户已转回，请接听"]);
      await s.advance(31_000);
      expect(s.sw.hears(leg)).toMatch(/music|file/);
      const third = await s.ready("1003");
      expect(third.callView()).toMatchObject({ callId, skillGroupName: "客服一组" });
    },
  );

  test("K63 the wait in the group is over: the same", async () => {
    const { one, callId } = await talk();
    const short = await group("short", { "1002": 1 }, { maxWaitS: 20 });
    await s.signIn("1002").then((page) => page.command("setState", { state: "2" }));
    await one.command("transfer", { callId, skillGroup: short });
    await s.advance(21_000);
    expect([one.callView()?.callId, said(one)]).toEqual([callId, ["short排队超时无人接听，客户已转回，请接听"]]);
  });

  test("K63 to a group: he reads that it succeeded when somebody there has answered, and not before", async () => {
    const { one, two, callId } = await talk();
    const id = await group("experts", { "1002": 1 });
    await two.command("logout");
    const other = await s.signIn("1002");
    await one.command("transfer", { callId, skillGroup: id });
    expect(said(one)).toEqual([]);
    await other.command("setState", { state: "1" });
    await answers(other);
    expect(said(one)).toEqual(["已成功转移通话"]);
  });

  /** The agents' parts of the call, with their results. */
  const stretches = async (callId: string) =>
    (
      await s.ports.database.system((trx) =>
        trx
          .selectFrom("call_leg")
          .select(["agentId", "result"])
          .where("compId", "=", s.compId)
          .where("callId", "=", callId)
          .where("role", "=", "agent")
          .orderBy("seq")
          .execute(),
      )
    ).map(({ agentId, result }) => [agentId, result]);

  test("K20 K63 a seat that does not answer: he reads so, and its stretch alone is 592, whoever missed the call before", async () => {
    const two = await s.ready("1002");
    await s.advance(1_000);
    const one = await s.ready("1001");
    const { leg } = await s.customer();
    // 1002 was longer idle, and declines.
    await two.command("hangup", { callId: two.callView()!.callId });
    await answers(one);
    const { callId } = one.callView()!;
    await two.command("setState", { state: "1" });
    expect(await one.command("transfer", { callId, agentId: "1002" })).toEqual({ code: 1 });
    await s.advance(29_000);
    expect(said(one)).toEqual([]);
    await s.advance(2_000);
    expect([two.code(), one.code()]).toEqual([2, 5]);
    expect(said(one)).toEqual(["1002无人接听，客户已转回，请接听"]);
    await answers(one);
    expect(said(one)).toHaveLength(1);
    s.sw.leave(leg);
    await s.settle();
    expect((await stretches(callId)).map(([agentId, result]) => [agentId, result === 592])).toEqual([
      ["1002", false],
      ["1001", false],
      ["1002", true],
      ["1001", false],
    ]);
  });

  test("K63 a group that nobody is at: who missed the call before it was sent there did not fail it", async () => {
    const two = await s.ready("1002");
    await s.advance(1_000);
    const one = await s.ready("1001");
    await s.customer();
    await two.command("hangup", { callId: two.callView()!.callId });
    await answers(one);
    const { callId } = one.callView()!;
    await one.command("transfer", { callId, skillGroup: await group("night", {}) });
    expect(one.callView()?.callId).toBe(callId);
    expect((await stretches(callId)).map(([, result]) => result)).not.toContain(592);
  });

  test("K60 to an own access number: where that leads now, inside; an unknown or closed one is refused", async () => {
    const { one, two, leg, callId } = await talk();
    await s.ports.database.system((trx) =>
      trx
        .insertInto("access_number")
        .values([
          {
            compId: s.compId,
            number: `77${s.number}`,
            title: "二线",
            targetKind: "seat",
            targetId: "1002",
            greeting: "",
          },
          { compId: s.compId, number: `78${s.number}`, title: "停用", targetKind: "none", targetId: "", enabled: 0 },
        ])
        .execute(),
    );
    // One out of service is a number like any other, at which nobody is.
    expect(await one.command("transfer", { callId, number: `78${s.number}` })).toMatchObject({ code: -403 });
    expect(await one.command("transfer", { callId, number: `77${s.number}` })).toEqual({ code: 1 });
    expect([one.code(), two.callView()?.callId]).toEqual([4, callId]);
    const next = await answers(two);
    expect([s.sw.hears(leg), s.sw.hears(next)]).toEqual([`leg ${next}`, `leg ${leg}`]);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["sentOn", "offered:byTarget"]));
  });
});
