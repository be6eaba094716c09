/**
 * An automatic task from nothing: the administrator makes it and imports numbers, an agent joins, the task is started, the customer's
 * telephone rings by itself, the two talk, and the number's detail, the task and 通话记录 say so.
 */
import { mkdirSync } from "node:fs";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { writeSheet } from "@liantai/server/sheets";
import { apiSignIn, endedCalls } from "./harness/api.ts";
import { agentIs, callAs, customerIs, phaseIs, press, signIn } from "./harness/agent-page.ts";
import type { Page, Person } from "./harness/browser.ts";
import { openScreen, pane, pushIn, reads, row, sheet, sheetNamed, until } from "./harness/console.ts";
import { AGENT, CUSTOMER, hears, openSupervised, type Supervised } from "./harness/supervised.ts";

const phone = "13800001111";
const name = "回访客户";

let stage: Supervised;
let customer: Person;
let agent: Person;
let page: Page;
let folder: string;

const shots = fileURLToPath(new URL("shots", import.meta.url));
const shot = (of: Page, what: string) => of.screenshot({ path: join(shots, `dialling-${what}.png`) });

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "liantai-dialling-"));
  stage = await openSupervised({ DIAL_HOURS: "00:00-24:00" });
  ({ customer, agent } = stage);
  page = stage.supervisor.page;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stage?.close();
});

/** A workbook with these rows below the heading. */
async function workbook(rows: readonly (readonly string[])[]): Promise<string> {
  const path = join(folder, "numbers.xlsx");
  await pipeline(
    writeSheet({ name: "号码", columns: ["号码", "客户姓名"].map((title) => ({ title })), rows }),
    createWriteStream(path),
  );
  return path;
}

test("the customer gives a number by calling in once, and stays reachable", async () => {
  await callAs(customer.page, stage.server.url, phone);
  await until("the call to begin", () => customer.page.$("[data-state]"));
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  await customer.page.waitForSelector('[data-registered="true"]');
});

test("the administrator makes an automatic task and imports its numbers", async () => {
  await signIn(page, stage.server.url, { account: "admin", role: "企业管理员" });
  await openScreen(page, "外呼任务", "自动外呼");
  await pushIn(page, "新增");
  const form = sheetNamed("新增自动外呼任务");
  await page.locator(`::-p-xpath(${form}//input[@name="taskIdentity"])`).fill(name);
  await page.select('select[name="groupId"]', (await optionOf(page, "groupId"))!);
  await shot(page, "form");
  await pushIn(page, "保存", form);
  await reads(page, name, `${pane}//table`);
  await pushIn(page, "导入号码", row(name));
  const path = await workbook([
    [phone, "王先生"],
    [phone, "又一次"],
    ["不是号码", "李女士"],
  ]);
  const input = await until("the file field", () => page.$(`::-p-xpath(${sheet}//input[@type="file"])`));
  await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
  await pushIn(page, "校验", sheet);
  await reads(page, "成功 1，失败 1，重复 1，黑名单 0，总数 3", sheet);
  await shot(page, "checked");
  await pushIn(page, "保存", sheet);
  await reads(page, "导入完成", sheet);
  await pushIn(page, "关闭", sheet);
});

/** The first skill group there is. */
const optionOf = (of: Page, field: string) =>
  until(`an option of ${field}`, () =>
    of.$eval(`select[name="${field}"]`, (select) =>
      [...(select as HTMLSelectElement).options].map(({ value }) => value).find((value) => value !== ""),
    ),
  );

test("an agent joins when the task has been started, and the customer's telephone rings by itself", async () => {
  await pushIn(page, "启动", row(name));
  await reads(page, "运行中", `${pane}//table`);
  await signIn(agent.page, stage.server.url, { account: "1001" });
  await agentIs(agent.page, 2);
  await openScreen(agent.page, "外呼任务", "坐席任务");
  await pushIn(agent.page, "加入", row(name));
  await customerIs(customer.page, "incoming");
  await shot(agent.page, "joined");
  await press(customer.page, "接听");
  await phaseIs(agent.page, "talking");
  await Promise.all([hears(agent, CUSTOMER), hears(customer, AGENT)]);
  await shot(agent.page, "talking");
});

test("the end of the call stands in the number's detail, in the task and in 通话记录", async () => {
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  const admin = await apiSignIn(stage.server.url, "1005", 1).catch(() => undefined);
  await pushIn(page, "号码明细", row(name));
  await reads(page, "已接听", `${pane}//table`);
  await reads(page, "王先生", `${pane}//table`);
  await shot(page, "numbers");
  await openScreen(page, "外呼任务", "自动外呼");
  await reads(page, "已完成", row(name));
  await shot(page, "list");
  if (admin) {
    const calls = await endedCalls(admin, 2);
    expect(calls.find(({ direction }) => direction === "outbound")).toMatchObject({
      result: 200,
      agentId: "1001",
      callee: phone,
    });
  }
  expect([customer, agent].flatMap(({ complaints }) => complaints)).toEqual([]);
});
