/**
 * E23: the numbers of a task by one person without a mouse: of a task that has none, of one that has one, and of one that has very
 * many, with what was asked and the page kept. DIALLED_NUMBERS=1000000 is the whole check.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { authApi, type ReplyOf } from "@liantai/api/contract";
import { dialTaskApi, taskPhoneApi, voiceNoticeApi } from "@liantai/api/contract/admin";
import { flowApi, flowVersionApi, robotAgentApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { sessionOf } from "@liantai/server/client/session";
import { publishFlow } from "@liantai/server/testing/leading";
import { agentIs, callAs, customerIs, directNumber, press, signIn } from "./harness/agent-page.ts";
import { apiSignIn, type ApiSession } from "./harness/api.ts";
import { findings } from "./harness/axe.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import { pane, reads, row, selector, settled, sheetNamed, tabIs, until } from "./harness/console.ts";
import { keysOf, type Keys } from "./harness/keys.ts";
import { looks } from "./harness/looks.ts";
import type { Made } from "./harness/rows/parts.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const many = Number(process.env["DIALLED_NUMBERS"] ?? 20_000);
/** What one push may bring. */
const pushed = 1_000;
/** Three quarters begin so: more than the list counts. */
const counted = "138";
/** ms; a million numbers take minutes. */
const patience = 120_000 + many * 2;

let server: RunningServer;
let admin: ApiSession;
let user: Person;
let customer: Person;
let page: Page;
let keys: Keys;
let manyId: string;

const phoneOf = (n: number) => `${n % 4 === 3 ? "139" : counted}${String(n).padStart(8, "0")}`;

const hangsUp = body([node("start", "start", { to: { next: "end" } }), node("end", "hangup")]);

const addTask = async (task: object) =>
  (await admin.post<Made>(dialTaskApi.add.path, { accessNumbers: [directNumber], ...task })).id;

async function push(taskId: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += pushed) {
    const phones = Array.from({ length: Math.min(pushed, count - from) }, (_, n) => ({
      ...{ phone: phoneOf(from + n), contact: `客户${from + n}`, priority: from + n === 0 ? 1 : 5 },
    }));
    await admin.post(taskPhoneApi.add.path, { taskId, phones });
  }
}

const numbers = (question: object) =>
  admin.post<ReplyOf<typeof taskPhoneApi.list>>(taskPhoneApi.list.path, {
    ...{ taskId: manyId, pageNo: 1, pageSize: 10, ...question },
  });

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = await startServer({ DIAL_HOURS: "00:00-24:00" });
  // The enterprise's own administrator sits at the page, and a second sign-in would end the first.
  const operator = await apiSignIn(server.url, "admin", 0, "000000");
  const inside = await operator.post<{ access_token: string }>(authApi.reUser.path, { compId: "100001" });
  admin = sessionOf(server.url, inside.access_token);
  const flowId = await publishFlow(admin, "回访流程", hangsUp);
  const { id: templateId } = await admin.post<Made>(voiceNoticeApi.add.path, {
    ...{ name: "停水", text: "明天停水。", repeats: 1 },
  });
  const robotFlow = await admin.post<ReplyOf<typeof flowApi.create>>(flowApi.create.path, {
    ...{ name: "机器人流程", flowType: 2, flow: JSON.stringify(hangsUp) },
  });
  await admin.post(flowVersionApi.publish.path, robotFlow);
  const { id: robotId } = await admin.post<Made>(robotAgentApi.add.path, {
    ...{ name: "小联", kind: 1, flowId: robotFlow.id, enabled: 1 },
  });
  manyId = await addTask({ ftype: 4, taskIdentity: "很多号码", flowId, perSecond: 20 });
  await push(manyId, many);
  for (const [ftype, own] of [
    [1, { robotId }],
    [2, { agentIds: ["1001"] }],
    [3, { agentIds: ["1001"] }],
    [5, { templateId }],
  ] as const) {
    await addTask({ ftype, taskIdentity: `没有号码${ftype}`, ...own });
    await push(await addTask({ ftype, taskIdentity: `一个号码${ftype}`, ...own }), 1);
  }
  customer = await person(1100);
  // Who has waited for an agent stays in reach afterwards.
  const agent = await customer.newPage();
  await signIn(agent, server.url, { account: "1001" });
  await agentIs(agent, 2);
  await customer.page.bringToFront();
  await callAs(customer.page, server.url, phoneOf(0));
  await customerIs(customer.page, "queued");
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  await customer.page.waitForSelector('[data-registered="true"]');
  user = await person(440, { width: 1280, height: 720 });
  page = user.page;
  keys = keysOf(page);
  await signIn(page, server.url, { account: "admin", role: "企业管理员" });
  await settled(page);
  await keys.enter("外呼任务");
}, patience);
afterAll(async () => {
  await Promise.all([user?.close(), customer?.close()]);
  await server?.stop();
});

