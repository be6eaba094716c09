/** E25: an order from the empty form to its end by one person without a mouse; an outside page in its frame. */
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { href } from "@liantai/api/contract";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { signIn } from "./harness/agent-page.ts";
import { apiSignIn, type ApiSession } from "./harness/api.ts";
import { findings } from "./harness/axe.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import { pane, reads, selector, settled, sheetNamed, tabIs, until } from "./harness/console.ts";
import { keysOf, type Keys } from "./harness/keys.ts";
import { looks, shownPanel } from "./harness/looks.ts";
import { orderRows } from "./harness/rows/orders.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const title = "小区断网";
const order = `${pane}//*[@role="dialog"][.//h2[starts-with(normalize-space(), "工单 GD")]]`;

let server: RunningServer;
let admin: ApiSession;
let user: Person;
let page: Page;
let keys: Keys;

const shot = (name: string) => page.screenshot({ path: join(shots, `keyboard-${name}.png`) });
/** The sheet with this head has the focus: it is there that Tab goes round. */
const inSheet = (heading: string) =>
  until(`the focus is in ${heading}`, () =>
    page.evaluate((text) => {
      const around = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
      return around?.querySelector("h2")?.textContent?.trim().startsWith(text) ?? false;
    }, heading),
  );
const node = (name: string) => reads(page, `当前节点 ${name}`, order);
/** A step that asks for words: its button, the words, the button of the question. */
async function step(name: string, label: string, words: string): Promise<void> {
  await keys.enter(name);
  await inSheet(name);
  await keys.type(label, words);
  await keys.enter(name);
  await until(`${name} is done`, async () => !(await page.$(selector(sheetNamed(name)))));
  await inSheet("工单 GD");
}

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = await startServer();
  admin = await apiSignIn(server.url, "admin", 1);
  await orderRows(admin);
  user = await person(440, { width: 1280, height: 720 });
  page = user.page;
  keys = keysOf(page);
  await signIn(page, server.url, { account: "1002" });
  await settled(page);
});
afterAll(async () => {
  await user?.close();
  await server?.stop();
});

test("E25 the list is opened from the menu, an order is filled in and submitted", async () => {
  await keys.enter("客户与工单");
  await keys.enter("工单信息");
  await tabIs(page, "工单信息");
  await settled(page);
  await keys.enter("新建工单");
  await inSheet("新建工单");
  await keys.choose("流程", "宽带报障");
  await reads(page, "装机地址", sheetNamed("新建工单"));
  await keys.type("标题", title);
  await keys.type("客户姓名", "王女士");
  await keys.choose("故障类型", "网速慢");
  // What is missing is said, and the way there is short.
  await keys.enter("提交");
  await reads(page, "该字段不能为空", sheetNamed("新建工单"));
  await keys.type("装机地址", "人民路1号");
  await shot("new");
  await keys.enter("提交");
  await inSheet("工单 GD");
  await reads(page, "待领取", order);
});

test("E25 it is urged, claimed, passed on, returned, commented and completed", async () => {
  await step("催办", "催办内容", "客户又来电了");
  await reads(page, "已催办1次", order);
  await keys.enter("领取");
  await reads(page, "处理中", order);
  await node("受理");
  await inSheet("工单 GD");
  await step("通过", "处理意见", "属实");
  await node("处理");
  await step("退回上一步", "退回原因", "地址不全");
  await node("受理");
  await step("通过", "处理意见", "补全了");
  await node("处理");
  await step("回复催办", "回复内容", "马上上门");
  await keys.type("处理结果", "已更换光猫");
  await step("通过", "处理意见", "已恢复");
  await node("确认");
  await shot("handled");
  expect([...(await looks(page)), ...(await findings(page))]).toEqual([]);
  await step("办结", "办结说明", "客户确认恢复");
  await reads(page, "已办结", order);
  await keys.press("Escape");
  await until("the order is closed", async () => !(await page.$(selector(order))));
  const question = { pageNo: 1, pageSize: 1, title };
  const { list } = await admin.post<{ list: { id: string; state: string }[] }>(formStreamApi.list.path, question);
  expect(list).toMatchObject([{ state: "done" }]);
  const history = await admin.post<{ name: string; text: string }[]>(formStreamApi.history.path, { id: list[0]!.id });
  expect(history.filter(({ name }) => name !== "查看").map(({ name }) => name)).toEqual([
    ...["创建", "提交", "催办", "领取", "通过", "退回上一步", "通过", "催办回复", "通过", "办结"],
  ]);
  // At each stop on the way one saw where one was.
  expect([...keys.unseen]).toEqual([]);
});

test("E25 an outside page stands in its frame, and the console around it has no fault", async () => {
  const outside = createServer((_, reply) => {
    reply.setHeader("content-type", "text/html; charset=utf-8");
    reply.end("<!doctype html><html lang=zh><title>知识库</title><h1>知识库首页</h1></html>");
  });
  await new Promise<void>((resolve) => outside.listen(0, "127.0.0.1", resolve));
  const { port } = outside.address() as AddressInfo;
  await page.goto(`${server.url}${href("/page", { alias: "知识库", url: `http://127.0.0.1:${port}/` })}`);
  const frame = await page.waitForSelector('iframe[title="知识库"]', { timeout: 20_000 });
  const inside = await until("the frame", () => frame!.contentFrame());
  await until("its page", () => inside.$(selector('//h1[normalize-space()="知识库首页"]')));
  expect(await frame!.evaluate((element) => element.getAttribute("sandbox"))).not.toContain("allow-same-origin");
  await until("the page in it is there", async () => !(await page.$(`${shownPanel} [role="progressbar"]`)));
  await shot("page");
  expect(await looks(page)).toEqual([]);
  expect(await findings(page)).toEqual([]);
  outside.close();
  outside.closeAllConnections();
});

test("nobody complained on a console", () => {
  expect(user.complaints).toEqual([]);
});
