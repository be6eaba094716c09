/** An administrator draws a flow of four nodes by mouse and by keys, is told what is wrong by name, tries it out and publishes it. */
import { join } from "node:path";
import { administrator, shots, type Administrator } from "./harness/administrator.ts";
import { findings } from "./harness/axe.ts";
import type { Page } from "./harness/browser.ts";
import {
  chooseIn,
  clickOn,
  fillIn,
  openScreen,
  pane,
  pushIn,
  reads,
  row,
  selector,
  settled,
  sheetNamed,
  submit,
  tick,
  until,
} from "./harness/console.ts";

let admin: Administrator;
let page: Page;

beforeAll(async () => {
  admin = await administrator();
  page = admin.page;
});
afterAll(() => admin?.close());

const panel = `${pane}//aside[@aria-label="属性"]`;
const trial = `${pane}//aside[@aria-label="试运行"]`;
const shot = (name: string) => page.screenshot({ path: join(shots, `order-flow-${name}.png`) });
const view = (name: string) => clickOn(page, `${pane}//*[@role="tab"][normalize-space()="${name}"]`);
const nodeOf = (name: string) =>
  `${pane}//*[contains(@class, "react-flow__node ")][contains(@aria-label, "：${name}，")]`;
const names = () =>
  page.$$eval(".react-flow__node", (nodes) =>
    nodes.map((one) => /：(.*?)，/.exec(one.getAttribute("aria-label") ?? "")?.[1] ?? ""),
  );
const lines = () =>
  page.$$eval(".react-flow__edge", (edges) => edges.map((one) => one.getAttribute("aria-label") ?? ""));
const lineFrom = async (from: string, to: string) =>
  (await lines()).some((label) => label.startsWith(`连线：${from}到${to}`));

async function centre(xpath: string): Promise<{ x: number; y: number }> {
  const box = await (await page.waitForSelector(selector(xpath)))!.boundingBox();
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
}

/** Held and moved with the mouse, as a hand does it. */
async function drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 6 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

const handle = (name: string, kind: "source" | "target") =>
  centre(`${nodeOf(name)}//*[contains(@class, "react-flow__handle")][contains(@class, "${kind}")]`);

async function rename(before: string, after: string): Promise<void> {
  await until(`${before} is chosen`, () =>
    page.$(selector(`${panel}//h3[starts-with(normalize-space(), "${before}")]`)),
  );
  await fillIn(page, "节点名称", after, panel);
  await until(`${after} stands there`, async () => (await names()).includes(after));
}

test("a flow is begun with the form of orders; the demonstration's stands beside it", async () => {
  await openScreen(page, "客户与工单", "工单流程");
  await page.waitForSelector(selector(row("服务工单流程", "服务工单", "第1版")));
  await shot("list");
  expect(await findings(page)).toEqual([]);
  await pushIn(page, "新增");
  await fillIn(page, "流程名称", "报修流程");
  await chooseIn(page, "工单表单", "服务工单");
  await pushIn(page, "新增并设计", sheetNamed("新增流程"));
  await reads(page, "返回列表");
  await until("the first nodes", async () => (await names()).join() === "开始,结束");
});

test("four nodes are drawn: by a press, out of the palette, along a line of the mouse, and by keys", async () => {
  // By keys: chosen, and one stands behind it, joined.
  await page.focus(selector(nodeOf("开始")));
  await page.keyboard.press("Enter");
  await page.focus(selector(`${pane}//button[@aria-label="添加处理节点"]`));
  await page.keyboard.press("Enter");
  await rename("处理", "受理");
  expect(await lineFrom("开始", "受理")).toBe(true);
  await chooseIn(page, "由谁处理", "坐席组", panel);
  await chooseIn(page, "坐席组", "客服部", panel);

  // By mouse: out of the palette to a place, then a line to it.
  const room = await centre(`${pane}//*[@aria-label="流程图"]`);
  await drag(await centre(`${pane}//button[@aria-label="添加处理节点"]`), { x: room.x, y: room.y + 150 });
  await rename("处理", "维修");
  await chooseIn(page, "由谁处理", "组内最空闲", panel);
  await chooseIn(page, "坐席组", "客服部", panel);
  await fillIn(page, "处理时限（分钟）", "240", panel);
  expect(await lineFrom("受理", "维修")).toBe(false);
  await drag(await handle("受理", "source"), await handle("维修", "target"));
  await until("the line", () => lineFrom("受理", "维修"));

  // Moved by the mouse, back by Ctrl+Z, there again by Ctrl+Y.
  const at = await centre(nodeOf("维修"));
  await drag(at, { x: at.x + 60, y: at.y - 40 });
  const moved = await until("it was moved", async () => {
    const now = await centre(nodeOf("维修"));
    // The first step of a hand only takes hold of it.
    return now.x - at.x > 40 && now;
  });
  const chord = async (key: "z" | "y") => {
    await page.keyboard.down("Control");
    await page.keyboard.press(key);
    await page.keyboard.up("Control");
  };
  await page.focus(selector(nodeOf("维修")));
  await chord("z");
  await until("undone", async () => Math.abs((await centre(nodeOf("维修"))).x - at.x) < 4);
  await chord("y");
  await until("done again", async () => Math.abs((await centre(nodeOf("维修"))).x - moved.x) < 4);

  // Two more behind it, and the last line by keys alone.
  await clickOn(page, nodeOf("维修"));
  await pushIn(page, "添加处理节点");
  await rename("处理", "审核");
  await pushIn(page, "添加处理节点");
  await rename("处理", "回访");
  await page.focus(selector(nodeOf("回访")));
  await page.keyboard.press("c");
  await chooseIn(page, "到", "结束", sheetNamed("添加连线"));
  await submit(page, "添加连线", "连接");
  expect(await lineFrom("回访", "结束")).toBe(true);
  await pushIn(page, "自动布局");
  await settled(page);
  await shot("drawn");
});

