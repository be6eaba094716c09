/** The bar dials a customer's page: answered, refused, and nobody there. */
import { apiSignIn, endedCalls, recordedCall, type ApiSession } from "./harness/api.ts";
import type { Person } from "./harness/browser.ts";
import {
  agentIs,
  buttonsAre,
  customerIs,
  callAs,
  customerReads,
  phaseIs,
  press,
  signIn,
  text,
} from "./harness/agent-page.ts";
import { isOther, isTone, untilHeard } from "./harness/listen.ts";
import type { RunningServer } from "./harness/server.ts";
import { both, closeStage, openStage } from "./harness/stage.ts";

const phone = "13800001111";

let server: RunningServer;
let agent: Person;
let customer: Person;
let admin: ApiSession;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
  admin = await apiSignIn(server.url, "admin", 1);
});
afterAll(closeStage);

async function dial(): Promise<void> {
  await agent.page.locator('#app-workstation input[name="dial"]').fill(phone);
  await press(agent.page, "呼叫");
}

/** Back from wrap-up or a call that was not answered. */
const resting = () => phaseIs(agent.page, "idle");

test("a customer who gave a number stays reachable after a call", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await agentIs(agent.page, 2);
  await callAs(customer.page, server.url, phone);
  await customerIs(customer.page, "queued");
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  await customer.page.waitForSelector('[data-registered="true"]');
  expect(await endedCalls(admin, 1)).toMatchObject([{ direction: "inbound", agentId: null }]);
});

test("the agent dials that number: ringing tone, 来电, both hear each other, the customer hangs up", async () => {
  await dial();
  await phaseIs(agent.page, "dialling");
  await buttonsAre(agent.page, "挂断");
  await customerIs(customer.page, "incoming");
  await customerReads(customer.page, "来电");
  await untilHeard(agent.page, [...both, 450], (heard) => heard.rms > 0.003 && (heard.shares[2] ?? 0) > 0.5);
  await press(customer.page, "接听");
  await Promise.all([phaseIs(agent.page, "talking"), customerIs(customer.page, "talking")]);
  await customerReads(customer.page, "已接通坐席1001");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
  await press(agent.page, "保持");
  await customerReads(customer.page, "坐席请您稍候…");
  await untilHeard(customer.page, both, isOther);
  await press(agent.page, "取回");
  await untilHeard(customer.page, both, isTone(0));
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  await resting();
  expect(await recordedCall(admin, 2)).toMatchObject({
    direction: "outbound",
    result: 200,
    cause: "completed",
    agentId: "1001",
    callee: phone,
    hasRecording: true,
  });
});

test("the customer refuses: 拒接", async () => {
  await agentIs(agent.page, 4);
  await press(agent.page, "完成");
  await agentIs(agent.page, 2);
  await dial();
  await customerIs(customer.page, "incoming");
  await press(customer.page, "拒接");
  await text(agent.page, "拒接");
  await resting();
  const [call] = await endedCalls(admin, 3);
  expect(call).toMatchObject({ direction: "outbound", result: 585, cause: "rejected", agentId: "1001", talkS: 0 });
});

test("the customer closed the page: 无法接通", async () => {
  await customer.page.goto("about:blank");
  await dial();
  await text(agent.page, "无法接通");
  await resting();
  const [call] = await endedCalls(admin, 4);
  expect(call).toMatchObject({ direction: "outbound", result: 586, cause: "unreachable", agentId: "1001", talkS: 0 });
});
