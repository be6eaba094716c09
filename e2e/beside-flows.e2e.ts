/** A supervisor keeps a look-up table and a shared prompt from 机器人监控, and an administrator finds them in a node's form. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { signIn } from "./harness/agent-page.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import {
  chooseIn,
  clickOn,
  fillIn,
  openScreen,
  pushIn,
  reads,
  row,
  selector,
  sheetNamed,
  submit,
} from "./harness/console.ts";
import { looks } from "./harness/looks.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
let server: RunningServer;
const people: Person[] = [];

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = await startServer();
});
afterAll(async () => {
  for (const each of people) await each.close();
  await server?.stop();
});

async function at(role: "企业管理员" | "班长", account: string): Promise<Page> {
  const one = await person(440);
  people.push(one);
  await one.page.setViewport({ width: 1280, height: 720 });
  await signIn(one.page, server.url, { role, account });
  return one.page;
}
/** Cells of a table are called by their rows and columns. */
async function cell(page: Page, label: string, value: string, scope: string): Promise<void> {
  const input = await page.locator(selector(`${scope}//input[@aria-label="${label}"]`)).waitHandle();
  await input.evaluate((element) => (element as HTMLInputElement).select());
  await input.type(value);
}
async function shot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(shots, `beside-flows-${name}.png`) });
  expect([name, await looks(page)]).toEqual([name, []]);
}

test("a supervisor adds a table and a prompt", async () => {
  const page = await at("班长", "1005");
  await openScreen(page, "机器人与流程", "机器人监控");
  await pushIn(page, "查找表");
  await pushIn(page, "新增查找表", sheetNamed("查找表"));
  const table = sheetNamed("新增查找表");
  await fillIn(page, "查找表名称", "门店", table);
  await cell(page, "键的列名", "编号", table);
  await cell(page, "第2列的列名", "城市", table);
  await cell(page, "第1行 编号", "001", table);
  await cell(page, "第1行 城市", "北京", table);
  await shot(page, "table");
  await submit(page, "新增查找表");
  await reads(page, "编号、城市（1行）", sheetNamed("查找表"));
  await shot(page, "tables");
  await pushIn(page, "关闭", sheetNamed("查找表"));
  await pushIn(page, "共享话术");
  await pushIn(page, "新增共享话术", sheetNamed("共享话术"));
  const prompt = sheetNamed("新增共享话术");
  await fillIn(page, "共享话术名称", "问候", prompt);
  await fillIn(page, "普通话的文字", "您好", prompt);
  await pushIn(page, "添加语言", prompt);
  await fillIn(page, "粤语的文字", "你好", prompt);
  await shot(page, "prompt");
  await submit(page, "新增共享话术");
  await reads(page, "普通话、粤语：您好", sheetNamed("共享话术"));
});

test("an administrator chooses both in the form of a node", async () => {
  const page = await at("企业管理员", "admin");
  await openScreen(page, "机器人与流程", "流程配置");
  await reads(page, "演示导航");
  await pushIn(page, "查找表");
  await reads(page, "编号、城市（1行）", sheetNamed("查找表"));
  await pushIn(page, "关闭", sheetNamed("查找表"));
  await clickOn(page, `${row("演示导航")}//button[normalize-space()="编辑"]`);
  const panel = '//aside[@aria-label="属性"]';
  await reads(page, "属性");
  await clickOn(page, '//*[@role="group"][contains(@aria-label, "节点：选择语言")]');
  // Of the node: the panel of the canvas has 播放方式, too, and stands there until then.
  await page
    .locator(selector(`${panel}//label[normalize-space()="话术1的文字"]`))
    .setTimeout(20_000)
    .wait();
  await chooseIn(page, "播放方式", "共享话术", panel);
  await chooseIn(page, "话术1的共享话术", "问候", panel);
  await reads(page, "未保存");
  await page.screenshot({ path: join(shots, "beside-flows-node.png") });
});
