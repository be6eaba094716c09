/**
 * The whole way once, as a new user goes it: sign in, ready, a customer calls 4001, whose flow leads to the agent, they talk, hold, hang
 * up, wrap up, the record with its recording.
 */
import { apiSignIn, channels, endedCalls } from "./harness/api.ts";
import type { Person } from "./harness/browser.ts";
import {
  agentIs,
  becomeReady,
  customerCalls,
  customerIs,
  customerReads,
  flowNumber,
  openMenu,
  phaseIs,
  press,
  signIn,
  text,
} from "./harness/agent-page.ts";
import { hear, isOther, isTone, untilHeard } from "./harness/listen.ts";
import type { RunningServer } from "./harness/server.ts";
import { agentHz, both, closeStage, customerHz, openStage } from "./harness/stage.ts";
import { toneShare } from "./harness/tone.ts";

let server: RunningServer;
let agent: Person;
let customer: Person;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
});
afterAll(closeStage);

async function talk(): Promise<void> {
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await Promise.all([phaseIs(agent.page, "talking"), customerIs(customer.page, "talking")]);
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
}

test("an agent signs in and becomes ready", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await becomeReady(agent.page);
});

test("a customer calls, hears the flow's greeting, presses nothing, and reaches the agent: both hear each other", async () => {
  await customerCalls(customer.page, server.url, flowNumber);
  await customerReads(customer.page, "请按语音提示操作");
  await customerIs(customer.page, "queued");
  await untilHeard(customer.page, both, isOther, 15_000);
  await customerReads(customer.page, "正在为您接通坐席…", 30_000);
  await talk();
  await customerReads(customer.page, "已接通坐席1001");
});

test("hold: the customer hears music, the agent no customer; resume: both are back", async () => {
  await press(agent.page, "保持");
  await agent.page.waitForSelector('[data-held="true"]');
  await customerReads(customer.page, "坐席请您稍候…");
  await untilHeard(customer.page, both, isOther);
  await untilHeard(agent.page, both, (heard) => (heard.shares[1] ?? 0) < 0.1 || heard.rms < 0.003);
  await press(agent.page, "取回");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
});

test("mute tells the truth: the customer hears nothing of the agent", async () => {
  await press(agent.page, "静音");
  await untilHeard(customer.page, both, (heard) => heard.rms < 0.003);
  await press(agent.page, "取消静音");
  await untilHeard(customer.page, both, isTone(0));
});

test("a reload in mid-call: the far leg hears music, the page comes back into the call by itself", async () => {
  const reloaded = agent.page.reload();
  await untilHeard(customer.page, both, isOther);
  await reloaded;
  await phaseIs(agent.page, "talking");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
  // The recording's end is measured below: it must hold more of the agent's voice than of the silence of the reload.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
});

test("hang-up, wrap-up with its countdown, done: ready again", async () => {
  await press(agent.page, "挂断");
  await Promise.all([agentIs(agent.page, 4), customerIs(customer.page, "ended")]);
  await text(agent.page, "剩余");
  await press(agent.page, "完成");
  await agentIs(agent.page, 1);
});

test("the call stands in 通话记录 with its track and a two-channel recording that holds both voices", async () => {
  await openMenu(agent.page, "通话记录");
  await text(agent.page, "客服一组");
  const session = await apiSignIn(server.url, "admin", 1);
  const [call] = await endedCalls(session, 1);
  expect(call).toMatchObject({ cause: "completed", agentId: "1001", hasRecording: true, result: 200 });
  expect(call!.holdS).toBeGreaterThan(0);
  const track = await session.post<{ action: string }[]>("/cdr/api/v1/callinTrack/getListByCallId", {
    callId: call!.callId,
  });
  expect(track.map((step) => step.action)).toEqual(
    expect.arrayContaining([
      "进入排队",
      "分配坐席",
      "接听",
      "通话保持",
      "取回通话",
      "坐席连接中断",
      "坐席恢复通话",
      "通话结束",
    ]),
  );
  const reply = await session.raw(`/file/api/v1/file/play?callId=${call!.callId}`);
  const { rate, left, right } = channels(Buffer.from(await reply.arrayBuffer()));
  const tail = (samples: Int16Array) => samples.subarray(-rate * 2);
  expect(toneShare(tail(left), rate, customerHz)).toBeGreaterThan(0.5);
  expect(toneShare(tail(right), rate, agentHz)).toBeGreaterThan(0.5);
  expect(toneShare(tail(left), rate, agentHz)).toBeLessThan(0.1);
  expect((await session.raw(`/file/api/v1/file/play?callId=${call!.callId}`, { range: "bytes=0-43" })).status).toBe(
    206,
  );
});

test("nobody complained on a console", async () => {
  expect(agent.complaints).toEqual([]);
  expect(customer.complaints).toEqual([]);
  expect((await hear(agent.page, both)).rms).toBeLessThan(0.003);
});
