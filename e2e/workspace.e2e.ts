/** The tab workspace as a person uses it: its menu, its memory, its addresses (console.md section 2). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { href } from "@liantai/api/contract";
import { person, type Page, type Person } from "./harness/browser.ts";
import { agentIs, openMenu, press, signIn, text } from "./harness/agent-page.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

let server: RunningServer;
let agent: Person;
let page: Page;
let detail: string;
/** Somebody else's site, for tabs of outside pages. */
let neighbour: Server;

beforeAll(async () => {
  neighbour = createServer(
    (_request, reply) => void reply.setHeader("content-type", "text/html").end("<title>outside</title>"),
  );
  await new Promise<void>((resolve) => neighbour.listen(0, "127.0.0.1", resolve));
  server = await startServer();
  agent = await person(500);
  page = agent.page;
});
afterAll(async () => {
  await agent?.close();
  await server?.stop();
  neighbour?.close();
});

const outside = (alias: string) =>
  `${server.url}${href("/page", { alias, url: `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/` })}`;
const tab = (title: string) =>
  page.locator(`::-p-xpath(//*[@role="tab"][normalize-space()="${title}"])`).setTimeout(10_000);
const path = () => page.evaluate(() => location.pathname);

/** Address and title follow the frame that shows the tab (decision 042). */
async function open(title: string): Promise<void> {
  await tab(title).click();
  await page.waitForFunction((shown) => document.title === `${shown} - 联台`, {}, title);
}

/** Waits for these titles in this order, the active one in brackets. */
async function tabsAre(...titles: string[]): Promise<void> {
  const shown = () =>
    page.$$eval('[role="tab"]', (tabs) =>
      tabs.map((t) => (t.getAttribute("aria-selected") === "true" ? `[${t.textContent}]` : t.textContent)),
    );
  const end = Date.now() + 10_000;
  let last = await shown();
  while (last.join() !== titles.join() && Date.now() < end) last = await shown();
  expect(last).toEqual(titles);
}

async function fromMenuOf(title: string, item: string): Promise<void> {
  await tab(title).click({ button: "right" });
  await page
    .locator(`::-p-xpath(//*[@role="menuitem"][normalize-space()="${item}"][not(@aria-disabled)])`)
    .setTimeout(10_000)
    .click();
  await page.waitForSelector('[role="menuitem"]', { hidden: true });
}

test("tabs of three apps stand side by side, each with its own address", async () => {
  await signIn(page, server.url, { account: "1001" });
  await agentIs(page, 2);
  await page.waitForSelector('[data-lamp="分机"][data-link="up"]');
  // A call that ends at once: its record is what the list and the detail show.
  await page.locator('input[name="dial"]').fill("9999");
  await press(page, "呼叫");
  await openMenu(page, "通话记录");
  await page.locator('::-p-xpath((//button[normalize-space()="详情"])[1])').setTimeout(15_000).click();
  await tabsAre("坐席首页", "通话记录", "[通话 9999]");
  detail = await path();
  expect(detail).toMatch(/^\/callrecord\/detail\/.+/);
  await page.goto(outside("网盘"));
  await tabsAre("坐席首页", "通话记录", "通话 9999", "[网盘]");
  await page.goto(outside("手册"));
  await tabsAre("坐席首页", "通话记录", "通话 9999", "网盘", "[手册]");
});

test("a reload keeps them all, and which one is active", async () => {
  await open("通话 9999");
  await page.reload();
  await tabsAre("坐席首页", "通话记录", "[通话 9999]", "网盘", "手册");
  await text(page, "通话编号");
  expect(await path()).toBe(detail);
});

test("the filters of 通话记录 are still there after a reload", async () => {
  await open("通话记录");
  await page.locator('select[name="direction"]').fill("outbound");
  // The other filters are folded at this width.
  await press(page, "展开");
  await page.locator('input[name="callee"]').fill("9999");
  await press(page, "查询");
  await page.waitForFunction(() => new URLSearchParams(location.search).get("direction") === "outbound");
  const { search } = new URL(page.url());
  await page.reload();
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLSelectElement>('select[name="direction"]')?.value === "outbound" &&
      document.querySelector<HTMLInputElement>('input[name="callee"]')?.value === "9999",
  );
  expect(new URL(page.url()).search).toBe(search);
  await page.waitForSelector('::-p-xpath(//button[normalize-space()="详情"])');
  await open("网盘");
  await open("通话记录");
  expect(new URL(page.url()).search).toBe(search);
});

test("the back button has no effect", async () => {
  for (let i = 0; i < 3; i += 1) {
    const before = page.url();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          // single-spa keeps cancelled steps from listeners of window.addEventListener.
          EventTarget.prototype.addEventListener.call(window, "popstate", () => setTimeout(resolve), { once: true });
          history.back();
        }),
    );
    await page.waitForFunction((url) => location.href === url, { timeout: 5_000 }, before);
    await tabsAre("坐席首页", "[通话记录]", "通话 9999", "网盘", "手册");
  }
});

test("an unknown route leads to the root path; the tabs stay", async () => {
  await page.goto(`${server.url}/nosuch/route`);
  await tabsAre("[坐席首页]", "通话记录", "通话 9999", "网盘", "手册");
  expect(await path()).toBe("/");
});

test("the context menu closes to the left, to the right, the others and all", async () => {
  await fromMenuOf("网盘", "关闭左侧");
  await tabsAre("坐席首页", "[网盘]", "手册");
  await openMenu(page, "通话记录");
  await tabsAre("坐席首页", "网盘", "手册", "[通话记录]");
  await fromMenuOf("网盘", "关闭右侧");
  await tabsAre("坐席首页", "[网盘]");
  await openMenu(page, "通话记录");
  await fromMenuOf("网盘", "关闭其他");
  await tabsAre("坐席首页", "[网盘]");
  await openMenu(page, "通话记录");
  await fromMenuOf("网盘", "关闭");
  await tabsAre("坐席首页", "[通话记录]");
  await tab("坐席首页").click({ button: "right" });
  await page.waitForSelector('::-p-xpath(//*[@role="menuitem"][normalize-space()="关闭"][@aria-disabled="true"])');
  await page.keyboard.press("Escape");
  await page.waitForSelector('[role="menuitem"]', { hidden: true });
  await fromMenuOf("通话记录", "关闭全部");
  await tabsAre("[坐席首页]");
  expect(await path()).toBe("/");
});

test("an address alone brings its tab back with its parameter", async () => {
  await page.goto(`${server.url}${detail}`);
  await tabsAre("坐席首页", "[通话详情]");
  await text(page, "9999");
  await text(page, "号码不存在");
  expect(await path()).toBe(detail);
});

test("nobody complained on a console", () => {
  expect(agent.complaints).toEqual([]);
});
