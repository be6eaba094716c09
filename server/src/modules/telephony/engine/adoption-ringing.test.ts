/** A leg that rings is not taken up on Asterisk (P22): whoever was rung when the process died is rung again, in the same call. */
import { takeOverEach } from "../testing/take-over.ts";
import { talkWith } from "../testing/talks.ts";

const t = takeOverEach();

/** Legs that are not answered end with the process. */
const takeOver = () => t.takeOver(2_000, (sw) => sw.endRinging());
async function answers(user: string): Promise<string> {
  const [leg, ...more] = t.s.sw.at(user);
  expect(more).toEqual([]);
  t.s.sw.pickUp(leg!);
  await t.s.settle();
  return leg!;
}
const hears = (...legs: string[]) => legs.map((leg) => t.s.sw.hears(leg));
const leaves = async (leg: string) => {
  t.s.sw.leave(leg);
  await t.s.settle();
};
const facts = async (callId: string, type: string) => (await t.s.track(callId)).filter((each) => each === type).length;

test("K50 whom an agent dials rings again, and they talk: one call, dialled once in its track", async () => {
  const guest = await t.s.called("13900139000");
  const page = await t.s.ready("1001");
  await page.command("makeCall", { number: "13900139000" });
  await t.s.settle();
  const [near] = t.s.sw.at(page.user);
  const { callId } = page.callView()!;
  expect(t.s.sw.at(guest)).toHaveLength(1);
  await takeOver();
  const far = await answers(guest);
  expect(hears(near!, far)).toEqual([`leg ${far}`, `leg ${near}`]);
  expect((await t.back("1001")).code()).toBe(8);
  await leaves(far);
  expect(await t.s.record(callId)).toMatchObject({ cause: "completed", result: 200 });
  expect([await facts(callId, "dialled:dialledDirectly"), await facts(callId, "notReached")]).toEqual([1, 0]);
});

test("K50 whom nobody answers in his new time has not been reached, and the agent is free", async () => {
  await t.s.called("13900139000");
  const page = await t.s.ready("1001");
  await page.command("makeCall", { number: "13900139000" });
  await t.s.settle();
  const { callId } = page.callView()!;
  await takeOver();
  await t.s.advance(46_000);
  expect(await t.s.record(callId)).toMatchObject({ cause: "noAnswer" });
  expect([(await t.back("1001")).callView(), t.s.sw.legs]).toEqual([undefined, 0]);
});

test("K50 K31 both sides of a two-way callback", async () => {
  const page = await t.s.ready("1001");
  const guest = await t.s.called("13900139000");
  const asked = { caller: "", callee: "13900139000", callerDisplay: "", calleeDisplay: "", agentId: "1001" };
  await t.s.engine.request({ verb: "dualCall", compId: t.s.compId, callId: "dual", ...asked });
  await t.s.settle();
  await takeOver();
  const near = await answers(page.user);
  expect(t.s.sw.at(guest)).toHaveLength(1);
  await takeOver();
  const far = await answers(guest);
  expect(hears(near, far)).toEqual([`leg ${far}`, `leg ${near}`]);
});

test("K50 who is consulted, who is invited and whoever monitors", async () => {
  const { page, leg, phone, callId } = await talkWith(t.s);
  const two = await t.s.ready("1002");
  const guest = await t.s.called("13900139000");
  await page.command("consult", { callId, agentId: "1002" });
  await takeOver();
  const other = await answers(two.user);
  expect(hears(leg, phone, other)).toEqual(["music", `leg ${other}`, `leg ${phone}`]);
  const one = await t.back("1001");
  await one.command("meeting", { callId });
  await one.command("meetingInvite", { callId, number: "13900139000" });
  t.s.sw.autoAnswers = false;
  const monitor = await t.s.ready("1003");
  await monitor.command("monitor", { agentId: "1001", mode: "listen" });
  await takeOver();
  const fourth = await answers(guest);
  const ear = await answers(monitor.user);
  expect(hears(leg, ear)).toEqual([`leg ${phone} ${other} ${fourth}`, `leg ${leg} ${phone} ${other} ${fourth}`]);
});

test("K50 K20 whom a call was sent to, at a number outside where nothing registers", async () => {
  const { page, leg, callId } = await talkWith(t.s);
  const guest = await t.s.called("13900139000");
  await page.command("transfer", { callId, number: "13900139000" });
  await takeOver();
  const far = await answers(guest);
  expect(hears(leg, far)).toEqual([`leg ${far}`, `leg ${leg}`]);
});

test("K50 a caller who had not been answered is gone with his leg: nobody calls him", async () => {
  t.s.sw.autoAnswers = false;
  const { user } = await t.s.customer("13800138000");
  await takeOver();
  expect([t.s.sw.at(user), t.s.sw.legs]).toEqual([[], 0]);
});
