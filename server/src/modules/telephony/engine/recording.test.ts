import { stageEach, type Page, type Stage } from "../testing/stage.ts";
import { talkWith } from "../testing/talks.ts";

describe("K23 recording", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  async function talk() {
    const { page: one, leg, callId } = await talkWith(s);
    const order = (action: string, more: Record<string, string> = {}) =>
      one.command("recordControl", { callId, action, ...more });
    return { one, leg, callId, order, recorded: () => s.sw.recordings.get(callId) };
  }
  const byHand = (table: "seat" | "skill_group" | "access_number") =>
    s.ports.database.tenant(s.compId, (trx) =>
      trx.updateTable(table).set({ recordMode: 0 }).where("compId", "=", s.compId).execute(),
    );
  const state = (page: Page) => page.callView()?.recording;

  test("E19 a pause is silence until it is gone on with; both stand in the track with who did it", async () => {
    const { one, order, recorded, callId, leg } = await talk();
    expect(state(one)).toEqual({ state: "on", auto: true });
    await s.advance(5_000);
    expect(await order("pause")).toEqual({ code: 1 });
    expect(recorded()?.paused).toBe(true);
    expect(state(one)).toEqual({ state: "paused", auto: true, until: s.ports.clock.now() + 180_000 });
    await s.advance(10_000);
    expect(await order("resume")).toEqual({ code: 1 });
    expect(recorded()?.paused).toBe(false);
    expect(state(one)).toEqual({ state: "on", auto: true });
    // The limit of the first pause is of no account any more.
    await s.advance(200_000);
    expect(await s.track(callId)).toEqual(expect.arrayContaining(["recordControl:byAgent"]));
    expect((await s.track(callId)).filter((type) => type.startsWith("recordControl"))).toHaveLength(2);
    s.sw.leave(leg);
    await s.settle();
    expect((await s.record(callId))?.["recordingMs"]).toBe(215_000);
  });

  test("E19 after 180 s it goes on by itself", async () => {
    const { one, order, recorded, callId } = await talk();
    await order("pause");
    await s.advance(179_000);
    expect(recorded()?.paused).toBe(true);
    await s.advance(1_100);
    expect(recorded()?.paused).toBe(false);
    expect(state(one)).toEqual({ state: "on", auto: true });
    expect((await s.track(callId)).filter((type) => type.startsWith("recordControl"))).toEqual([
      "recordControl:byAgent",
      "recordControl",
    ]);
  });

  test("what does not fit is refused in words and changes nothing; a mark stands in the track", async () => {
    const { order, recorded, callId, one } = await talk();
    expect(await order("stop")).toEqual({ code: -403, msg: "该通话为自动录音，不能停止" });
    expect(await order("start")).toEqual({ code: -403, msg: "该通话正在录音" });
    expect(await order("resume")).toEqual({ code: -403, msg: "录音没有暂停" });
    expect(await order("erase")).toMatchObject({ code: -400 });
    expect(await order("mark", { text: "很".repeat(51) })).toMatchObject({ code: -400 });
    expect(await one.command("recordControl", { callId: "other", action: "pause" })).toEqual({ code: -404 });
    expect(await order("mark", { text: "投诉" })).toEqual({ code: 1 });
    await order("pause");
    expect(await order("pause")).toEqual({ code: -403, msg: "录音已暂停" });
    expect(await order("mark")).toEqual({ code: -403, msg: "当前没有录音，无法标记" });
    expect(recorded()?.paused).toBe(true);
    expect((await s.track(callId)).filter((type) => type.startsWith("recordControl"))).toHaveLength(2);
  });

  test.each(["seat", "skill_group", "access_number"] as const)(
    "a %s without automatic recording: none, until it is begun by hand; what was begun by hand can be stopped",
    async (table) => {
      await byHand(table);
      const { one, order, recorded, callId, leg } = await talk();
      expect(state(one)).toEqual({ state: "off", auto: false });
      expect(recorded()).toBeUndefined();
      expect(await order("pause")).toEqual({ code: -403, msg: "当前没有录音" });
      await s.advance(4_000);
      expect(await order("start")).toEqual({ code: 1 });
      expect(recorded()?.paused).toBe(false);
      await s.advance(3_000);
      expect(await order("stop")).toEqual({ code: 1 });
      expect([recorded()?.paused, state(one)]).toEqual([true, { state: "off", auto: false }]);
      await s.advance(2_000);
      expect(await order("start")).toEqual({ code: 1 });
      expect(recorded()?.paused).toBe(false);
      s.sw.leave(leg);
      await s.settle();
      // One recording a call, from its first beginning.
      expect((await s.record(callId))?.["recordingMs"]).toBe(5_000);
    },
  );

  test("nothing was begun: the record has no recording", async () => {
    await byHand("seat");
    const { callId, leg } = await talk();
    s.sw.leave(leg);
    await s.settle();
    expect(await s.record(callId)).toMatchObject({ recordingKey: null, result: 200 });
  });

  test("an agent's own call: the seat and the number it shows decide", async () => {
    await byHand("access_number");
    const user = await s.called();
    const one = await s.ready("1001");
    await one.command("makeCall", { number: "13800138000" });
    s.sw.pickUp(s.sw.at(one.user)[0]!);
    await s.settle();
    s.sw.pickUp(s.sw.at(user)[0]!);
    await s.settle();
    expect(state(one)).toEqual({ state: "off", auto: false });
  });

  test("assistRecord: a monitor begins, marks and ends the recording of a talk that is not recorded by itself", async () => {
    await byHand("seat");
    const { recorded, callId } = await talk();
    const monitor = await s.signIn("1002");
    const order = (action: string) => monitor.command("assistRecord", { agentId: "1001", action });
    expect(await order("mark")).toEqual({ code: -403, msg: "当前没有录音，无法标记" });
    expect(await order("start")).toEqual({ code: 1, fields: { callId } });
    expect(recorded()?.paused).toBe(false);
    expect(await order("mark")).toMatchObject({ code: 1 });
    expect(await order("pause")).toMatchObject({ code: -400 });
    expect(await order("stop")).toMatchObject({ code: 1 });
    expect(recorded()?.paused).toBe(true);
    expect(await monitor.command("assistRecord", { agentId: "1003", action: "start" })).toEqual({
      code: -403,
      msg: "该坐席当前不在通话中",
    });
    expect((await s.track(callId)).filter((type) => type === "recordControl:byMonitor")).toHaveLength(3);
  });
});
