/** A supervisor keeps a look-up table and a shared prompt from 机器人监控, and an administrator finds them in a node's form. */
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { writeSheet } from "@liantai/server/sheets";
import type { ElementHandle } from "puppeteer";
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
let folder: string;

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), "liantai-beside-flows-"));
  server = await startServer();
});
afterAll(async () => {
  for (const each of people) await each.close();
  await server?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
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
/** Chooses a workbook with these rows in the import that is open, and presses. */
async function importing(page: Page, name: string, rows: readonly (readonly string[])[], button: string) {
  const [titles = [], ...cells] = rows;
  const path = join(folder, name);
  await pipeline(writeSheet({ columns: titles.map((title) => ({ title })), rows: cells }), createWriteStream(path));
  const dialog = sheetNamed("导入查找表");
  const input = await page.locator(selector(`${dialog}//input[@type="file"]`)).waitHandle();
  await (input as ElementHandle<HTMLInputElement>).uploadFile(path);
  await reads(page, name, dialog);
  await pushIn(page, button, dialog);
}
async function shot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(shots, `beside-flows-${name}.png`) });
  expect([name, await looks(page)]).toEqual([name, []]);
}

test("a supervisor adds a table; what is wrong with it stands at its place", async () => {
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
  await pushIn(page, "添加行", table);
  await cell(page, "第2行 城市", "上海", table);
  await cell(page, "第2列的列名", " ", table);
  await pushIn(page, "保存", table);
  await reads(page, "有2处需要改正，第一处：第2列的列名不能为空", table);
  await page.locator(selector(`${table}//input[@aria-label="第2列的列名"][@aria-invalid="true"]`)).wait();
  await shot(page, "faults");
  await cell(page, "第2列的列名", "城市", table);
  await pushIn(page, "保存", table);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("第2行 编号");
  await pushIn(page, "移除第2行", table);
  await submit(page, "新增查找表");
  await reads(page, "编号、城市（1行）", sheetNamed("查找表"));
  await shot(page, "tables");
});

test("G128 a supervisor fills it from a workbook: what is wrong is told by row, what is right stands in the draft", async () => {
  const [{ page }] = people as [Person];
  await pushIn(page, "编辑门店", sheetNamed("查找表"));
  const table = sheetNamed("门店");
  await cell(page, "第1行 城市", "北京朝阳", table);
  await pushIn(page, "导入", table);
  const dialog = sheetNamed("导入查找表");
  await reads(page, "文件的第一行是列名：编号、城市，顺序不限。", dialog);
  await shot(page, "import");
  const wrong = [
    ["城市", "编号"],
    ["上海", "002"],
    ["广州", ""],
    ["长".repeat(201), "002"],
  ];
  await importing(page, "写错的门店.xlsx", wrong, "替换现有的1行");
  await reads(page, "有2行有误，一行也没有导入，表里的内容没有变。", dialog);
  await reads(page, "“编号”与第2行相同：002；“城市”超过200个字符", dialog);
  await shot(page, "import-faulty");
  await importing(
    page,
    "别的门店.xlsx",
    [
      ["编号", "省份"],
      ["002", "上海"],
    ],
    "替换现有的1行",
  );
  await reads(page, "文件缺少列“城市”；表里没有列“省份”。第一行应为列名：编号、城市", dialog);
  await shot(page, "import-columns");
  await importing(
    page,
    "门店.xlsx",
    [
      ["城市", "编号"],
      ["上海", "002"],
      ["广州", "003"],
    ],
    "追加到现有的1行后面",
  );
  for (const [label, value] of [
    ["第1行 城市", "北京朝阳"],
    ["第2行 编号", "002"],
    ["第3行 城市", "广州"],
  ])
    expect(
      await page
        .locator(selector(`${table}//input[@aria-label="${label}"]`))
        .map((input) => (input as HTMLInputElement).value)
        .wait(),
    ).toBe(value);
  await shot(page, "imported");
  await submit(page, "门店");
  await reads(page, "编号、城市（3行）", sheetNamed("查找表"));
  await pushIn(page, "门店的版本", sheetNamed("查找表"));
  await reads(page, "第1版", sheetNamed("门店 的版本"));
  await shot(page, "versions");
  await pushIn(page, "关闭", sheetNamed("门店 的版本"));
});

test("a supervisor adds a prompt", async () => {
  const [{ page }] = people as [Person];
  await pushIn(page, "关闭", sheetNamed("查找表"));
  await pushIn(page, "共享话术");
  await pushIn(page, "新增共享话术", sheetNamed("共享话术"));
  const prompt = sheetNamed("新增共享话术");
  await fillIn(page, "共享话术名称", "问候", prompt);
  await fillIn(page, "普通话的文字", "您好", prompt);
  await pushIn(page, "添加语言", prompt);
  await pushIn(page, "保存", prompt);
  await reads(page, "粤语没有文字，也没有语音", prompt);
  await shot(page, "prompt-faults");
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
  await reads(page, "编号、城市（3行）", sheetNamed("查找表"));
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
