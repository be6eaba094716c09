import { isContact, readStream } from "../../event-log/index.ts";
import { stageEach, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

describe("K24 satisfaction survey", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  async function talk() {
    const { page: one, ...talk } = await talkWith(s);
    return { one, ...talk };
  }
  const start = async (agentId: string, callId: string) => {
    const reply = await s.engine.request({ verb: "survey", compId: s.compId, agentId, callId });
    await s.settle();
    return reply;
  };
  async function asked() {
    const at = await talk();
    await s.advance(5_000);
    expect(await start("1001", at.callId)).toEqual({ code: 1 });
    return at;
  }
  const press = async (leg: string, digit: string) => {
    s.sw.press(leg, digit);
    await s.settle();
  };
  const facts = async (callId: string) =>
    (await s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id: callId })))
      .filter(isContact)
      .map(({ fact, actor }) => ({ ...fact, actor }));
  const ends = async (callId: string) => (await s.track(callId)).at(-1);

  test("E18 E21 the agent wraps up, the customer hears the question, key 2 is 8; the record is open until the end", async () => {
    const { one, leg, phone, callId } = await asked();
    expect([one.code(), one.callView(), s.sw.hears(phone)]).toEqual([4, undefined, "gone"]);
    expect(s.sw.hears(leg)).toMatch(/^file /);
    expect(s.sw.informed.at(-1)).toEqual({ leg, text: "stage=survey" });
    expect(await s.record(callId)).toMatchObject({ endAt: null });
    await s.advance(3_000);
    await press(leg, "2");
    expect(await facts(callId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: "surveyStarted", agentId: "1001", actor: "1001" }),
        { type: "surveyAnswered", key: "2", name: "满意", score: 8, agentId: "1001", actor: "caller" },
      ]),
    );
    await s.advance(60_000);
    expect(s.sw.hears(leg)).toBe("gone");
    // The talk is what the agent talked; the survey is none of it.
    expect(await s.record(callId)).toMatchObject({ result: 200, cause: "completed", agentId: "1001", talkMs: 5_000 });
    // K8: no step of the track holds the key.
    expect((await s.track(callId)).filter((type) => type.startsWith("digits"))).toEqual([]);
  });

  test.each([
    ["1", 10],
    ["3", 5],
    ["4", 1],
  ])("key %s is %i", async (key, score) => {
    const { leg, callId } = await asked();
    await press(leg, key);
    expect(await facts(callId)).toContainEqual(expect.objectContaining({ type: "surveyAnswered", score }));
  });

  test("another key and silence: asked three times, 30 s each, then the end without a mark", async () => {
    const { leg, callId } = await asked();
    await press(leg, "9");
    await s.advance(29_000);
    expect(await s.record(callId)).toMatchObject({ endAt: null });
    await s.advance(1_100);
    await s.advance(29_000);
    expect(await s.record(callId)).toMatchObject({ endAt: null });
    await s.advance(30_000);
    expect([await ends(callId), s.sw.hears(leg)]).toEqual(["recordingStored", "gone"]);
    expect((await facts(callId)).map(({ type }) => type)).not.toContain("surveyAnswered");
    expect(await s.record(callId)).toMatchObject({ cause: "completed" });
  });

  test.each(["leave", "lose"] as const)("a customer who is gone (%s) ends it: the talk was over", async (how) => {
    const { leg, callId } = await asked();
    s.sw[how](leg);
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ cause: "completed", result: 200 });
    expect(s.sw.hears(leg)).toBe("gone");
  });

  test("from hold too; not in a consultation, not among colleagues, not for another's call", async () => {
    const { one, leg, callId } = await talk();
    const two = await s.ready("1002");
    expect(await start("1002", callId)).toEqual({ code: -404 });
    await one.command("consult", { callId, agentId: "1002" });
    expect(await start("1001", callId)).toEqual({ code: -403 });
    await one.command("consultCancel", { callId });
    await one.command("hold", { callId });
    expect(await start("1001", callId)).toEqual({ code: 1 });
    expect(s.sw.hears(leg)).toMatch(/^file /);
    await press(leg, "1");
    await s.advance(60_000);
    await two.command("makeCall", { number: "1001" });
    for (const page of [two, one]) {
      s.sw.pickUp(s.sw.at(page.user)[0]!);
      await s.settle();
    }
    expect(await start("1002", two.callView()!.callId)).toEqual({ code: -403, msg: "内部通话不能邀请评价" });
  });
});
