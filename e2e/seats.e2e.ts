/** A seat's life as its administrator sees it: its custom status, taken out of service in a call, its initial password. */
import { person, type Person } from "./harness/browser.ts";
import {
  agentIs,
  becomeReady,
  customerCalls,
  customerIs,
  openMenu,
  phaseIs,
  press,
  signIn,
  text,
} from "./harness/agent-page.ts";
import { isTone, untilHeard } from "./harness/listen.ts";
import type { RunningServer } from "./harness/server.ts";
import { both, closeStage, openStage } from "./harness/stage.ts";

let server: RunningServer;
let agent: Person;
let customer: Person;
let administrator: Person;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
  administrator = await person(300);
});
afterAll(async () => {
  await administrator?.close();
  await closeStage();
});

const rowOf = (agentId: string) => `::-p-xpath(//tr[td[normalize-space()="${agentId}"]])`;
const inRow = (agentId: string, label: string) =>
  `::-p-xpath(//tr[td[normalize-space()="${agentId}"]]//*[normalize-space()="${label}"])`;

test("the agent rests, and the administrator sees it", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await becomeReady(agent.page);
  await press(agent.page, "选择忙碌状态");
  await agent.page.locator('::-p-xpath(//*[@role="dialog"]//button[contains(., "休息")])').setTimeout(15_000).click();
  await text(agent.page, "剩余");
  await signIn(administrator.page, server.url, { account: "admin", role: "企业管理员" });
  await openMenu(administrator.page, "呼叫中心");
  await openMenu(administrator.page, "坐席");
  await openMenu(administrator.page, "坐席管理");
  await administrator.page.waitForSelector(inRow("1001", "休息"), { timeout: 20_000 });
});

test("disabled in a call: the talk goes on to its end, then the seat is out and is told why", async () => {
  await press(agent.page, "就绪");
  await agentIs(agent.page, 1);
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await Promise.all([phaseIs(agent.page, "talking"), customerIs(customer.page, "talking")]);

  await administrator.page
    .locator(`${rowOf("1001")} >>> input[type=checkbox]`)
    .setTimeout(15_000)
    .click();
  await press(administrator.page, "停用");
  await text(administrator.page, "正在通话的坐席在通话结束后退出");
  await administrator.page
    .locator('::-p-xpath(//*[@role="alertdialog"]//button[normalize-space()="停用"])')
    .setTimeout(15_000)
    .click();
  await administrator.page.waitForSelector(inRow("1001", "停用中"), { timeout: 20_000 });
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);

  await press(agent.page, "挂断");
  await text(agent.page, "账号已停用，请联系管理员", 20_000);
  expect(new URL(agent.page.url()).pathname).toBe("/login");
  await administrator.page.waitForSelector(inRow("1001", "停用"), { timeout: 20_000 });
});

test("a new initial password opens nothing but its own change", async () => {
  await administrator.page
    .locator('::-p-xpath(//tr[td[normalize-space()="1002"]]//button[normalize-space()="重置密码"])')
    .setTimeout(15_000)
    .click();
  await administrator.page
    .locator('::-p-xpath(//*[@role="alertdialog"]//button[normalize-space()="重置"])')
    .setTimeout(15_000)
    .click();
  const code = await administrator.page.waitForSelector('[role="dialog"] code', { timeout: 15_000 });
  const initial = (await code!.evaluate((element) => element.textContent)) ?? "";
  const again = await person(700);
  try {
    await signIn(again.page, server.url, { account: "1002", password: initial }).catch(() => undefined);
    await text(again.page, "初始密码");
    expect(new URL(again.page.url()).pathname).toBe("/pwdoverdue");
  } finally {
    await again.close();
  }
});
