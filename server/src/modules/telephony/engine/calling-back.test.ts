/** A caller whom nobody answered is called back from a seat (docs/protocol.md Q14). */
import { reconcile } from "../../event-log/index.ts";
import type { CommandReply } from "../../../ports/engine.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

let s: Stage;
stageEach((stage) => (s = stage));

/** 13800000001 waited for 1001, who is busy, and hung up. */
async function abandoned() {
  const page = await s.signIn("1001");
  const { leg, user } = await s.customer("13800000001");
  await s.advance(5_000);
  s.sw.leave(leg);
  await s.settle();
  const callId = String((await s.records())[0]!["callId"]);
  return { page, user, callId };
}
async function callBack(own: string, callId: string, compId = s.compId, more: { readonly sentBy?: string } = {}) {
  const of = { callId, skillGroupId: `g-${s.compId}` };
  const reply = (await s.engine.request({
    verb: "callBack",
    compId,
    own,
    number: "13800000001",
    of,
    ...more,
  })) as CommandReply;
  await s.settle();
  return reply;
}

test("Q14 the seat's telephone first, then the caller; both records name the other, his with who and when it was dialled", async () => {
  const { page, user, callId } = await abandoned();
  expect(await callBack("1001", callId)).toMatchObject({ code: 1 });
  const far = s.sw.at(user)[0]!;
  expect(s.sw.request(far)).toMatchObject({ from: s.number });
  expect(page.callView()).toMatchObject({ direction: "outbound", number: "13800000001" });
  s.sw.pickUp(far);
  await s.settle();
  s.sw.leave(far);
  await s.settle();
  const [first, second] = await s.records();
  expect(first).toMatchObject({ callId, answerAt: null, linkedCallId: second!["callId"] });
  expect(second).toMatchObject({ direction: "outbound", agentId: "1001", linkedCallId: callId, result: 200 });
  expect((await s.track(callId)).at(-1)).toBe("callbackDialled");
  expect(await reconcile(s.ports.database)).toMatchObject({ found: 0 });
});

test("Q14 two at once: he is called once; a seat that is away, in a call or another enterprise's calls nobody", async () => {
  const { user, callId } = await abandoned();
  expect(await callBack("1002", callId)).toMatchObject({ code: -403, msg: "请先在上方工具条签入" });
  expect(await callBack("1001", callId, "999999")).toMatchObject({ code: -403 });
  await s.signIn("1002");
  const replies = await Promise.all([callBack("1001", callId), callBack("1002", callId)]);
  expect(replies.map(({ code }) => code).sort((a, b) => a - b)).toEqual([-403, 1]);
  expect(replies.map(({ msg }) => msg)).toContain("正在回拨该客户");
  expect(s.sw.at(user)).toHaveLength(1);
  const busy = replies[0]!.code === 1 ? "1001" : "1002";
  expect(await callBack(busy, callId)).toEqual({ code: -403 });
});

test("Q11 Q14 who has no seat has a ready one call, which reads so; one that is busy, away or without telephone is let alone", async () => {
  const { page, user, callId } = await abandoned();
  const sent = (own: string) => callBack(own, callId, s.compId, { sentBy: "王经理" });
  const refusal = { code: -403, msg: "该坐席此刻不是空闲状态，或话机未注册" };
  for (const own of ["1001", "1002"]) expect(await sent(own)).toEqual(refusal);
  const now = { verb: "callNow", compId: s.compId, own: "1001", id: "of nobody", sentBy: "王经理" } as const;
  expect(await s.engine.request(now)).toEqual(refusal);
  expect([page.code(), s.sw.at(user)]).toEqual([2, []]);
  await page.command("setState", { state: "1" });
  expect(await s.engine.request(now)).toMatchObject({ code: -404 });
  expect(page.last("notice")).toBeUndefined();
  expect(await sent("1001")).toMatchObject({ code: 1 });
  expect(page.last("notice")).toMatchObject({ level: "info", msg: "王经理安排您回拨客户" });
  expect([page.code(), page.callView()?.direction, s.sw.at(user).length]).toEqual([15, "outbound", 1]);
  expect(await sent("1001")).toEqual(refusal);
});

test("Q14 the own telephone fails: nobody was called back", async () => {
  const { page, callId } = await abandoned();
  s.sw.autoAnswers = false;
  await callBack("1001", callId);
  s.sw.leave(s.sw.at(page.user)[0]!, "rejected");
  await s.settle();
  expect((await s.records())[0]).toMatchObject({ callId, linkedCallId: null });
});
