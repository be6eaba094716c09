/**
 * docs/protocol.md K35: calls of every kind go on under the next engine, or end with their real cause; no leg and no agent is left over.
 */
import type { CommandReply, MeetingOrder } from "../../../ports/engine.ts";
import { listenerUser } from "../../numbers/index.ts";
import { morningRoom as room } from "../testing/bare.ts";
import { queuesOf } from "../testing/queues.ts";
import { takeOverEach } from "../testing/take-over.ts";
import { talkWith } from "../testing/talks.ts";

const t = takeOverEach();
const hears = (...legs: readonly string[]) => legs.map((leg) => t.s.sw.hears(leg));
const answers = async (user: string): Promise<string> => {
  const leg = t.s.sw.at(user).at(-1)!;
  t.s.sw.pickUp(leg);
  await t.s.settle();
  return leg;
};
const leaves = async (leg: string): Promise<void> => {
  t.s.sw.leave(leg);
  await t.s.settle();
};
const press = async (leg: string, digits: string): Promise<void> => {
  for (const digit of digits) t.s.sw.press(leg, digit);
  await t.s.settle();
};

test("K35 K29 a conference goes on with its owner, who orders in it; with the customer it is over", async () => {
  const { page, leg, phone, callId } = await talkWith(t.s);
  const two = await t.s.ready("1002");
  await page.command("consult", { callId, agentId: "1002" });
  const other = await answers(two.user);
  expect((await page.command("meeting", { callId })).code).toBe(1);
  await t.takeOver();
  const [one, second] = [await t.back("1001"), await t.back("1002")];
  expect([one.code(), second.code()]).toEqual([9, 9]);
  expect(hears(leg, phone, other)).toEqual([`leg ${phone} ${other}`, `leg ${leg} ${other}`, `leg ${leg} ${phone}`]);
  const member = one.callView()!.members!.find(({ number }) => number === "1002")!.id;
  expect(await one.command("meetingMute", { callId, member, muted: "1" })).toEqual({ code: 1 });
  expect(hears(leg, phone)).toEqual([`leg ${phone}`, `leg ${leg}`]);
  await leaves(leg);
  // Who was invited has no wrapping up.
  expect([one.code(), second.code(), t.s.sw.legs]).toEqual([4, 1, 0]);
  expect(await t.s.record(callId)).toMatchObject({ cause: "completed" });
});

test("K35 K29 whoever was being asked into a conference rings on, and is in it with his answer", async () => {
  const guest = await t.s.called("13900139000");
  const { page, leg, phone, callId } = await talkWith(t.s);
  const two = await t.s.ready("1002");
  await page.command("consult", { callId, agentId: "1002" });
  const other = await answers(two.user);
  await page.command("meeting", { callId });
  await page.command("meetingInvite", { callId, number: "13900139000" });
  await t.takeOver();
  const fourth = await answers(guest);
  expect(hears(leg, fourth)).toEqual([`leg ${phone} ${other} ${fourth}`, `leg ${leg} ${phone} ${other}`]);
});

test("K35 K22 a monitor hears on, changes what he does on the same leg, and is free when the talk is over", async () => {
  const { leg, phone, callId } = await talkWith(t.s);
  const monitor = await t.s.ready("1003");
  await monitor.command("monitor", { agentId: "1001", mode: "listen" });
  const [ear] = t.s.sw.at(monitor.user);
  await t.takeOver();
  const here = await t.back("1003");
  expect(hears(leg, phone, ear!)).toEqual([`leg ${phone}`, `leg ${leg}`, `leg ${leg} ${phone}`]);
  expect([here.code(), here.callView()?.supervises?.mode]).toEqual([3, "listen"]);
  await here.command("monitor", { agentId: "1001", mode: "whisper" });
  expect([...hears(leg, phone), t.s.sw.at(here.user)]).toEqual([`leg ${phone}`, `leg ${leg} ${ear}`, [ear]]);
  expect(t.s.sw.recordings.get(callId)?.legs).toEqual({ left: [leg], right: [phone] });
  await leaves(leg);
  expect([here.code(), here.callView(), t.s.sw.legs]).toEqual([1, undefined, 0]);
});

test("K35 C10 an administrator hears on, and no leg of his is left when the talk is over", async () => {
  const { leg, phone } = await talkWith(t.s);
  const user = listenerUser("s-admin");
  t.s.sw.register(user, "urn:tab");
  const about = { compId: t.s.compId, by: "admin", title: "管理员admin", sessionId: "s-admin", hideNumbers: false };
  const administer = async (name: string, fields: Record<string, string> = {}) => {
    const reply = await t.s.engine.request({ verb: "administer", ...about, name, fields });
    await t.s.settle();
    return reply;
  };
  expect(await administer("monitor", { agentId: "1001", mode: "whisper" })).toMatchObject({ code: 1 });
  const [ear] = t.s.sw.at(user);
  await t.takeOver();
  expect(hears(leg, phone, ear!)).toEqual([`leg ${phone}`, `leg ${leg} ${ear}`, `leg ${leg} ${phone}`]);
  expect(await administer("insert", { agentId: "1001" })).toMatchObject({ code: 1 });
  expect([...hears(leg, phone), t.s.sw.at(user)]).toEqual([`leg ${phone} ${ear}`, `leg ${leg} ${ear}`, [ear]]);
  await leaves(leg);
  expect(t.s.sw.legs).toBe(0);
});