test("what is wrong is named, at the node and in a list that leads to it, and is not published", async () => {
  await clickOn(page, nodeOf("开始"));
  await pushIn(page, "添加条件节点");
  await pushIn(page, "发布");
  const faults = `${pane}//ul[@aria-label="设计中的错误"]`;
  await reads(page, "从开始节点走不到「条件」", faults);
  await reads(page, "「审核」没有设置处理人", faults);
  await shot("faults");
  expect(await findings(page)).toEqual([]);
  await clickOn(page, `${faults}//button[normalize-space()="「审核」没有设置处理人"]`);
  await chooseIn(page, "由谁处理", "指定坐席", panel);
  await tick(page, "1005 周敏", panel);
  await clickOn(page, `${faults}//button[normalize-space()="「回访」没有设置处理人"]`);
  await chooseIn(page, "由谁处理", "创建人", panel);
  await clickOn(page, `${faults}//button[normalize-space()="从开始节点走不到「条件」"]`);
  await page.focus(selector(nodeOf("条件")));
  await page.keyboard.press("Delete");
  await until("it is gone", async () => !(await names()).includes("条件"));
  await until("all is right", async () => (await page.$(selector(`${pane}//button[contains(., "处错误")]`))) === null);
});

test("a condition leads a complaint another way; the way is tried out", async () => {
  await page.focus(selector(nodeOf("维修")));
  await page.keyboard.press("c");
  await chooseIn(page, "到", "回访", sheetNamed("添加连线"));
  await submit(page, "添加连线", "连接");
  await tick(page, "其他情况", panel);
  await clickOn(page, nodeOf("维修"));
  await clickOn(page, `${panel}//section[@aria-label="下一步"]//button[normalize-space()="审核"]`);
  await pushIn(page, "设置条件", panel);
  const dialog = sheetNamed("「维修」到「审核」的条件");
  const named = (label: string) => selector(`${dialog}//*[@aria-label="${label}"]`);
  await (await page.waitForSelector(named("条件的字段")))!.select("question");
  await (await page.waitForSelector(named("比较的值")))!.select("2");
  await shot("condition");
  await pushIn(page, "确定", dialog);
  await reads(page, "条件：问题类型 等于 投诉", panel);
  await view("试运行");
  await reads(page, "共4步", trial);
  await chooseIn(page, "问题类型", "投诉", trial);
  await reads(page, "共5步，工单办结", trial);
  await page.select(selector(`${trial}//select[@aria-label="第4步的操作"]`), "returnPrevious");
  await reads(page, "共7步，工单办结", trial);
  await shot("trial");
  expect(await findings(page)).toEqual([]);
});

test("it is published; a change of a node is a new version, told apart in words", async () => {
  await view("设计");
  await pushIn(page, "发布");
  await submit(page, "发布流程", "发布");
  await reads(page, "已保存");
  await clickOn(page, nodeOf("受理"));
  await rename("受理", "初审");
  await pushIn(page, "保存草稿");
  await reads(page, "已保存");
  await page.reload();
  await until("the draft is there after a reload", async () => (await names()).includes("初审"));
  await pushIn(page, "发布");
  await reads(page, "名称：受理 → 初审", sheetNamed("发布流程"));
  await submit(page, "发布流程", "发布");
  await view("版本");
  await reads(page, "第2版");
  await shot("versions");
  await pushIn(page, "返回列表");
  await page.waitForSelector(selector(row("报修流程", "服务工单", "第2版")));
});

test("its nodes stand in the list of all, and what they say of fields in the matrix", async () => {
  await openScreen(page, "客户与工单", "工单节点");
  await page.waitForSelector(selector(row("审核", "报修流程", "处理", "1005 周敏")));
  await shot("nodes");
  await openScreen(page, "客户与工单", "流程节点配置");
  await chooseIn(page, "流程", "报修流程", pane);
  await tick(page, "维修，工单详情：必填", pane);
  await pushIn(page, "保存");
  await until("it is kept", () => page.$(selector(`${pane}//button[normalize-space()="保存"][@disabled]`)));
  await shot("fields");
  expect(await findings(page)).toEqual([]);
  expect(admin.user.complaints).toEqual([]);
});
