import { stageEach, type Page, type Stage } from "../testing/stage.ts";

describe("K29 conference", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  const answers = async (user: string) => {
    const leg = s.sw.at(user).at(-1)!;
    s.sw.pickUp(leg);
    await s.settle();
    return leg;
  };
  /** A customer, 1001 who owns it, and 1002. */
  async function conference() {
    const one = await s.ready("1001");
    const { leg } = await s.customer();
    const own = await answers(one.user);
    const two = await s.ready("1002");
    const { callId } = one.callView()!;
    await one.command("consult", { callId, agentId: "1002" });
    const other = await answers(two.user);
    expect((await one.command("meeting", { callId })).code).toBe(1);
    const order = (name: string, fields: Record<string, string>) => one.command(name, { callId, ...fields });
    return { one, two, leg, own, other, callId, order };
  }
  const hears = (...legs: string[]) => legs.map((leg) => s.sw.hears(leg));
  const ids = (page: Page) => Object.fromEntries(page.callView()!.members!.map(({ number, id }) => [number, id]));

  test("E6 a fourth outside joins: each hears the others; a mute takes one voice from all ears, and from the recording", async () => {
    const guest = await s.called("13900139000");
    const { one, two, leg, own, other, callId, order } = await conference();
    expect(await order("meetingInvite", { number: "13900139000" })).toEqual({ code: 1 });
    expect(one.callView()?.members?.map(({ number, since }) => [number, since !== undefined])).toEqual([
      ["13800138000", true],
      ["1001", true],
      ["1002", true],
      ["13900139000", false],
    ]);
    // While it rings they go on as they were.
    expect(hears(leg)).toEqual([`leg ${own} ${other}`]);
    const fourth = await answers(guest);
    expect(hears(leg, own, other, fourth)).toEqual([
      `leg ${own} ${other} ${fourth}`,
      `leg ${leg} ${other} ${fourth}`,
      `leg ${leg} ${own} ${fourth}`,
      `leg ${leg} ${own} ${other}`,
    ]);
    expect([one.code(), two.code()]).toEqual([9, 9]);
    expect(await order("meetingMute", { member: ids(one)["1002"]!, muted: "1" })).toEqual({ code: 1 });
    expect(hears(leg, own, fourth)).toEqual([`leg ${own} ${fourth}`, `leg ${leg} ${fourth}`, `leg ${leg} ${own}`]);
    expect(hears(other)).toEqual([`leg ${leg} ${own} ${fourth}`]);
    expect(s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [own, fourth] });
    expect(two.callView()?.members?.find(({ me }) => me)).toMatchObject({ number: "1002", muted: true, owner: false });
    await order("meetingMute", { member: ids(one)["1002"]!, muted: "0" });
    expect(hears(fourth)).toEqual([`leg ${leg} ${own} ${other}`]);
    // The owner leaves: the others go on, and one of them owns it.
    await one.command("hangup", { callId });
    expect([one.code(), two.code()]).toEqual([4, 9]);
    expect(hears(leg, other, fourth)).toEqual([
      `leg ${other} ${fourth}`,
      `leg ${leg} ${fourth}`,
      `leg ${leg} ${other}`,
    ]);
    expect(two.callView()?.members?.find(({ me }) => me)).toMatchObject({ owner: true });
    const legs = await s.ports.database.system((trx) =>
      trx.selectFrom("call_leg").select(["number", "role", "answerAt"]).where("callId", "=", callId).execute(),
    );
    expect(legs.find(({ number }) => number === "13900139000")).toMatchObject({ role: "member" });
    expect(legs.find(({ number }) => number === "13900139000")?.answerAt).not.toBeNull();
  });

  test("K29 who was muted and has the conference now is heard again: nobody else could say so", async () => {
    const guest = await s.called("13900139000");
    const { one, two, leg, other, callId, order } = await conference();
    await order("meetingInvite", { number: "13900139000" });
    const fourth = await answers(guest);
    await order("meetingMute", { member: ids(one)["1002"]!, muted: "1" });
    expect(hears(leg)).toEqual([expect.not.stringContaining(other)]);
    await one.command("hangup", { callId });
    expect(two.callView()?.members?.find(({ me }) => me)).toMatchObject({ owner: true, muted: false });
    expect(hears(leg, fourth)).toEqual([`leg ${other} ${fourth}`, `leg ${leg} ${other}`]);
  });

  test("removed, declined and never reached: the others go on, and the owner is told", async () => {
    const { one, two, leg, own, callId, order } = await conference();
    const three = await s.ready("1003");
    await order("meetingInvite", { agentId: "1003" });
    expect([three.code(), three.callView()]).toMatchObject([
      5,
      { phase: "ringing", number: "1001", direction: "internal" },
    ]);
    await three.command("hangup", { callId });
    expect([three.code(), one.last("notice")?.["msg"]]).toEqual([1, "坐席1003无法接通"]);
    expect(await order("meetingInvite", { number: "13700137000" })).toMatchObject({ code: -403 });
    await order("meetingInvite", { agentId: "1003" });
    await answers(three.user);
    expect(await order("meetingRemove", { member: ids(one)["1003"]! })).toEqual({ code: 1 });
    expect([three.code(), three.callView(), two.code()]).toEqual([1, undefined, 9]);
    // Two are left: a talk again, in which nobody is muted.
    await order("meetingMute", { member: ids(one)["13800138000"]!, muted: "1" });
    expect(hears(own)).toEqual([expect.not.stringContaining(leg)]);
    await order("meetingRemove", { member: ids(one)["1002"]! });
    expect([one.code(), one.callView()?.phase, ...hears(own)]).toEqual([8, "talking", `leg ${leg}`]);
    expect((await s.track(callId)).filter((type) => type.startsWith("member") || type.startsWith("partyLeft"))).toEqual(
      ["memberInvited", "memberInvited", "memberJoined", "partyLeft", "memberMuted", "partyLeft"],
    );
  });

  test("the owner alone orders, not over the customer or himself; nonsense is refused; eight are the most", async () => {
    const { one, two, callId, order } = await conference();
    const member = ids(one)["1001"]!;
    for (const [name, fields] of [
      ["meetingInvite", { number: "13900139000" }],
      ["meetingMute", { member, muted: "1" }],
      ["meetingRemove", { member }],
      ["meetingEnd", {}],
    ] as const)
      expect(await two.command(name, { callId, ...fields })).toEqual({ code: -403, msg: "只有会议创建人可以操作" });
    for (const [name, fields] of [
      ["meetingMute", { member, muted: "1" }],
      ["meetingMute", { member: "p99", muted: "1" }],
      ["meetingRemove", { member: ids(one)["13800138000"]! }],
    ] as const)
      expect(await order(name, fields)).toEqual({ code: -403 });
    for (const [name, fields] of [
      ["meetingMute", { member: "1002", muted: "1" }],
      ["meetingMute", { member, muted: "yes" }],
      ["meetingRemove", {}],
    ] as const)
      expect(await order(name, fields)).toMatchObject({ code: -400 });
    for (let i = 0; i < 5; i++) {
      await s.called(`1390013900${i}`);
      expect(await order("meetingInvite", { number: `1390013900${i}` })).toEqual({ code: 1 });
    }
    expect(await order("meetingInvite", { agentId: "1003" })).toEqual({ code: -403, msg: "会议最多8方" });
    // It ends for everybody, whoever rings included.
    expect(await order("meetingEnd", {})).toEqual({ code: 1 });
    expect([one.code(), two.code(), s.sw.legs]).toEqual([4, 1, 0]);
  });

  test("K61 where the enterprise wants it, a conference ends when its owner leaves, and goes on when another one does", async () => {
    await s.ports.database.system((trx) =>
      trx.insertInto("seat_setting").values({ compId: s.compId, chatMax: 5, idDigits: 4, conferenceEnds: 1 }).execute(),
    );
    const guest = await s.called("13900139000");
    const { one, two, leg, callId, order } = await conference();
    await order("meetingInvite", { number: "13900139000" });
    const fourth = await answers(guest);
    await two.command("hangup", { callId });
    expect(hears(leg)).toEqual([`leg ${s.sw.at(one.user)[0]!} ${fourth}`]);
    await one.command("hangup", { callId });
    expect([s.sw.legs, one.code()]).toEqual([0, 4]);
    expect((await s.record(callId))?.["cause"]).toBe("completed");
  });

  test("the owner leaves while the only other one rings yet: the customer is not left alone", async () => {
    const { one, two, callId, order } = await conference();
    const three = await s.ready("1003");
    await order("meetingInvite", { agentId: "1003" });
    await order("meetingRemove", { member: ids(one)["1002"]! });
    expect([two.code(), one.callView()?.phase]).toEqual([1, "conference"]);
    await one.command("hangup", { callId });
    expect([one.code(), three.code(), s.sw.legs]).toEqual([4, 1, 0]);
    expect(await s.record(callId)).toMatchObject({ cause: "completed" });
  });
});
