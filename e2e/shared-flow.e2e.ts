/**
 * An administrator makes a shared sub-process out of one of a flow, publishes it, has 跳转 call it, looks at it from there, and takes the
 * flow out and in as a ZIP that carries it. Another flow is drawn and published without a mouse (E23), and auditioned (E17).
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { administrator, shots, type Administrator } from "./harness/administrator.ts";
import { findings } from "./harness/axe.ts";
import type { Page } from "./harness/browser.ts";
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
import { keysOf } from "./harness/keys.ts";
import { looks } from "./harness/looks.ts";

const shot = (name: string) => page.screenshot({ path: join(shots, `shared-flow-${name}.png`) });
const panel = `${pane}//aside[@aria-label="属性"]`;

let admin: Administrator;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), "shared-flow-"));

beforeAll(async () => {
  admin = await administrator();
  page = admin.page;
  const cdp = await admin.user.browser.target().createCDPSession();
  await cdp.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
});
afterAll(async () => {
  await admin?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function edit(name: string): Promise<void> {
  await openScreen(page, "机器人与流程", "流程配置");
  await clickOn(page, `${row(name)}//button[normalize-space()="编辑"]`);
  await reads(page, "属性");
}

test("a sub-process of a flow becomes a shared one, which is published like a flow", async () => {
  await openScreen(page, "机器人与流程", "流程配置");
  await reads(page, "演示导航");
  await edit("演示导航");
  await pushIn(page, "新增子流程");
  await fillIn(page, "名称", "核对单号", sheetNamed("新增子流程"));
  await pushIn(page, "确定", sheetNamed("新增子流程"));
  await pushIn(page, "存为公共子流程");
  await fillIn(page, "名称", "公共核单", sheetNamed("存为公共子流程"));
  await shot("made");
  await submit(page, "存为公共子流程", "确定");
  await noticed(page, "已存为公共子流程“公共核单”");
  await edit("公共核单");
  await reads(page, "公共子流程");
  await pushIn(page, "发布");
  await submit(page, "发布流程", "发布");
  await noticed(page, "流程已发布");
});

test("a jump calls it, by the newest version or one that stays, and shows how it is drawn", async () => {
  await edit("演示导航");
  await pushIn(page, "添加跳转节点");
  await chooseIn(page, "跳转到", "公共子流程", panel);
  await chooseIn(page, "目标", "公共核单", panel);
  await reads(page, "不需要传入变量", panel);
  await chooseIn(page, "版本", "第1版", panel);
  await reads(page, "发布新版本后仍用这一版", panel);
  await settled(page);
  await shot("called");
  await pushIn(page, "查看公共子流程", panel);
  await reads(page, "开始", sheetNamed("公共子流程“公共核单”"));
  await settled(page);
  await shot("looked-at");
  await reads(page, "已保存", pane, 20_000);
  expect(admin.user.complaints).toEqual([]);
});

test("a ZIP brings the shared one along, and the import says what it makes before it does", async () => {
  const zip = join(folder, "演示导航.zip");
  await openScreen(page, "机器人与流程", "流程配置");
  await pushIn(page, "更多", row("演示导航"));
  await clickOn(page, '//*[@role="menuitem"][normalize-space()="导出"]');
  await until("the ZIP is there", async () => existsSync(zip), 20_000);
  await pushIn(page, "导入");
  const [chooser] = await Promise.all([page.waitForFileChooser(), pushIn(page, "选择文件", sheetNamed("导入流程"))]);
  await chooser.accept([zip]);
  await reads(page, "演示导航.zip", sheetNamed("导入流程"));
  await submit(page, "导入流程", "导入");
  const plan = sheetNamed("导入“演示导航”");
  await reads(page, "1个版本、2个节点", plan);
  const how = await page.waitForSelector(selector(`${plan}//select[@aria-label="公共核单的处理方式"]`));
  expect(await how?.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text)).toBe("使用本企业已有的");
  await shot("plan");
  await how?.select("");
  await reads(page, "公共核单", plan);
  await shot("plan-new");
  expect(await looks(page)).toEqual([]);
  await submit(page, "导入“演示导航”", "导入");
  await noticed(page, "流程已导入");
  await reads(page, "演示导航 2");
  await reads(page, "公共核单 2");
  await settled(page);
  await shot("imported");
  expect(admin.user.complaints).toEqual([]);
});

/** The dialog with this head has the focus. */
const inDialog = (title: string) =>
  until(`the focus is in ${title}`, () =>
    page.evaluate(
      (text) => document.activeElement?.closest('[role="dialog"]')?.querySelector("h2")?.textContent?.trim() === text,
      title,
    ),
  );

test("E23 a flow is made, drawn, wired and published by keyboard alone", async () => {
  const keys = keysOf(page);
  await openScreen(page, "机器人与流程", "流程配置");
  // What a mouse pressed has no mark.
  await keys.press("Tab");
  await keys.enter("新增");
  await inDialog("新增流程");
  await keys.type("流程名称", "键盘流程");
  await keys.enter("新增并编辑");
  await reads(page, "返回列表");
  await reads(page, "属性");
  await keys.enter("添加按键导航节点");
  await keys.enter("添加话术");
  await keys.type("话术1的文字", "查账单请按1，挂机请按2");
  await keys.choose("按1", "挂机");
  await keys.choose("按2", "挂机");
  await keys.enter("连接节点");
  await inDialog("连接节点");
  // The chosen node stands there, and 开始 before it.
  await keys.to("从", true);
  await keys.press("Home");
  await keys.choose("从", "开始");
  await keys.choose("到", "按键导航");
  await keys.enter("连接");
  await until("it is connected", async () => !(await page.$(selector(sheetNamed("连接节点")))));
  await reads(page, "已保存", pane, 20_000);
  await shot("by-keyboard");
  await keys.enter("发布");
  await inDialog("发布流程");
  await keys.type("发布说明", "用键盘画的");
  await keys.enter("发布");
  await noticed(page, "流程已发布");
  await reads(page, "已发布第1版");
  expect([...keys.unseen]).toEqual([]);
  expect([...(await looks(page)), ...(await findings(page))]).toEqual([]);
});

test("E17 the flow is auditioned in the page: it speaks, a key leads on, and the way stands there", async () => {
  await clickOn(page, `${pane}//*[@role="tab"][normalize-space()="试听"]`);
  await pushIn(page, "开始试听");
  await reads(page, "查账单请按1", `${pane}//ol[@aria-label="经过"]`);
  await pushIn(page, "1键");
  const way = `${pane}//ol[@aria-label="经过"]`;
  await reads(page, "按键导航", way);
  await reads(page, "挂机", way);
  await reads(page, "开始试听");
  await shot("auditioned");
  expect(await looks(page)).toEqual([]);
  expect(admin.user.complaints).toEqual([]);
});
