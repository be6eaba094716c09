/**
 * Web chats: an administrator makes a site that leads to the demonstration's flow; a visitor writes, the flow answers and finds nobody
 * there; an agent comes to chats, the next conversation reaches her through the flow, they talk over reloads of both pages, she ends it.
 * The record has what was said and the steps of the flow.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { signIn } from "./harness/agent-page.ts";
import type { Page, Person } from "./harness/browser.ts";
import {
  chooseIn,
  fillIn,
  openScreen,
  pane,
  pushIn,
  reads,
  selector,
  sheet,
  sheetNamed,
  until,
} from "./harness/console.ts";
import { looks } from "./harness/looks.ts";
import { openSupervised, type Supervised } from "./harness/supervised.ts";

let stage: Supervised;
let administrator: Person;
let agent: Person;
let visitor: Page;
let address = "";

const shots = fileURLToPath(new URL("shots", import.meta.url));
async function shot(name: string, of: Page): Promise<void> {
  await of.screenshot({ path: join(shots, `chats-${name}.png`) });
  expect([name, await looks(of)]).toEqual([name, []]);
}

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  stage = await openSupervised();
  ({ agent, supervisor: administrator } = stage);
  visitor = stage.customer.page;
});
afterAll(() => stage?.close());

/** On the visitor's page. */
const log = '//*[@role="log"]';
const visitorReads = (words: string) => reads(visitor, words, "//body");
async function visitorSays(words: string): Promise<void> {
  // It is not there while a conversation is begun.
  await visitor.waitForSelector("#text", { visible: true, timeout: 20_000 });
  await visitor.type("#text", words);
  await visitor.keyboard.press("Enter");
  await reads(visitor, words, log);
}

/** On the agent's. */
const talk = `${pane}//*[@role="log"]`;
async function agentSays(words: string): Promise<void> {
  const box = await agent.page.locator(selector(`${pane}//textarea[starts-with(@aria-label, "发给")]`)).waitHandle();
  await box.type(words);
  await agent.page.keyboard.press("Enter");
  await reads(agent.page, words, talk);
}

test("an administrator makes a site that leads to a flow, and has its page's address", async () => {
  const { page } = administrator;
  await signIn(page, stage.server.url, { account: "admin", role: "企业管理员" });
  await openScreen(page, "在线客服", "接入方式");
  await reads(page, "官网在线咨询");
  await pushIn(page, "新增");
  await fillIn(page, "网站名称", "商城");
  await fillIn(page, "欢迎语", "您好，欢迎光临商城。");
  await chooseIn(page, "接待目标", "演示导航");
  await shot("site", page);
  await pushIn(page, "保存", sheet);
  await reads(page, "流程：演示导航", `${pane}//tr[td[normalize-space()="商城"]]`);
  await pushIn(page, "嵌入代码", `${pane}//tr[td[normalize-space()="商城"]]`);
  const link = await reads(page, "/customer/chat/", sheetNamed("嵌入代码：商城"));
  address = await link.evaluate((element) => element.textContent.trim());
  expect(address).toMatch(/^http.*\/customer\/chat\/[\w-]{22}$/);
});

test("a visitor chooses by a key of the flow's question; nobody is at chats, and the flow says so", async () => {
  await visitor.goto(address);
  await visitorReads("您好，欢迎光临商城。");
  await visitorReads("中文请按1");
  await visitorReads("机器人为您服务");
  await visitor.screenshot({ path: join(shots, "chats-visitor-flow.png") });
  await visitorSays("1");
  await visitorReads("会话已结束");
});

test("an agent comes to chats; through the flow the next conversation is hers", async () => {
  const { page } = agent;
  await signIn(page, stage.server.url, { account: "1001" });
  // Who comes before she is at chats is told that nobody is.
  const online = page.waitForResponse(
    async (reply) =>
      new URL(reply.url()).pathname === "/im/api/v1/state" &&
      reply.ok() &&
      ((await reply.json()) as { data: { status: string } }).data.status === "online",
    { timeout: 20_000 },
  );
  await openScreen(page, "在线客服", "在线会话");
  const state = await page.locator(selector(`${pane}//select[@aria-label="会话状态"]`)).waitHandle();
  await state.select("online");
  await online;
  await reads(page, "没有进行中的会话");
  await visitor.locator("#again").click();
  await visitorSays("中文");
  await reads(visitor, "坐席「", "//header");
  const item = `${pane}//ul//button[starts-with(@aria-label, "访客")]`;
  await page.locator(selector(item)).setTimeout(20_000).click();
  await reads(page, "中文请按1", talk);
  await visitorSays("我想问一下退货的事");
  await reads(page, "我想问一下退货的事", talk);
  await agentSays("您好，请问订单号是多少？");
  await reads(visitor, "您好，请问订单号是多少？", log);
  await shot("desk", page);
  await visitor.screenshot({ path: join(shots, "chats-visitor-talk.png") });
});

test("both pages may be loaded anew: what was said is there, and what is said meanwhile comes", async () => {
  await visitor.reload();
  await reads(visitor, "您好，请问订单号是多少？", log);
  await visitorSays("订单号8816");
  await reads(agent.page, "订单号8816", talk);
  await agent.page.reload();
  await reads(agent.page, "订单号8816", talk);
  await agentSays("已为您办理退货。");
  await reads(visitor, "已为您办理退货。", log);
});

test("the agent ends it; the visitor is told, and the record has every word and the way through the flow", async () => {
  await pushIn(agent.page, "结束会话");
  await pushIn(agent.page, "结束会话", '//*[@role="alertdialog"]');
  await visitorReads("会话已结束");
  const { page } = administrator;
  await pushIn(page, "关闭", sheet);
  await page.locator(selector(`${pane}//*[@role="tab"][normalize-space()="会话记录"]`)).click();
  const mine = `${pane}//tr[td[normalize-space()="商城"]][td[normalize-space()="坐席结束"]]`;
  await reads(page, "演示导航", mine);
  await pushIn(page, "查看", mine);
  const said = await until("the transcript", async () => {
    const text = await page
      .$eval(selector(`${sheet}//*[@aria-label="会话内容"]`), (part) => part.textContent)
      .catch(() => "");
    return text.includes("已为您办理退货。") && text;
  });
  for (const words of [
    "中文请按1",
    "我想问一下退货的事",
    "您好，请问订单号是多少？",
    "订单号8816",
    "选择语言",
    "转人工",
  ])
    expect(said).toContain(words);
  await shot("record", page);
});
