/**
 * Keys in a call, both ways, over the real server: the customer's reach the switch as RFC 4733, the agent's go out one a
 * 100 ms and are sent to the customer's leg by the switch as RFC 4733. A page does not hear telephone events, so the
 * call's track tells what came.
 */
import { apiSignIn, endedCalls, type ApiSession } from "./harness/api.ts";
import type { Person } from "./harness/browser.ts";
import { agentIs, becomeReady, customerCalls, customerIs, phaseIs, press, signIn } from "./harness/agent-page.ts";
import { isTone, untilHeard } from "./harness/listen.ts";
import type { RunningServer } from "./harness/server.ts";
import { both, closeStage, openStage } from "./harness/stage.ts";

interface Step {
  readonly action: string;
  /** JSON */
  readonly info: string;
}

let server: RunningServer;
let agent: Person;
let customer: Person;
let admin: ApiSession;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
  admin = await apiSignIn(server.url, "admin", 1);
});
afterAll(closeStage);

async function currentCall(): Promise<string> {
  const { list } = await admin.post<{ list: { callId: string }[] }>("/cdr/api/v1/master/getMasterCdrList", {
    pageNo: 1,
    pageSize: 20,
  });
  return list[0]!.callId;
}

async function keys(session: ApiSession, callId: string): Promise<string[]> {
  const track = await session.post<Step[]>("/cdr/api/v1/callinTrack/getListByCallId", { callId });
  return track
    .filter((step) => step.action === "按键")
    .map((step) => (JSON.parse(step.info) as { content: string }).content);
}

async function untilKeys(callId: string, wanted: readonly string[]): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const now = await keys(admin, callId);
    if (JSON.stringify(now) === JSON.stringify(wanted)) return;
    if (Date.now() > end) throw new Error(`the track shows ${JSON.stringify(now)}, not ${JSON.stringify(wanted)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test("an agent and a customer talk", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await becomeReady(agent.page);
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await Promise.all([phaseIs(agent.page, "talking"), customerIs(customer.page, "talking")]);
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
});

test("the customer presses keys, by mouse and on the keyboard: each is in the track once, in its order", async () => {
  await press(customer.page, "按键");
  for (const key of ["1", "1", "*"]) await press(customer.page, `按键 ${key}`);
  await customer.page.keyboard.type("40#");
  await untilKeys(await currentCall(), ["客户按键11*40#"]);
});

test("the agent sends keys; they are in the track and neither voice is cut off", async () => {
  await press(agent.page, "按键");
  await agent.page.locator('[aria-label="按键内容"]').fill("2580");
  await press(agent.page, "发送");
  await press(agent.page, "按键 9");
  const callId = await currentCall();
  await untilKeys(callId, ["客户按键11*40#", "坐席按键25809"]);
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
  expect(agent.complaints).toEqual([]);
});

test("the agent reads how many keys were pressed, not which", async () => {
  await press(agent.page, "挂断");
  await Promise.all([agentIs(agent.page, 4), customerIs(customer.page, "ended")]);
  const [call] = await endedCalls(admin, 1);
  expect(await keys(await apiSignIn(server.url, "1001", 2), call!.callId)).toEqual(["客户按键 6 位", "坐席按键 5 位"]);
});
