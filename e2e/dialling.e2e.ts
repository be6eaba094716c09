/**
 * An automatic task from nothing: the administrator makes it, imports its numbers and starts it, an agent joins, the customer's
 * telephone rings by itself, the two talk, and the number's detail, the task and 通话记录 say so.
 */
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { writeSheet } from "@liantai/server/sheets";
import {
  agentIs,
  becomeReady,
  callAs,
  customerIs,
  customerReads,
  phaseIs,
  press,
  signIn,
} from "./harness/agent-page.ts";
import { findings } from "./harness/axe.ts";
import type { Page, Person } from "./harness/browser.ts";
import {
  chooseIn,
  clickOn,
  fillIn,
  noticed,
  openScreen,
  pane,
  pushIn,
  reads,
  row,
  selector,
  settled,
  sheetNamed,
  submit,
  until,
} from "./harness/console.ts";
import { AGENT, CUSTOMER, hears, openSupervised, type Supervised } from "./harness/supervised.ts";

const phone = "13800001111";
const name = "回访客户";

let stage: Supervised;
let customer: Person;
let agent: Person;
let page: Page;
let folder: string;

const shots = fileURLToPath(new URL("shots", import.meta.url));
const shot = async (of: Page, what: string) => {
  await settled(of);
  await of.screenshot({ path: join(shots, `dialling-${what}.png`) });
};

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
  const path = join(folder, "号码.xlsx");
  const columns = ["号码", "客户姓名", "城市"].map((title) => ({ title }));
  await pipeline(writeSheet({ columns, rows }), createWriteStream(path));
  return path;
}

test("a customer who gave a number stays reachable after a call", async () => {
  await signIn(agent.page, stage.server.url, { account: "1001" });
  await agentIs(agent.page, 2);
  await callAs(customer.page, stage.server.url, phone);
  await customerIs(customer.page, "queued");
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  await customer.page.waitForSelector('[data-registered="true"]');
});

test("the administrator makes an automatic task", async () => {
  await signIn(page, stage.server.url, { account: "admin", role: "企业管理员" });
  await openScreen(page, "外呼任务", "自动外呼");
  await shot(page, "none");
  await pushIn(page, "新增");
  const form = sheetNamed("新增自动外呼任务");
  await fillIn(page, "任务标识", name, form);
  // The installation's own (DIAL_HOURS), so that this journey dials at any time of day.
  await reads(page, "本企业每天 00:00–24:00 可以外呼", form);
  // Neither a skill group nor a seat: refused in the page, at the field.
  await pushIn(page, "保存", form);
  await reads(page, "请选择技能组或坐席", form);
  await chooseIn(page, "技能组", "客服一组", form);
  await shot(page, "form");
  await submit(page, "新增自动外呼任务");
  await reads(page, "未启动", row(name));
  expect(await findings(page)).toEqual([]);
});

test("its numbers are imported: looked at first, then saved as they were looked at", async () => {
  const file = await workbook([
    [phone, "王先生", "广州"],
    [phone, "又一次", "广州"],
    ["不是号码", "李女士", "深圳"],
  ]);
  await pushIn(page, "导入号码", row(name));
  const dialog = sheetNamed(`导入号码：${name}`);
  const [chooser] = await Promise.all([page.waitForFileChooser(), pushIn(page, "选择文件", dialog)]);
  await chooser.accept([file]);
  await reads(page, "号码.xlsx", dialog);
  await pushIn(page, "校验", dialog);
  await reads(page, "校验完成，尚未保存：成功 1，失败 1，重复 1，黑名单 0，总数 3。", dialog);
  await reads(page, "号码在文件中重复", dialog);
  await shot(page, "checked");
  await pushIn(page, "保存 1 行", dialog);
  await reads(page, "导入完成：成功 1，失败 1，重复 1，黑名单 0，总数 3。", dialog);
  await shot(page, "imported");
  await pushIn(page, "完成", dialog);
  await reads(page, "0/1", row(name));
});

test("an agent joins when the task has been started, and the customer's telephone rings by itself", async () => {
  await pushIn(page, "启动", row(name));
  await noticed(page, "启动自动外呼任务失败：任务没有外显号码");
  await clickOn(page, '//button[@aria-label="关闭通知：请求失败"]');
  await pushIn(page, "更多", row(name));
  await shot(page, "more");
  await clickOn(page, '//*[@role="menuitem"][normalize-space()="编辑"]');
  const form = sheetNamed("编辑自动外呼任务");
  await clickOn(page, `${form}//*[@role="listbox"][@aria-label="外显号码"]/*/*[contains(., "4001")]`);
  await shot(page, "edited");
  await submit(page, "编辑自动外呼任务");
  await pushIn(page, "启动", row(name));
  await reads(page, "运行中（没有坐席加入）", row(name));
  await shot(page, "waits");
  await openScreen(agent.page, "外呼任务", "坐席任务");
  await becomeReady(agent.page);
  await pushIn(agent.page, "加入", row(name));
  await customerIs(customer.page, "incoming");
  await customerReads(customer.page, "来电");
  await shot(agent.page, "joined");
  await press(customer.page, "接听");
  await Promise.all([phaseIs(agent.page, "talking"), customerIs(customer.page, "talking")]);
  await Promise.all([hears(agent, CUSTOMER), hears(customer, AGENT)]);
  await shot(agent.page, "talking");
  await reads(page, "运行中", row(name));
});

test("the end of the call stands in the number's detail and in the task", async () => {
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  await agentIs(agent.page, 4);
  await press(agent.page, "完成");
  await pushIn(page, "号码明细", row(name));
  await reads(page, "王先生", row(phone));
  await reads(page, "已接听", row(phone, "1001"));
  await reads(page, "已结束 1/1，呼叫 1，接通 1");
  await shot(page, "numbers");
  await pushIn(page, "明细", row(phone));
  const drawer = sheetNamed(`呼叫明细：${phone}`);
  await reads(page, "真人", drawer);
  await shot(page, "attempts");
  await pushIn(page, "关闭", drawer);
  await openScreen(page, "外呼任务", "自动外呼");
  await reads(page, "已完成", row(name));
  await reads(page, "1/1", row(name));
  await shot(page, "list");
});

test("the call stands in 通话记录, and the agent is told that the task is over", async () => {
  await openScreen(page, "呼叫中心", "通话记录");
  const record = await until("the record", async () => {
    await pushIn(page, "查询");
    await settled(page);
    return page.$(selector(`${pane}//tr[td[contains(., "1001")]][td[normalize-space()="${phone}"]]`));
  });
  expect(await record.evaluate((tr) => (tr as HTMLElement).innerText)).toContain("已接听");
  await shot(page, "record");
  await noticed(agent.page, name);
  await shot(agent.page, "over");
  expect([customer, agent, stage.supervisor].flatMap(({ complaints }) => complaints)).toEqual([]);
});