test("K35 K17 who is asked rings on; nobody answers in the rest of his time, and the customer is back", async () => {
  const { page, leg, phone, callId } = await talkWith(t.s);
  const two = await t.s.ready("1002");
  await page.command("consult", { callId, agentId: "1002" });
  await t.s.advance(20_000);
  const rings = t.s.sw.at(two.user);
  await t.takeOver();
  const [one, asked] = [await t.back("1001"), await t.back("1002")];
  expect([one.code(), hears(leg), t.s.sw.at(two.user)]).toEqual([11, ["music"], rings]);
  await t.s.advance(9_000);
  expect([one.code(), hears(leg, phone)]).toEqual([8, [`leg ${phone}`, `leg ${leg}`]]);
  expect([asked.callView(), t.s.sw.at(two.user)]).toEqual([undefined, []]);
});

test("K35 K24 a survey goes on: the key counts, and the call ends as it would have", async () => {
  const { leg, callId } = await talkWith(t.s);
  await t.s.advance(5_000);
  await t.s.engine.request({ verb: "survey", compId: t.s.compId, agentId: "1001", callId });
  await t.s.settle();
  await t.takeOver();
  expect((await t.back("1001")).code()).toBe(4);
  await press(leg, "2");
  await t.s.advance(60_000);
  expect(hears(leg)).toEqual(["gone"]);
  expect(await t.s.track(callId)).toContain("surveyAnswered");
  expect(await t.s.record(callId)).toMatchObject({ cause: "completed", result: 200, talkMs: 5_000 });
});

test("K35 K24 a survey that nobody answers after the take-over has an end", async () => {
  const { leg, callId } = await talkWith(t.s);
  await t.s.engine.request({ verb: "survey", compId: t.s.compId, agentId: "1001", callId });
  await t.s.settle();
  await t.takeOver();
  await t.s.advance(300_000);
  expect([hears(leg), t.s.sw.legs]).toEqual([["gone"], 0]);
  expect(await t.s.record(callId)).toMatchObject({ endAt: expect.any(Date) });
});

describe("who waits", () => {
  const q = queuesOf(() => t.s);
  beforeEach(() => q.change({ menuEveryS: 20, menuVoicemail: 1, voicemailMaxS: 30, recordMode: 0 }));
  const contacts = () =>
    t.s.ports.database.system((trx) =>
      trx.selectFrom("queued_contact").select(["kind", "state"]).where("compId", "=", t.s.compId).execute(),
    );

  test("K35 Q10 Q12 the menu that was being said takes a key, and leads to a message", async () => {
    await t.s.signIn("1001");
    const { leg } = await t.s.customer();
    await t.s.advance(20_000);
    await t.takeOver();
    await press(leg, "3");
    await t.s.advance(10_000);
    await press(leg, "#");
    await t.s.advance(30_000);
    expect([hears(leg), await contacts()]).toEqual([["gone"], [{ kind: "voicemail", state: "waiting" }]]);
  });

  test("K35 Q12 a message that is being spoken goes on, and is kept with its call", async () => {
    await t.s.signIn("1001");
    const { leg } = await t.s.customer();
    await t.s.advance(20_000);
    await press(leg, "3");
    await t.s.advance(10_000);
    await t.takeOver();
    expect(t.s.sw.recordings.size).toBe(1);
    await t.s.advance(5_000);
    await press(leg, "#");
    await t.s.advance(30_000);
    expect([hears(leg), await contacts()]).toEqual([["gone"], [{ kind: "voicemail", state: "waiting" }]]);
    expect((await t.s.records()).at(-1)).toMatchObject({ cause: "voicemailLeft" });
  });
});

test("K35 Q13 an emergency switch that was pressed leads whoever waits, before and after the take-over", async () => {
  const row = { subject: "number", action: "announce", text: "系统故障", onAt: new Date(), onBy: "班长" } as const;
  const { compId, number } = t.s;
  await t.s.signIn("1001");
  const { leg } = await t.s.customer();
  await t.s.ports.database.system((trx) =>
    trx
      .insertInto("emergency_switch")
      .values({ ...row, compId, subjectId: number })
      .execute(),
  );
  await t.s.engine.request({ verb: "emergency", compId, subject: "number", id: number, by: "1005", name: "班长" });
  await t.s.settle();
  await t.takeOver();
  await t.s.advance(20_000);
  const later = await t.s.customer("13900000000");
  await t.s.advance(20_000);
  expect([hears(leg, later.leg), t.s.sw.legs]).toEqual([["gone", "gone"], 0]);
  expect((await t.s.records()).map((record) => record["cause"])).toEqual(["emergencyClosed", "emergencyClosed"]);
});

