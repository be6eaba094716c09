/** An administrator makes a shared sub-process out of one of a flow, publishes it, has 跳转 call it, and looks at it from there. */
import { join } from "node:path";
import { administrator, shots, type Administrator } from "./harness/administrator.ts";
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
  settled,
  sheetNamed,
  submit,
} from "./harness/console.ts";

const shot = (name: string) => page.screenshot({ path: join(shots, `shared-flow-${name}.png`) });
const panel = `${pane}//aside[@aria-label="属性"]`;

let admin: Administrator;
let page: Page;

beforeAll(async () => {
  admin = await administrator();
  page = admin.page;
});
afterAll(() => admin?.close());

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
