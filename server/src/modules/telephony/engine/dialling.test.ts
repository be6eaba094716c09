import { stageEach, type Stage } from "../testing/stage.ts";

describe("calls that agents begin", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));
  const last = async () => (await s.records()).at(-1)!;
  const guest = (phone?: string) => s.called(phone);

  test("to a customer: own browser first, ringback, talk, wrap-up of the first group", async () => {
    const page = await s.ready("1001");
    const user = await guest();
    expect((await page.command("makeCall", { number: "13800138000" })).code).toBe(1);
    const [own] = s.sw.at(page.user);
    const [far] = s.sw.at(user);
    expect(s.sw.request(own!)).toMatchObject({ autoAnswer: true });
    expect(s.sw.request(far!)).toMatchObject({ from: s.number, near: own, autoAnswer: false });
    expect(page.callView()).toMatchObject({ direction: "outbound", phase: "dialling", number: "13800138000" });
    expect(page.code()).toBe(15);
    expect(s.sw.hears(own!)).toBe("tone");
    await s.advance(4_000);
    s.sw.pickUp(far!);
    await s.settle();
    expect(s.sw.hears(own!)).toBe(`leg ${far}`);
    const { callId } = page.callView()!;
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [far], right: [own] });
    await s.advance(6_000);
    s.sw.leave(far!);
    await s.settle();
    expect(page.code()).toBe(4);
    expect(await last()).toMatchObject({
      direction: "outbound",
      caller: "1001",
      callee: "13800138000",
      agentId: "1001",
      ringMs: 4_000,
      talkMs: 6_000,
      result: 200,
      cause: "completed",
    });
    expect(await s.track(callId)).toEqual([
      "created",
      "dialled:dialledDirectly",
      "farRinging",
      "answered",
      "recordingStarted",
      "hungup",
      "ended:completed",
      "recordingStored",
    ]);
  });

  test("P2 who types another's phone takes none of its callbacks: a page is called after its own call, for 30 minutes", async () => {
    const phone = "13800138000";
    const page = await s.ready("1001");
    const typed = await s.numbers.guests.create({ compId: s.compId, number: s.number }, phone);
    s.sw.register(typed.user);
    const dial = async () => {
      await page.command("makeCall", { number: phone });
      const rings = [typed.user, customer, later].filter((user) => user !== "" && s.sw.at(user).length > 0);
      if (page.callView()) await page.command("hangup", { callId: page.callView()!.callId });
      await page.command("finishWrapUp");
      return rings;
    };
    let customer = "";
    let later = "";
    expect(await dial()).toEqual([]);
    expect(await last()).toMatchObject({ cause: "numberUnknown" });
    const call = async (user: string) => {
      const leg = s.sw.invite(user, s.number);
      await s.settle();
      s.sw.leave(leg);
      await s.settle();
    };
    const open = async () => {
      const { user } = await s.numbers.guests.create({ compId: s.compId, number: s.number }, phone);
      s.sw.register(user);
      return user;
    };
    customer = await open();
    await call(customer);
    expect(await dial()).toEqual([customer]);
    // A later page, that calls too, takes nothing from one that is still open ...
    later = await open();
    await call(later);
    expect(await dial()).toEqual([customer]);
    // ... and follows when the earlier one is gone.
    s.sw.drop(customer);
    await call(later);
    expect(await dial()).toEqual([later]);
    await s.advance(29 * 60_000);
    expect(await dial()).toEqual([later]);
    await s.advance(31 * 60_000);
    expect(await dial()).toEqual([]);
  });

  test.each([
    ["busy", 486, "busy", 588],
    ["rejected", 603, "rejected", 585],
    ["unreachable", 480, "unreachable", 586],
    ["failed", 500, "failed", 598],
  ] as const)("the far end is %s", async (cause, sip, end, result) => {
    const page = await s.ready("1001");
    const user = await guest();
    await page.command("makeCall", { number: "13800138000" });
    s.sw.leave(s.sw.at(user)[0]!, cause, { sipCode: sip });
    await s.settle();
    expect(page.last("callEnd")).toMatchObject({ cause: end });
    expect([page.code(), page.reason()]).toEqual([1, "ended"]);
    expect(await last()).toMatchObject({ cause: end, result, answerAt: null });
    expect(s.sw.legs).toBe(0);
  });

  test("nobody answers; nobody is registered; the number does not exist; the agent gives up", async () => {
    const page = await s.signIn("1001");
    const user = await guest();
    await page.command("makeCall", { number: "13800138000" });
    await s.advance(45_000);
    expect(await last()).toMatchObject({ cause: "noAnswer", result: 594 });
    expect(page.code()).toBe(2);
    s.sw.drop(user);
    await page.command("makeCall", { number: "13800138000" });
    expect(await last()).toMatchObject({ cause: "unreachable", result: 586 });
    await page.command("makeCall", { number: "9999" });
    expect(await last()).toMatchObject({ cause: "numberUnknown", result: 582 });
    expect(page.last("callEnd")).toMatchObject({ cause: "numberUnknown" });
    await guest("13900139000");
    await page.command("makeCall", { number: "13900139000" });
    await page.command("hangup", { callId: page.callView()!.callId });
    expect(await last()).toMatchObject({ cause: "cancelled", result: 183 });
    expect(s.sw.legs).toBe(0);
  });

  test("an agent with a call, without a phone, or calling itself is refused", async () => {
    const page = await s.ready("1001");
    expect(await page.command("makeCall", { number: "1001" })).toEqual({ code: -403, msg: "不能呼叫自己的分机" });
    await s.customer();
    expect((await page.command("makeCall", { number: "1002" })).code).toBe(-403);
    const other = await s.signIn("1002", { device: false });
    expect(await other.command("makeCall", { number: "1001" })).toEqual({ code: -403, msg: "话机未注册，无法呼叫" });
  });

  test("K85 a colleague: both bars, no wrap-up, both go back to what they did", async () => {
    const one = await s.ready("1001");
    const two = await s.signIn("1002");
    await one.command("makeCall", { number: "1002" });
    expect(one.callView()).toMatchObject({ direction: "internal", phase: "dialling", number: "1002" });
    expect(two.callView()).toMatchObject({ direction: "internal", phase: "ringing", number: "1001" });
    expect(two.code()).toBe(5);
    s.sw.pickUp(s.sw.at(two.user)[0]!);
    await s.settle();
    expect([one.callView()?.phase, two.callView()?.phase]).toEqual(["talking", "talking"]);
    const { callId } = one.callView()!;
    await two.command("hold", { callId });
    expect(s.sw.hears(s.sw.at(one.user)[0]!)).toBe("music");
    expect([one.callView()?.held, two.callView()?.held]).toEqual([false, true]);
    expect((await one.command("unhold", { callId })).code).toBe(-403);
    await two.command("hangup", { callId });
    expect([one.code(), two.code()]).toEqual([1, 2]);
    expect(await last()).toMatchObject({
      direction: "internal",
      caller: "1001",
      callee: "1002",
      agentId: "1001",
      cause: "completed",
      hungUpBy: "agent",
    });
  });

  test("a colleague who does not answer or declines stays what it was; one in a call is busy", async () => {
    const one = await s.signIn("1001");
    const two = await s.ready("1002");
    await one.command("makeCall", { number: "1002" });
    await s.advance(45_000);
    expect([two.code(), two.reason()]).toEqual([1, "noAnswer"]);
    await one.command("makeCall", { number: "1002" });
    await two.command("hangup", { callId: two.callView()!.callId });
    expect(await last()).toMatchObject({ cause: "rejected" });
    expect(two.code()).toBe(1);
    await s.customer();
    await one.command("makeCall", { number: "1002" });
    expect(await last()).toMatchObject({ cause: "busy", result: 584 });
  });

  test("from a SIP client: an extension, an access number, somebody busy", async () => {
    const one = await s.ready("1001");
    s.sw.register(`${s.compId}1002`);
    // P11: nobody is signed in at it.
    const nobodys = s.sw.invite(`${s.compId}1002`, `${s.compId}1001`);
    await s.settle();
    expect(s.sw.log).toContain(`hangup ${nobodys} forbidden`);
    expect(await s.records()).toHaveLength(0);
    await s.signIn("1002");
    const leg = s.sw.invite(`${s.compId}1002`, `${s.compId}1001`);
    await s.settle();
    expect(one.callView()).toMatchObject({ direction: "internal", phase: "ringing", number: "1002" });
    expect(s.sw.log).toContain(`ring ${leg}`);
    s.sw.pickUp(s.sw.at(one.user)[0]!);
    await s.settle();
    expect(s.sw.hears(leg)).toBe(`leg ${s.sw.at(one.user)[0]}`);
    const second = s.sw.invite(one.user, "1003");
    await s.settle();
    expect(s.sw.log).toContain(`hangup ${second} busy`);
    s.sw.leave(leg);
    await s.settle();
    expect(one.code()).toBe(1);

    const three = await s.signIn("1003");
    s.sw.invite(three.user, s.number);
    await s.settle();
    expect(one.callView()).toMatchObject({ direction: "inbound", number: "1003", phase: "ringing" });
    expect(three.callView()).toMatchObject({ direction: "outbound", number: s.number, phase: "dialling" });
    s.sw.pickUp(s.sw.at(one.user)[0]!);
    await s.settle();
    expect(three.callView()?.phase).toBe("talking");
    await three.command("hangup", { callId: three.callView()!.callId });
    expect([one.code(), three.code()]).toEqual([4, 2]);
    expect(await last()).toMatchObject({ direction: "inbound", caller: "1003", callee: s.number, cause: "completed" });
  });

  test("a dialled party that answers after the agent has gone is let go", async () => {
    const page = await s.ready("1001");
    const user = await guest();
    await page.command("makeCall", { number: "13800138000" });
    const [far] = s.sw.at(user);
    s.sw.drop(page.user);
    await s.settle();
    expect(s.sw.hears(far!)).toBe("gone");
    expect(await last()).toMatchObject({ cause: "agentLost", answerAt: null });
  });
});