const dual = (caller: string, callee: string, agentId = "") =>
  t.s.engine.request({
    verb: "dualCall",
    compId: t.s.compId,
    callId: "both",
    caller,
    callee,
    callerDisplay: "",
    calleeDisplay: "",
    agentId,
  });

test("K35 K31 a two-way callback goes on where it is: the second rings, answers, and both talk", async () => {
  const [one, two] = [await t.s.called("13800138000"), await t.s.called("13900139000")];
  await dual("13800138000", "13900139000");
  await t.s.settle();
  const first = await answers(one);
  await t.s.advance(1_000);
  expect(t.s.sw.at(two)).toHaveLength(1);
  await t.takeOver();
  const second = await answers(two);
  expect(hears(first, second)).toEqual([`leg ${second}`, `leg ${first}`]);
  await leaves(second);
  expect(t.s.sw.legs).toBe(0);
  expect(await t.s.record("both")).toMatchObject({ isDual: 1, result: 200 });
});

test("K35 K31 a two-way callback whose first was being rung dials the second after the answer", async () => {
  const two = await t.s.called("13900139000");
  const page = await t.s.ready("1001");
  await dual("", "13900139000", "1001");
  await t.s.settle();
  await t.takeOver();
  expect((await t.back("1001")).code()).toBe(15);
  const first = await answers(page.user);
  const second = await answers(two);
  expect(hears(first)).toEqual([`leg ${second}`]);
});

const order = async (asked: MeetingOrder): Promise<CommandReply> => {
  const reply = await t.s.engine.request({ verb: "meeting", compId: t.s.compId, roomId: room.roomId, order: asked });
  await t.s.settle();
  return reply as CommandReply;
};

test("K35 K36 a meeting goes on, who rings may answer, and it is over when the last one has left", async () => {
  const guest = await t.s.called("13900139000");
  const [one, two] = [await t.s.ready("1001"), await t.s.ready("1002")];
  const members = [{ agentId: "1002" }, { number: "13900139000", name: "王总" }];
  await order({ do: "init", by: "1001", room, own: "1001", members });
  const [a, b] = [await answers(one.user), await answers(two.user)];
  await t.takeOver();
  const c = await answers(guest);
  // The tone that says who comes, then each other.
  expect(hears(a, b, c)).toEqual(["tone", "tone", "tone"]);
  await t.s.advance(1_000);
  expect(hears(a, b, c)).toEqual([`leg ${b} ${c}`, `leg ${a} ${c}`, `leg ${a} ${b}`]);
  const [here, there] = [await t.back("1001"), await t.back("1002")];
  expect([here.code(), there.code(), here.callView()?.meetingName]).toEqual([3, 3, "晨会"]);
  for (const leg of [a, b, c]) await leaves(leg);
  expect([here.callView(), there.callView(), t.s.sw.legs]).toEqual([undefined, undefined, 0]);
  const [held] = await t.s.ports.database.system((trx) =>
    trx.selectFrom("meeting").select("endAt").where("compId", "=", t.s.compId).execute(),
  );
  expect(held?.endAt).not.toBeNull();
});

test("K35 K36 whoever stands at the door is let in by the pin; once in, no pin is written down", async () => {
  const pins = { hostPin: "735142", memberPin: "864209" };
  const createdAt = new Date(t.s.ports.clock.now());
  await t.s.ports.database.system((trx) =>
    trx
      .insertInto("meeting_room")
      .values({ compId: t.s.compId, id: "r9", name: "周会", code: "80099", createdAt, tone: 0, ...pins })
      .execute(),
  );
  const written = async () => {
    const rows = await t.s.ports.database.system((trx) => trx.selectFrom("live_call").selectAll().execute());
    expect(rows).not.toEqual([]);
    return Object.values(pins).filter((pin) => JSON.stringify(rows).includes(pin)).length;
  };
  const press = async (leg: string, keys: string) => {
    for (const key of keys) t.s.sw.press(leg, key);
    await t.s.settle();
  };
  const one = await t.s.ready("1001");
  const a = t.s.sw.invite(one.user, "80099");
  await t.s.settle();
  expect(await written()).toBe(2);
  await press(a, "73");
  await t.takeOver();
  await press(a, "5142#");
  const two = await t.s.ready("1002");
  const b = t.s.sw.invite(two.user, "80099");
  await t.s.settle();
  await press(b, `${pins.memberPin}#`);
  expect(hears(a, b)).toEqual([`leg ${b}`, `leg ${a}`]);
  expect(await written()).toBe(0);
});