/** It looks right to a person and to a program. */
async function looked(what: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: join(shots, `dialled-numbers-${what}.png`) });
  expect([...(await looks(page)), ...(await findings(page))]).toEqual([]);
}
async function listOf(name: string): Promise<void> {
  await keys.enter(name);
  await tabIs(page, name);
  await settled(page);
}
async function numbersOf(task: string): Promise<void> {
  await keys.enterIn(task, "号码明细");
  await tabIs(page, `${task}号码明细`);
  await settled(page);
}
/** Opens what a row's button opens, looks at it, closes it by Escape: the focus is where it was. */
async function looksInto(of: string, button: string, title: string, says: string, shot?: string): Promise<void> {
  await keys.enterIn(of, button);
  const sheet = sheetNamed(`${title}：${of}`);
  await reads(page, says, sheet);
  if (shot) await looked(shot);
  await keys.press("Escape");
  await until(`${title} is closed`, async () => !(await page.$(selector(sheet))));
  await until("the focus is back", () =>
    page.evaluate(
      (phone, name) => {
        const at = document.activeElement;
        return at?.textContent?.trim() === name && at.closest("tr")?.innerText.includes(phone);
      },
      of,
      button,
    ),
  );
}
/** The telephone numbers on show. */
const shown = () =>
  page.$$eval(selector(`${pane}//tbody/tr/td[2]`), (cells) => cells.map((cell) => cell.textContent?.trim() ?? ""));
const valueOf = (label: string) =>
  page.$eval(selector(`${pane}//*[@id=${pane}//label[normalize-space()="${label}"]/@for]`), (field) =>
    field instanceof HTMLSelectElement
      ? (field.selectedOptions[0]?.textContent ?? "")
      : (field as HTMLInputElement).value,
  );
/** Presses it and waits for this page and its rows. */
async function turn(button: string, pageNo: number): Promise<void> {
  const before = await shown();
  await keys.enter(button);
  await reads(page, `第 ${pageNo} 页`);
  await until(`the rows of page ${pageNo}`, async () => (await shown()).every((phone) => !before.includes(phone)));
  await settled(page);
}

test.each([
  [3, "自动外呼"],
  [1, "智能外呼"],
  [2, "预览外呼"],
] as const)("E23 ftype %i: a task without a number says what to do, one with one shows it", async (ftype, list) => {
  await listOf(list);
  await numbersOf(`没有号码${ftype}`);
  await reads(page, "还没有号码");
  await reads(page, "点击“导入号码”从文件导入。");
  await reads(page, "共 0 条");
  await looked(`none-${ftype}`);
  await listOf(list);
  await numbersOf(`一个号码${ftype}`);
  await reads(page, "共 1 条");
  await looked(`one-${ftype}`);
  await looksInto(phoneOf(0), "为什么没拨", "为什么没拨", "现在不拨打", `why-${ftype}`);
  await looksInto(phoneOf(0), "明细", "呼叫明细", "还没有拨打过这个号码", `never-${ftype}`);
});

test("E23 语音通知监控: none and one", async () => {
  await listOf("语音通知");
  for (const [task, of] of [
    ["没有号码5", 0],
    ["一个号码5", 1],
  ] as const) {
    await keys.enterIn(task, "号码明细");
    await reads(page, `共 ${of} 条`);
    await looked(`notice-${of}`);
    if (of === 0) await reads(page, "还没有号码");
    else await looksInto(phoneOf(0), "明细", "呼叫明细", "还没有拨打过这个号码");
    await listOf("语音通知");
  }
});

