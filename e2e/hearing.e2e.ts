/**
 * An administrator at 实时监控, who has no seat: whom he hears and who hears him, by tones; his reload; a call taken over; one picked up.
 */
import type { Page, Person } from "./harness/browser.ts";
import { agentIs, becomeReady, customerCalls, customerIs, phaseIs, press, signIn } from "./harness/agent-page.ts";
import type { RunningServer } from "./harness/server.ts";
import {
  AGENT,
  CUSTOMER,
  SUPERVISOR as ADMINISTRATOR,
  hears,
  onRow,
  onRowSurely,
  openSupervised,
  type Supervised,
} from "./harness/supervised.ts";

let stage: Supervised;
let server: RunningServer;
let agent: Person;
let customer: Person;
let administrator: Person;

beforeAll(async () => {
  stage = await openSupervised();
  ({ server, agent, customer, supervisor: administrator } = stage);
});
afterAll(() => stage?.close());

const dockIs = (page: Page, mode: string) =>
  page.waitForSelector(`[aria-label="监听工具条"][data-mode="${mode}"]`, { timeout: 20_000 });

async function talk() {
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await Promise.all([hears(agent, CUSTOMER), hears(customer, AGENT)]);
}

test("监听: the page becomes a telephone; he hears both, nobody hears him; 密语 and 强插 from his bar", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await signIn(administrator.page, server.url, { account: "admin", role: "企业管理员" });
  await administrator.page.goto(`${server.url}/realtimemonitoring`);
  await becomeReady(agent.page);
  await talk();
  await onRow(administrator.page, "监听");
  await dockIs(administrator.page, "listen");
  await Promise.all([hears(administrator, AGENT, CUSTOMER), hears(agent, CUSTOMER), hears(customer, AGENT)]);
  await press(administrator.page, "密语");
  await dockIs(administrator.page, "whisper");
  await Promise.all([
    hears(administrator, AGENT, CUSTOMER),
    hears(agent, CUSTOMER, ADMINISTRATOR),
    hears(customer, AGENT),
  ]);
  await press(administrator.page, "静音");
  await Promise.all([hears(agent, CUSTOMER), hears(administrator, AGENT, CUSTOMER)]);
  await press(administrator.page, "取消静音");
  await hears(agent, CUSTOMER, ADMINISTRATOR);
});

test("he reloads: his page is back in the call, in the same way, and the customer never hears him", async () => {
  await administrator.page.reload();
  await dockIs(administrator.page, "whisper");
  await Promise.all([
    hears(administrator, AGENT, CUSTOMER),
    hears(agent, CUSTOMER, ADMINISTRATOR),
    hears(customer, AGENT),
  ]);
  await press(administrator.page, "静音");
  await hears(agent, CUSTOMER);
  await press(administrator.page, "取消静音");
  await hears(agent, CUSTOMER, ADMINISTRATOR);
});

test("切换: the call is his, the agent wraps up; he ends it, and his page is no telephone any more", async () => {
  await onRowSurely(administrator.page, "切换");
  await Promise.all([hears(administrator, CUSTOMER), hears(customer, ADMINISTRATOR), agentIs(agent.page, 4)]);
  await dockIs(administrator.page, "talk");
  await press(agent.page, "完成");
  await press(administrator.page, "挂断");
  await customerIs(customer.page, "ended");
  await administrator.page.waitForSelector('[aria-label="监听工具条"]', { hidden: true, timeout: 20_000 });
});

test("代接: what rings at the agent is answered by him, and the agent is ready again", async () => {
  await agentIs(agent.page, 1);
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await onRow(administrator.page, "代接");
  await Promise.all([hears(administrator, CUSTOMER), hears(customer, ADMINISTRATOR), agentIs(agent.page, 1)]);
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  expect([...agent.complaints, ...administrator.complaints, ...customer.complaints]).toEqual([]);
});
