/** A monitor at 实时监控: who hears him and whom he hears, by tones; reloads of both; a call taken over, and one picked up. */
import type { Person } from "./harness/browser.ts";
import { agentIs, becomeReady, customerCalls, customerIs, phaseIs, press, signIn } from "./harness/agent-page.ts";
import type { RunningServer } from "./harness/server.ts";
import {
  AGENT,
  CUSTOMER,
  SUPERVISOR as MONITOR,
  hears,
  onRow,
  rowSays,
  openSupervised,
  type Supervised,
} from "./harness/supervised.ts";

let stage: Supervised;
let server: RunningServer;
let agent: Person;
let customer: Person;
let monitor: Person;

beforeAll(async () => {
  stage = await openSupervised();
  ({ server, agent, customer, supervisor: monitor } = stage);
});
afterAll(() => stage?.close());

test("every state of the agent is on the monitor's screen as it comes", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await signIn(monitor.page, server.url, { account: "1005", role: "班长" });
  await monitor.page.goto(`${server.url}/realtimemonitoring`);
  await rowSays(monitor.page, "忙碌");
  await becomeReady(agent.page);
  await rowSays(monitor.page, "空闲");
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await rowSays(monitor.page, "振铃中");
  await press(agent.page, "接听");
  await Promise.all([phaseIs(agent.page, "talking"), customerIs(customer.page, "talking")]);
  await rowSays(monitor.page, "通话中");
  await Promise.all([hears(agent, CUSTOMER), hears(customer, AGENT)]);
});

test("监听: he hears both, nobody hears him; 密语: the agent alone does; 强插: both do", async () => {
  await onRow(monitor.page, "监听");
  await Promise.all([hears(monitor, AGENT, CUSTOMER), hears(agent, CUSTOMER), hears(customer, AGENT)]);
  await rowSays(monitor.page, "1005 监听");
  await onRow(monitor.page, "强插");
  await Promise.all([hears(agent, CUSTOMER, MONITOR), hears(customer, AGENT, MONITOR)]);
  await onRow(monitor.page, "密语");
  await Promise.all([hears(monitor, AGENT, CUSTOMER), hears(agent, CUSTOMER, MONITOR), hears(customer, AGENT)]);
});

test("the agent reloads, then the monitor: everybody hears again whom he should, and the customer never the monitor", async () => {
  await agent.page.reload();
  await phaseIs(agent.page, "talking");
  await Promise.all([hears(agent, CUSTOMER, MONITOR), hears(customer, AGENT), hears(monitor, AGENT, CUSTOMER)]);
  await monitor.page.reload();
  await Promise.all([hears(monitor, AGENT, CUSTOMER), hears(agent, CUSTOMER, MONITOR), hears(customer, AGENT)]);
  await rowSays(monitor.page, "1005 密语");
});

test("切换: the call is the monitor's, the agent wraps up; he ends it", async () => {
  await onRow(monitor.page, "切换");
  await Promise.all([hears(monitor, CUSTOMER), hears(customer, MONITOR), agentIs(agent.page, 4)]);
  await press(agent.page, "完成");
  await press(monitor.page, "挂断");
  await customerIs(customer.page, "ended");
});

test("代接: what rings at the agent is answered by the monitor, and the agent is ready again", async () => {
  // He is in no skill group: nothing to wrap up.
  await Promise.all([agentIs(agent.page, 1), agentIs(monitor.page, 2)]);
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await onRow(monitor.page, "代接");
  await Promise.all([hears(monitor, CUSTOMER), hears(customer, MONITOR), agentIs(agent.page, 1)]);
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  expect([...agent.complaints, ...monitor.complaints, ...customer.complaints]).toEqual([]);
});
