/**
 * The visitor's page of web chats in a real browser (J45 to J53), on a telephone of 320 px and in the frame of a site whose policy is
 * strict: against a server that keeps the contract, so that every stage can be had. Pictures go where CHAT_PICTURES says.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { FakeChat, serveFakeChat, type FakeChatServer } from "@liantai/server/testing/fake-chat";
import type { CDPSession } from "puppeteer";
import { findings } from "./harness/axe.ts";
import { person, type Page, type Person } from "./harness/browser.ts";

const webKey = "K".repeat(20);
const pictures = process.env["CHAT_PICTURES"];
let visitor: Person;
let page: Page;
let chat: FakeChat;
let server: FakeChatServer;
let site: Server;

/** What is wrong with how it looks now: axe's findings, and what is wider than the window. */
async function looks(name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
  expect([name, await findings(page)]).toEqual([name, []]);
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".aside"))
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  expect([name, wide]).toEqual([name, []]);
}
/** What it rules holds as long as it is there. */
let rules: CDPSession | undefined;
/** puppeteer's own setOfflineMode asks the packaged browser for what it does not know. */
async function network(up: boolean): Promise<void> {
  const session = (rules ??= await page.createCDPSession());
  const speed = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", { offline: !up, ...speed });
}
/** Of the site's page: its button stands in a closed shadow tree. */
async function untilNamed(name: string, expanded: boolean): Promise<void> {
  for (;;) {
    const tree = JSON.stringify(await page.accessibility.snapshot());
    if (tree.includes(`"name":"${name}"`) && tree.includes('"expanded":true') === expanded) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const until = (text: string) => page.waitForFunction((t) => document.body.textContent!.includes(t), {}, text);
const gone = (text: string) => page.waitForFunction((t) => !document.body.textContent!.includes(t), {}, text);

beforeAll(async () => {
  visitor = await person(500, { width: 320, height: 568 });
  page = visitor.page;
});
beforeEach(async () => {
  chat = new FakeChat();
  chat.title = "联台科技有限公司在线客户服务中心";
  chat.greeting = [
    { content: "您好，欢迎咨询联台！" },
    {
      content: "请选择您要咨询的业务：",
      keys: ["查询订单", "退换货", "发票与报销", "人工服务"].map((name, at) => ({ key: String(at), name })),
    },
  ];
  server = await serveFakeChat(chat);
  site = createServer((_request, response) => {
    const { url } = server;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader(
      "content-security-policy",
      `default-src 'none'; img-src data:; script-src ${url}; frame-src ${url}; require-trusted-types-for 'script'`,
    );
    response.end(
      `<!doctype html><html lang="zh"><title>商城</title><link rel="icon" href="data:," />` +
        `<script src="${url}/customer/chat.js" data-key="${webKey}" async></script><h1>商城</h1></html>`,
    );
  });
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await page.goto("about:blank");
  await server.close();
  site.close();
});
afterAll(() => visitor?.close());

test.each([
  { scheme: "light", color: "#1f6feb" },
  { scheme: "dark", color: "#f5d90a" },
])("J48 J49 J50 J51 every stage on a telephone of 320 px, $scheme", async ({ scheme, color }) => {
  chat.color = color;
  await page.setViewport({ width: 320, height: 568 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`${server.url}/customer/chat/${webKey}`);
  await page.waitForSelector(".keys button");
  await looks(`${scheme}-greeting`);
  const buttons = await page.$$(".keys button");
  await buttons.at(-1)!.click();
  chat.tell({ status: "waiting", position: 4 });
  await until("排队中，前面还有3位");
  await looks(`${scheme}-queue`);
  chat.tell({ status: "talking", agent: "王小明" });
  chat.say("agent", "您好，我是坐席王小明。\n请问有什么可以帮您？", { senderName: "王小明" });
  chat.say("robot", "voice", { msgType: 2 });
  await page.type("#text", `订单号202611230001，网址https://example.com/${"details/".repeat(8)}`);
  await page.keyboard.press("Enter");
  await until("播放语音");
  chat.readUpTo(6);
  await until("已读");
  await looks(`${scheme}-talk`);
  chat.deaf = true;
  await page.type("#text", "断网前的一句");
  await page.keyboard.press("Enter");
  await until("发送中");
  await network(false);
  await until("网络已断开，正在重新连接…");
  await page.type("#text", "长".repeat(950));
  await until("950/1,000");
  const atEnd = () => {
    const log = document.getElementById("log")!;
    return log.scrollHeight - log.scrollTop - log.clientHeight < 2;
  };
  await page.waitForFunction(atEnd);
  await looks(`${scheme}-offline`);
  chat.deaf = false;
  await network(true);
  await gone("未发送");
  await page.click("#end");
  await looks(`${scheme}-asking`);
  await page.click("#yes");
  await until("会话已结束");
  await looks(`${scheme}-ended`);
  await page.click("#again");
  await until("以上是之前的会话");
  expect(await page.$eval("#text", (text) => (text as HTMLTextAreaElement).value)).toHaveLength(950);
  await looks(`${scheme}-anew`);
  const offline = /ERR_INTERNET_DISCONNECTED|WebSocket connection/;
  expect(visitor.complaints.filter((one) => !offline.test(one))).toEqual([]);
});

test("J52 J53 in a site whose policy refuses inline styles: a press opens it, Escape puts it away, what comes is counted", async () => {
  await page.setViewport({ width: 1024, height: 720 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/shop?order=1`);
  await page.waitForFunction(() => "LiantaiChat" in window);
  expect(chat.asked).toEqual([]);
  await looks("embed-closed");
  await page.mouse.click(1024 - 50, 720 - 50);
  const inside = await page.waitForFrame((frame) => frame.url().startsWith(server.url));
  await inside.waitForSelector(".keys button");
  expect(chat.asked[0]!.body["page"]).toMatch(/^http:\/\/localhost:\d+\/shop$/);
  // What is typed goes there at once.
  await inside.waitForFunction(() => document.activeElement?.id === "text");
  await page.keyboard.type("你好");
  await page.keyboard.press("Enter");
  await inside.waitForFunction(() => document.querySelector(".mine")?.textContent?.includes("你好"));
  await looks("embed-open");
  await page.keyboard.press("Escape");
  await untilNamed("在线咨询", false);
  chat.say("agent", "在的", { senderName: "王小明" });
  await untilNamed("在线咨询，1条未读消息", false);
  await looks("embed-unread");
  await page.reload();
  await page.waitForFrame((frame) => frame.url().startsWith(server.url));
  expect(visitor.complaints.filter((one) => !/WebSocket connection|ERR_INTERNET/.test(one))).toEqual([]);
});