/** What stands on the list: what was asked, which page, and its rows. */
const standing = async () => ({
  asked: await Promise.all(["号码", "状态", "呼叫结果"].map(valueOf)),
  pager: await page.$eval(selector(`${pane}//nav[@aria-label="分页"]`), (nav) => (nav as HTMLElement).innerText),
  rows: await shown(),
});

test("E23 very many: a customer answers one, and some that no line leads to are skipped", async () => {
  await listOf("IVR外呼");
  await keys.enterIn("很多号码", "启动");
  await customerIs(customer.page, "incoming");
  await press(customer.page, "接听");
  await customerIs(customer.page, "ended");
  await until("calls and skips", async () => {
    const [answered, skipped] = await Promise.all([numbers({ code: "200" }), numbers({ state: "skipped" })]);
    return answered.total === 1 && skipped.total > 10;
  });
  await keys.enterIn("很多号码", "暂停");
  await keys.enter("暂停");
  await until("the task is paused", async () => {
    const [told] = await admin.post<ReplyOf<typeof dialTaskApi.progress>>(dialTaskApi.progress.path, { ids: [manyId] });
    return told?.state === "paused" && told.progress.live === 0;
  });
});

test("E23 very many: pages are turned, and what was asked, the page and the rows stand as they were", async () => {
  await settled(page);
  await numbersOf("很多号码");
  await reads(page, `共 ${many} 条`);
  await looked("many");
  await keys.type("号码", counted);
  await keys.press("Enter");
  await reads(page, "超过 10000 条");
  await settled(page);
  expect((await shown()).every((phone) => phone.startsWith(counted))).toBe(true);
  await turn("下一页", 2);
  await turn("下一页", 3);
  await turn("下一页", 4);
  await turn("上一页", 3);
  const before = await standing();
  expect(before).toMatchObject({ asked: [counted, "全部", "全部"] });
  await looked("page");
  await looksInto(before.rows.at(-1)!, "明细", "呼叫明细", "还没有拨打过这个号码");
  expect(await standing()).toEqual(before);
  await keys.to("很多号码号码明细");
  await keys.press("Home");
  await tabIs(page, "企业首页");
  await settled(page);
  await keys.press("End");
  await tabIs(page, "很多号码号码明细");
  await settled(page);
  expect(await standing()).toEqual(before);
  await turn("首页", 1);
});

test("E23 very many: asked for by state and result, to the last page; the address keeps what was asked", async () => {
  await keys.choose("呼叫结果", "已接听");
  await keys.enter("查询");
  await reads(page, "共 1 条");
  await settled(page);
  expect(await standing()).toMatchObject({ asked: [counted, "全部", "已接听"], rows: [phoneOf(0)] });
  await looksInto(phoneOf(0), "明细", "呼叫明细", "已接听", "attempts");
  await keys.to("呼叫结果", true);
  await keys.press("Home");
  await keys.choose("状态", "已跳过");
  await keys.enter("查询");
  const { total } = await numbers({ phone: counted, state: "skipped" });
  await reads(page, `共 ${total} 条`);
  await settled(page);
  const first = await standing();
  expect(first).toMatchObject({ asked: [counted, "已跳过", "全部"] });
  await reads(page, "号码无法接通", row(first.rows[0]!));
  await looked("results");
  for (let at = 2; at <= Math.ceil(total / 10); at += 1) await turn("下一页", at);
  await looked("last");
  // There is no way on, and the focus has not been lost for it.
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("下一页");
  await page.reload();
  await tabIs(page, "很多号码号码明细");
  await reads(page, `共 ${total} 条`);
  await settled(page);
  expect(await standing()).toEqual(first);
  await keys.type("号码", "13999999999");
  await keys.press("Enter");
  await reads(page, "没有符合条件的号码");
  await looked("nothing");
  await keys.enter("清空条件");
  await reads(page, `共 ${many} 条`);
});

test("nobody complained, and at each stop one saw where one was", () => {
  expect([...user.complaints, ...customer.complaints]).toEqual([]);
  expect([...keys.unseen]).toEqual([]);
});
