/** Callers in flows over the wire who speak (acceptance checks E8 and E10 of flows): a server process, its own switch and listener. */
import { detectedMs, median, speechStops } from "./testing/flow-calls/barge-in.ts";
import { body, ladders, node, sounding } from "./testing/flow-calls/drawing.ts";
import type { FlowCaller } from "./testing/flow-calls/flow-caller.ts";
import { Studio } from "./testing/flow-calls/studio.ts";
import { sayings } from "./testing/speech/sayings.ts";

let studio: Studio;
beforeAll(async () => {
  studio = await Studio.open();
});
afterAll(() => studio?.close());

/** ms: on a machine with much other work the listener learns twenty sentences for as long as that. */
const patience = 90_000;

test("E8 speech stops a wording within 100 ms of being recognised as such, at the caller's ear", async () => {
  const { stops, stall } = await speechStops(studio, patience);
  expect(median(stops)).toBeLessThanOrEqual(detectedMs + 100 + stall);
  expect(Math.min(...stops)).toBeLessThanOrEqual(detectedMs + 100);
});

describe("E10", () => {
  const hz = { ask: 600, went: 900 };
  const sentences = [
    ...["查询话费余额", "我要办理宽带", "转接人工客服", "修改登录密码", "打印电子发票", "预约上门维修", "取消昨天订单"],
    ...["投诉服务态度", "更换手机套餐", "开通国际漫游", "查询物流进度", "申请退货退款", "绑定银行账户", "挂失身份证件"],
    ...["领取优惠礼券", "升级会员等级", "咨询营业时间", "变更收货地址", "重置网络设备", "注销旧的号码"],
  ];
  let number: string;
  beforeAll(async () => {
    const [ask, went] = await Promise.all([hz.ask, hz.went].map((each) => studio.voice({ hz: each, ms: 300 })));
    const intents: string[] = [];
    for (const name of sentences) intents.push(await studio.intent(name));
    const branches = sentences.map((name, n) => ({ id: `s${n}`, name }));
    const by = (value: (n: number) => string) => Object.fromEntries(branches.map(({ id }, n) => [id, value(n)]));
    number = await studio.number(
      await studio.flow(
        body(
          [
            node("start", "开始", "start", { to: { next: "ask" } }),
            node("ask", "请说", "speech", {
              says: [sounding(ask!)],
              config: { bargeInMs: 0, noInputSeconds: 5, tries: 9, branches },
              to: by((n) => `went${n}`),
              intents: by((n) => intents[n]!),
            }),
            ...sentences.map((name, n) =>
              node(`went${n}`, name, "play", { says: [sounding(went!)], to: { next: "ask" } }),
            ),
          ],
          ladders([], []),
        ),
      ),
    );
  });

  /** Says a sentence when the question is over; resolves with what follows: the branch's own wording, or the question once more. */
  async function says({ call, hearing }: FlowCaller, sound: Int16Array, from: number): Promise<number> {
    const asked = await hearing.tone(hz.ask, from, 10, patience);
    await hearing.silence(100, patience, asked + 12);
    const place = hearing.now;
    call.peer.say(sound);
    await hearing.either([hz.went, hz.ask], place, patience);
    return place;
  }

  test("E10 sentences of a voice that no template has take their branch of twenty, 19 times of 20, and stand in the track", async () => {
    const sounds = await sayings(sentences, "cmn+m7");
    // The first who speaks finds a listener that still learns its sentences.
    const first = await studio.caller(number);
    for (let from = 0; first.hearing.countTone(hz.went) === 0;) from = await says(first, sounds[0]!, from);
    first.call.bye();
    const share = sentences.length / 4;
    const branches = await Promise.all(
      Array.from({ length: 4 }, async (_, part) => {
        const caller = await studio.caller(number);
        let from = 0;
        for (const sound of sounds.slice(part * share, (part + 1) * share)) from = await says(caller, sound, from);
        caller.call.bye();
        const { callId } = await studio.record(caller);
        const { steps } = await studio.track(callId);
        return steps.filter(({ nodeId }) => nodeId === "ask");
      }),
    );
    const heard = branches.flatMap((steps) => steps.filter(({ actionType }) => actionType === 114));
    const taken = branches.flatMap((steps) => steps.filter(({ actionType }) => actionType === 115));
    expect(new Set(taken.map(({ nextNodeId }) => nextNodeId)).size).toBeGreaterThanOrEqual(19);
    const named = heard.filter(({ content }) =>
      sentences.some((text) => new RegExp(`^「请说」，${text}，意图「${text}」[01]\\.\\d\\d`).test(content)),
    );
    expect(named.length).toBeGreaterThanOrEqual(19);
  });
});
