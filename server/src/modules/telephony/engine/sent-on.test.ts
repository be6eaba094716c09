/** Calls that were sent on without asking: who takes them back, and own access numbers. */
import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

describe("K60 sent on without asking", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

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
