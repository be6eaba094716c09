/** kill -9 of the server in mid-call: both are told and brought back to a clean state, the record is not lost. */
import { apiSignIn, channels, endedCalls } from "./harness/api.ts";
import type { Person } from "./harness/browser.ts";
import { agentIs, becomeReady, customerCalls, customerIs, phaseIs, press, signIn, text } from "./harness/agent-page.ts";
import { isTone, untilHeard } from "./harness/listen.ts";
import type { RunningServer } from "./harness/server.ts";
import { both, closeStage, openStage } from "./harness/stage.ts";
import { toneShare } from "./harness/tone.ts";

let server: RunningServer;
let agent: Person;
let customer: Person;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
});
afterAll(closeStage);

async function call(): Promise<void> {
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
}

test("the server is killed in mid-call and started again", async () => {
  await signIn(agent.page, server.url, { account: "1002" });
  await becomeReady(agent.page);
  await call();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await server.kill();
  await server.restart();
  await customerIs(customer.page, "ended", 40_000);
  await agentIs(agent.page, 2, 40_000);
  await phaseIs(agent.page, "idle");
  await text(agent.page, "服务重启");
});

test("the record of the call says so, and what was recorded until then plays", async () => {
  const session = await apiSignIn(server.url, "admin", 1);
  const [row] = await endedCalls(session, 1);
  expect(row).toMatchObject({ cause: "serverRestart", agentId: "1002", hasRecording: true });
  const reply = await session.raw(`/file/api/v1/file/play?callId=${row!.callId}`);
  const { rate, left } = channels(Buffer.from(await reply.arrayBuffer()));
  expect(left.length).toBeGreaterThan(rate);
  expect(toneShare(left.subarray(-rate), rate, 1100)).toBeGreaterThan(0.5);
});

test("the same people can call again without signing in again", async () => {
  await press(agent.page, "就绪");
  await agentIs(agent.page, 1);
  await call();
});
