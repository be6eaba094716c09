import { stagesOf, type Stage } from "../testing/stage.ts";

/** docs/protocol.md P7 and P8: what a customer's page is told of its call. */
describe("P7 P8 the customer is told", () => {
  let s: Stage;
  const stage = stagesOf((made) => (s = made));
  const informed = (leg: string) => s.sw.informed.filter((i) => i.leg === leg).map((i) => i.text);
  const newest = (leg: string) => informed(leg).at(-1);

  test("the place in the queue, again when it changes, at most once a second", async () => {
    await stage();
    await s.signIn("1001");
    const legs: string[] = [];
    for (let i = 0; i < 4; i++) legs.push((await s.customer(`1390013900${i}`)).leg);
    expect(legs.map(newest)).toEqual([1, 2, 3, 4].map((n) => `stage=queued&position=${n}`));
    await s.advance(2_000);
    // Two leave one after the other within a second: who is left is told once.
    s.sw.leave(legs[0]!);
    await s.advance(400);
    s.sw.leave(legs[2]!);
    await s.settle();
    expect(informed(legs[3]!)).toEqual(["stage=queued&position=4"]);
    await s.advance(700);
    expect([informed(legs[1]!), informed(legs[3]!)]).toEqual([
      ["stage=queued&position=2", "stage=queued&position=1"],
      ["stage=queued&position=4", "stage=queued&position=2"],
    ]);
    s.sw.leave(legs[1]!);
    await s.advance(400);
    expect(informed(legs[3]!)).toHaveLength(2);
    await s.advance(1_600);
    expect(newest(legs[3]!)).toBe("stage=queued&position=1");
    s.sw.leave(legs[3]!);
    await s.settle();
  });

  test("an offer that fails: ringing, then the queue again", async () => {
    await stage();
    const page = await s.ready("1001");
    const { leg } = await s.customer();
    expect(newest(leg)).toBe("stage=ringing");
    s.sw.leave(s.sw.at(page.user)[0]!, "rejected", { sipCode: 603 });
    await s.advance(1_000);
    expect(informed(leg)).toEqual(["stage=ringing", "stage=queued&position=1"]);
  });

  test("that nobody serves", async () => {
    await stage();
    const { leg } = await s.customer();
    expect(informed(leg)).toEqual(["stage=farewell"]);
  });

  test("the agent is lost and back; lost for good, the queue and the next agent", async () => {
    await stage();
    const page = await s.ready("1001");
    const next = await s.signIn("1002");
    const { leg } = await s.customer();
    const [phone] = s.sw.at(page.user);
    s.sw.pickUp(phone!);
    await s.settle();
    s.sw.lose(phone!);
    await s.settle();
    expect(newest(leg)).toBe("stage=agentLost&agent=1001");
    s.sw.found(phone!);
    await s.settle();
    expect(newest(leg)).toBe("stage=talking&agent=1001");
    s.sw.lose(phone!);
    await s.advance(60_000);
    expect(newest(leg)).toBe("stage=queued&position=1");
    await next.command("setState", { state: "1" });
    s.sw.pickUp(s.sw.at(next.user)[0]!);
    await s.settle();
    expect(informed(leg).slice(-3)).toEqual(["stage=queued&position=1", "stage=ringing", "stage=talking&agent=1002"]);
  });

  test("a customer who was lost is told again, on the leg that replaces the old one too", async () => {
    await stage();
    const page = await s.ready("1001");
    const { leg, user } = await s.customer();
    s.sw.pickUp(s.sw.at(page.user)[0]!);
    await s.settle();
    s.sw.lose(leg);
    await s.settle();
    s.sw.found(leg);
    await s.settle();
    expect(informed(leg)).toEqual(["stage=ringing", "stage=talking&agent=1001", "stage=talking&agent=1001"]);
    s.sw.drop(user);
    await s.settle();
    s.sw.register(user);
    await s.settle();
    const back = s.sw.at(user).at(-1)!;
    expect(back).not.toBe(leg);
    expect(informed(back)).toEqual(["stage=talking&agent=1001"]);
  });

  test("who is called by an agent hears who it is; an agent on the far side is told nothing, for it has its bar", async () => {
    await stage();
    const page = await s.ready("1001");
    const { leg, user } = await s.customer("13700137000");
    s.sw.leave(leg);
    await s.settle();
    await s.advance(10_000);
    await page.command("setState", { state: "2" });
    await page.command("makeCall", { number: "13700137000" });
    const far = s.sw.at(user).at(-1)!;
    s.sw.pickUp(far);
    await s.settle();
    expect(informed(far)).toEqual(["stage=talking&agent=1001"]);
    s.sw.leave(far);
    await s.settle();
    await page.command("finishWrapUp");
    const other = await s.signIn("1002");
    const before = s.sw.informed.length;
    await page.command("makeCall", { number: "1002" });
    s.sw.pickUp(s.sw.at(other.user)[0]!);
    await s.settle();
    expect(other.callView()?.phase).toBe("talking");
    expect(s.sw.informed).toHaveLength(before);
  });
});
