/** A call between two agents: whoever was called may ask, transfer and confer like the one who called (docs/protocol.md K17 to K21). */
import { reconcile } from "../../event-log/index.ts";
import { stageEach, type Page, type Stage } from "../testing/stage.ts";

let s: Stage;
stageEach((stage) => (s = stage));

const answer = async (page: Page) => {
  const leg = s.sw.at(page.user).at(-1)!;
  s.sw.pickUp(leg);
  await s.settle();
  return leg;
};
/** 1001 has called 1002; 1003 is ready. */
async function talk() {
  const [a, b, c] = [await s.ready("1001"), await s.ready("1002"), await s.ready("1003")];
  await a.command("makeCall", { number: "1002" });
  const own = s.sw.at(a.user)[0]!;
  const called = await answer(b);
  const { callId } = a.callView()!;
  expect([s.sw.hears(own), s.sw.hears(called)]).toEqual([`leg ${called}`, `leg ${own}`]);
  return { a, b, c, own, called, callId };
}
const channels = (callId: string) => s.sw.recordings.get(callId)?.legs;
const sound = async () => expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });

test("K17 K18 who was called asks a colleague and gives the caller to him; each stays on his channel", async () => {
  const { a, b, c, own, called, callId } = await talk();
  expect(channels(callId)).toEqual({ left: [called], right: [own] });
  expect(await b.command("consult", { callId, agentId: "1003" })).toEqual({ code: 1 });
  expect([a.code(), b.code(), c.code(), s.sw.hears(own)]).toEqual([8, 11, 5, "music"]);
  expect(c.callView()).toMatchObject({ phase: "ringing", number: "1002" });
  const asked = await answer(c);
  expect(channels(callId)).toEqual({ left: [called, asked], right: [own] });
  expect(await a.command("tranfer", { callId })).toEqual({ code: -403 });
  expect(await b.command("tranfer", { callId })).toEqual({ code: 1 });
  expect([s.sw.hears(own), s.sw.hears(asked), b.callView()]).toEqual([`leg ${asked}`, `leg ${own}`, undefined]);
  expect([a.callView(), c.callView()]).toMatchObject([
    { phase: "talking", number: "1003" },
    { phase: "talking", number: "1001" },
  ]);
  expect(channels(callId)).toEqual({ left: [asked], right: [own] });
  expect(await a.command("hangup", { callId })).toEqual({ code: 1 });
  expect([a.code(), b.code(), c.code()]).toEqual([1, 1, 1]);
  await sound();
});

test("K19 he makes a conference and owns it; K17 what he asks in vain leaves him with the caller", async () => {
  const { a, b, c, own, called, callId } = await talk();
  await b.command("consult", { callId, agentId: "1003" });
  await b.command("consultCancel", { callId });
  expect([s.sw.hears(own), c.code()]).toEqual([`leg ${called}`, 1]);
  await b.command("consult", { callId, agentId: "1003" });
  await answer(c);
  expect(await b.command("meeting", { callId })).toEqual({ code: 1 });
  expect([a.code(), b.code(), c.code()]).toEqual([9, 9, 9]);
  expect(b.callView()?.members?.find(({ me }) => me)?.owner).toBe(true);
  expect(await a.command("meetingEnd", { callId })).toMatchObject({ code: -403 });
  expect(await b.command("meetingEnd", { callId })).toEqual({ code: 1 });
  expect([a.code(), b.code(), c.code()]).toEqual([1, 1, 1]);
  await sound();
});

test("K20 he sends the caller on: nobody answers and it comes back; the caller who hangs up meanwhile is free", async () => {
  const { a, b, c, own, callId } = await talk();
  expect(await b.command("transfer", { callId, agentId: "1003" })).toEqual({ code: 1 });
  expect([s.sw.hears(own), b.callView(), a.callView()?.phase]).toEqual(["tone", undefined, "dialling"]);
  expect(s.sw.request(s.sw.at(c.user)[0]!)).toMatchObject({ from: "1001" });
  await s.advance(30_000);
  expect([b.code(), b.callView()?.phase, c.callView()]).toEqual([5, "ringing", undefined]);
  await answer(b);
  expect([a.callView()?.phase, b.callView()?.phase]).toEqual(["talking", "talking"]);
  // And the one who called sends the other on.
  await c.command("setState", { state: "1" });
  expect(await a.command("transfer", { callId, number: "1003" })).toEqual({ code: 1 });
  s.sw.leave(s.sw.at(b.user).at(-1)!);
  await s.settle();
  expect([a.callView(), b.callView(), c.callView(), b.code()]).toEqual([undefined, undefined, undefined, 1]);
  await sound();
});

test("K17 both press at once: the first asks, the other is refused; a number outside is asked as well", async () => {
  const { a, b, c, own, callId } = await talk();
  const out = await s.called("13900001111");
  expect(
    await Promise.all([
      b.command("consult", { callId, number: "13900001111" }),
      a.command("consult", { callId, agentId: "1003" }),
    ]),
  ).toEqual(expect.arrayContaining([{ code: 1 }, { code: -403 }]));
  expect([c.code(), s.sw.at(out).length]).toEqual(s.sw.hears(own) === "music" ? [1, 1] : [5, 0]);
  await b.command("hangup", { callId });
  await a.command("hangup", { callId });
  await s.settle();
  expect([a.callView(), b.callView(), c.callView()]).toEqual([undefined, undefined, undefined]);
});
