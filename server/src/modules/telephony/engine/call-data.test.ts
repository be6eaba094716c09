import { isContact, readStream } from "../../event-log/index.ts";
import { queuesOf } from "../testing/queues.ts";
import { stageEach, type Stage } from "../testing/stage.ts";

describe("K32 call data", () => {
  let s: Stage;
  stageEach((stage) => (s = stage));

  const answers = async (user: string) => {
    s.sw.pickUp(s.sw.at(user).at(-1)!);
    await s.settle();
  };
  async function calledWith(callData: Record<string, string> | undefined, hide = false) {
    const one = await s.signIn("1001", { hide });
    const guest = await s.numbers.guests.create({ compId: s.compId, number: s.number }, "13800138000", callData);
    s.sw.register(guest.user);
    const leg = s.sw.invite(guest.user, s.number);
    await s.settle();
    await one.command("setState", { state: "1" });
    return { one, leg };
  }

  test("it comes with the customer, rings with the call, goes on in a consultation and a transfer, and is in the log", async () => {
    const { one } = await calledWith({ order: "A-1", level: "金卡" });
    expect(one.callView()).toMatchObject({ phase: "ringing", callData: { order: "A-1", level: "金卡" } });
    await answers(one.user);
    const { callId } = one.callView()!;
    const set = (callData: string) => one.command("setCallData", { callId, callData });
    expect(await set('{"order":"","note":"投诉"}')).toEqual({ code: 1 });
    expect(one.callView()?.callData).toEqual({ level: "金卡", note: "投诉" });
    expect(await one.command("getCallData", { callId })).toEqual({
      code: 1,
      fields: { callData: '{"level":"金卡","note":"投诉"}' },
    });
    const two = await s.ready("1002");
    await one.command("consult", { callId, agentId: "1002" });
    expect(two.callView()?.callData).toEqual({ level: "金卡", note: "投诉" });
    await answers(two.user);
    await one.command("tranfer", { callId });
    expect(two.callView()).toMatchObject({ phase: "talking", callData: { level: "金卡", note: "投诉" } });
    expect(await set('{"a":"1"}')).toEqual({ code: -404 });
    const facts = (
      await s.ports.database.system((trx) => readStream(trx, { compId: s.compId, stream: "contact", id: callId }))
    )
      .filter(isContact)
      .map(({ fact }) => fact);
    expect(facts).toContainEqual(
      expect.objectContaining({ type: "created", callData: { order: "A-1", level: "金卡" } }),
    );
    expect(facts).toContainEqual({ type: "dataSet", data: { order: "", note: "投诉" }, agentId: "1001" });
  });

  test("a callback goes on with what its caller came with: asked for in the queue, or of one whom nobody answered", async () => {
    const given = { order: "A-1", level: "金卡" };
    await queuesOf(() => s).change({ menuEveryS: 20 });
    const one = await s.signIn("1001");
    const comes = async (phone: string) => {
      const guest = await s.numbers.guests.create({ compId: s.compId, number: s.number }, phone, given);
      s.sw.register(guest.user);
      const leg = s.sw.invite(guest.user, s.number);
      await s.settle();
      await s.advance(30_000);
      return { leg, callId: String((await s.records()).at(-1)!["callId"]) };
    };
    const calls = async () => {
      const { callId, callData } = one.callView()!;
      expect(callData).toEqual(given);
      expect(JSON.parse(String((await s.record(callId))!["callData"]))).toEqual(given);
      await one.command("hangup", { callId });
    };
    const first = await comes("13800000001");
    s.sw.leave(first.leg);
    await s.settle();
    const of = { callId: first.callId, skillGroupId: `g-${s.compId}` };
    await s.engine.request({ verb: "callBack", compId: s.compId, own: "1001", number: "13800000001", of });
    await s.settle();
    await calls();
    const { leg } = await comes("13800000002");
    for (const key of "21") s.sw.press(leg, key);
    await s.settle();
    s.sw.leave(leg);
    await s.settle();
    await one.command("setState", { state: "1" });
    await s.settle();
    await calls();
  });

  test("nonsense is refused, and more than 2 KB in all; a number in it is masked for who may not see numbers", async () => {
    const { one } = await calledWith({ phone: "13912345678" }, true);
    expect(one.callView()?.callData).toEqual({ phone: "139****5678" });
    await answers(one.user);
    const { callId } = one.callView()!;
    const set = (callData: string) => one.command("setCallData", { callId, callData });
    for (const bad of ["", "x", "[]", '{"a":1}', '{"a b":"1"}', `{"a":"${"x".repeat(2_048)}"}`])
      expect(await set(bad)).toMatchObject({ code: -400 });
    expect(await set(`{"a":"${"x".repeat(2_000)}"}`)).toEqual({ code: 1 });
    // The whole in the call is what counts: the number has its place in it, too.
    expect(await set(`{"b":"${"x".repeat(40)}"}`)).toEqual({ code: -403, msg: "随路数据合计不能超过2KB" });
    expect(await one.command("getCallData", { callId: "other" })).toEqual({ code: -404 });
  });

  test("an agent's own call takes it along", async () => {
    await s.called();
    const one = await s.ready("1001");
    expect(await one.command("makeCall", { number: "13800138000", callData: "no" })).toMatchObject({ code: -400 });
    expect((await one.command("makeCall", { number: "13800138000", callData: '{"task":"7"}' })).code).toBe(1);
    expect(one.callView()?.callData).toEqual({ task: "7" });
  });
});
