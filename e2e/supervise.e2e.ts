/**
 * A monitor at 实时监控: who hears him and whom he hears, by tones; reloads of both; a call taken over, and one picked up; help that an
 * agent asks for, answered from the notification; a call given to another seat, with what was typed on its card.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { person, type Page, type Person } from "./harness/browser.ts";
import {
  agentIs,
  becomeReady,
  customerCalls,
  customerIs,
  phaseIs,
  press,
  showTab,
  signIn,
  text,
} from "./harness/agent-page.ts";
import type { RunningServer } from "./harness/server.ts";
import {
  AGENT,
  CUSTOMER,
  SUPERVISOR as MONITOR,
  hears,
  onRow,
  onRowSurely,
  rowSays,
  openSupervised,
  type Supervised,
} from "./harness/supervised.ts";

let stage: Supervised;
let server: RunningServer;
let agent: Person;
let customer: Person;
let monitor: Person;
let other: Person | undefined;

const shots = fileURLToPath(new URL("shots", import.meta.url));
const shot = (page: Page, name: string) => page.screenshot({ path: join(shots, `supervise-${name}.png`) });

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  stage = await openSupervised();
  ({ server, agent, customer, supervisor: monitor } = stage);
});
afterAll(async () => {
  await other?.close();
  await stage?.close();
});

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
  await onRowSurely(monitor.page, "切换");
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
});

const card = '[data-call-card="talking"]';
const fill = (page: Page, name: string, value: string) =>
  page.locator(`::-p-aria([name="${name}"][role="textbox"])`).setTimeout(15_000).fill(value);

test("Q20 Q21 in a talk the agent chooses what follows, and types what the next one has to know", async () => {
  const { page } = agent;
  await agentIs(page, 1);
  await customerCalls(customer.page, server.url);
  await phaseIs(page, "ringing");
  await press(page, "接听");
  await phaseIs(page, "talking");
  await text(page, "通话后：空闲");
  await press(page, "忙碌");
  await text(page, "通话后：忙碌");
  await page.waitForSelector(`${card} [aria-label="随路数据"]`);
  await press(page, "添加随路数据");
  await fill(page, "随路数据名称", "客户 诉求");
  await fill(page, "客户 诉求的内容", "退款");
  await press(page, "保存");
  await text(page, "名称只能是文字、数字和 _ . -，最多64个字符");
  await fill(page, "随路数据名称", "诉求");
  await shot(page, "call-data");
  await press(page, "保存");
  await page.waitForSelector(`::-p-xpath(//*[@data-call-card]//dd[normalize-space()="退款"])`, { timeout: 15_000 });
  await shot(page, "after");
});

test("K30 举手求助: 密语 on the notification, and the agent alone hears the monitor; 已处理 takes it off the list", async () => {
  await press(agent.page, "求助");
  await fill(agent.page, "求助内容", "客户要退款");
  await agent.page.keyboard.press("Enter");
  await text(monitor.page, "坐席1001举手求助");
  await shot(monitor.page, "help");
  const onNotice = (label: string) =>
    monitor.page
      .locator(`::-p-xpath(//*[@data-notice="assistance.1001"]//button[normalize-space()="${label}"])`)
      .setTimeout(15_000)
      .click();
  await onNotice("密语");
  await Promise.all([
    hears(monitor, AGENT, CUSTOMER),
    hears(agent, CUSTOMER, MONITOR),
    hears(customer, AGENT),
    text(agent.page, "密语您的通话"),
  ]);
  await rowSays(monitor.page, "1005 密语");
  await press(agent.page, "结束求助");
  await press(agent.page, "求助");
  await fill(agent.page, "求助内容", "还要一张发票");
  await agent.page.keyboard.press("Enter");
  await text(monitor.page, "还要一张发票");
  await onNotice("已处理");
  await Promise.all([text(agent.page, "已处理您的求助"), text(monitor.page, "坐席1001的求助已处理")]);
  await agent.page.keyboard.press("Escape");
});

test("K59 转给: the call rings at the seat that the monitor names, with what was typed; who had it wraps up, then is busy", async () => {
  other = await person(2300);
  await signIn(other.page, server.url, { account: "1002" });
  await becomeReady(other.page);
  // The form of the call that he picked up has come before it.
  await showTab(monitor.page, "实时监控");
  await onRow(monitor.page, "转给");
  await monitor.page
    .locator('::-p-xpath(//*[@role="dialog"]//label[contains(., "（1002）空闲")])')
    .setTimeout(15_000)
    .click();
  await shot(monitor.page, "hand-over");
  await monitor.page.locator('::-p-xpath(//*[@role="dialog"]//button[normalize-space()="转给"])').click();
  await phaseIs(other.page, "ringing");
  await text(monitor.page, "已把通话转给坐席1002，正在振铃");
  await text(other.page, "退款");
  await shot(other.page, "handed-over");
  await press(other.page, "接听");
  await Promise.all([phaseIs(other.page, "talking"), agentIs(agent.page, 4)]);
  await press(agent.page, "完成");
  await agentIs(agent.page, 2);
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  expect([agent, monitor, customer, other].flatMap(({ complaints }) => complaints)).toEqual([]);
});
