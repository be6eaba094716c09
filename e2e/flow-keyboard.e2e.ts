/**
 * A flow is drawn without a mouse (flows.md E23): nodes from the palette, moved, connected, worded, grouped, copied into another flow,
 * laid out, searched for, in a sub-process; steps back, a flow test, a finding that is gone to, and a version with a note. At each step
 * axe finds nothing and whatever has the focus shows it.
 */
import { join } from "node:path";
import { administrator, shots, type Administrator } from "./harness/administrator.ts";
import { findings } from "./harness/axe.ts";
import type { Page } from "./harness/browser.ts";
import { noticed, openScreen, pane, reads, selector, settled, sheetNamed, until } from "./harness/console.ts";
import { keysOf, type Keys } from "./harness/keys.ts";
import { looks } from "./harness/looks.ts";

let admin: Administrator;
let page: Page;
let keys: Keys;

beforeAll(async () => {
  admin = await administrator();
  page = admin.page;
  keys = keysOf(page);
});
afterAll(() => admin?.close());

const inDialog = (title: string) =>
  until(`the focus is in ${title}`, () =>
    page.evaluate(
      (text) => document.activeElement?.closest('[role="dialog"]')?.querySelector("h2")?.textContent?.trim() === text,
      title,
    ),
  );
const dialogGone = (title: string) =>
  until(`${title} is closed`, async () => !(await page.$(selector(sheetNamed(title)))));

/** The nodes that stand there, in the order of the drawing, and where. */
const nodes = () =>
  page.$$eval(`[role="tabpanel"] .react-flow__node-card`, (all) =>
    all
      .filter((one) => (one as HTMLElement).checkVisibility({ visibilityProperty: true }))
      .map((one) => ({
        label: one.getAttribute("aria-label") ?? "",
        id: one.getAttribute("data-id") ?? "",
        at: (one as HTMLElement).style.cssText,
      })),
  );
const nodeNamed = async (name: string) => (await nodes()).find(({ label }) => label.includes(`节点：${name}`));
const focusedNode = (name: string) =>
  until(`${name} has the focus`, () =>
    page.evaluate((words) => document.activeElement?.getAttribute("aria-label")?.includes(`节点：${words}`), name),
  );
const chosenIs = (count: number) => reads(page, `已选择${count}个节点`);
const lines = () => page.$$eval(".react-flow__edge", (all) => all.length);

/** What is wrong with it for people who see and who do not; the picture is looked at. */
async function good(name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: join(shots, `flow-keyboard-${name}.png`) });
  expect({ name, unseen: [...keys.unseen], looks: await looks(page), axe: await findings(page) }).toEqual({
    name,
    unseen: [],
    looks: [],
    axe: [],
  });
}

async function made(name: string): Promise<void> {
  await openScreen(page, "机器人与流程", "流程配置");
  // What a mouse pressed has no mark.
  await keys.press("Tab");
  await keys.enter("新增");
  await inDialog("新增流程");
  await keys.type("流程名称", name);
  await keys.enter("新增并编辑");
  await reads(page, "返回列表");
  await reads(page, "属性");
}

test("E23 nodes come from the palette, get their words, are moved and connected", async () => {
  await made("键盘流程乙");
  await made("键盘流程甲");
  await good("opened");
  await keys.enter("添加播放语音节点");
  await keys.enter("添加话术");
  await keys.type("话术1的文字", "欢迎致电");
  await until("the words stand in the node", async () => (await nodeNamed("播放语音"))?.label.includes("欢迎致电"));
  await good("worded");
  await keys.toStart("播放语音节点");
  const before = (await nodeNamed("播放语音"))!.at;
  await keys.press("ArrowDown", "ArrowDown", "ArrowRight");
  await until("it has moved", async () => (await nodeNamed("播放语音"))!.at !== before);
  await good("moved");
  const drawn = await lines();
  await keys.press("c");
  await inDialog("连接节点");
  await keys.choose("到", "挂机");
  await good("connecting");
  await keys.enter("连接");
  await dialogGone("连接节点");
  await until("a line more", async () => (await lines()) === drawn + 1);
  await good("connected");
});

test("E23 several nodes are grouped, and copied into another flow", async () => {
  await keys.toStart("播放语音节点");
  await keys.press("Enter");
  await keys.toStart("挂机节点");
  await keys.control("Enter");
  await chosenIs(2);
  await good("chosen");
  await keys.enter("放入一个分组");
  await page.waitForSelector(".react-flow__node-frame");
  await good("grouped");
  await keys.toStart("播放语音节点");
  await keys.control("KeyC", "Copy");
  await keys.enter("返回列表");
  await reads(page, "请选择要编辑的流程");
  await keys.toStart("键盘流程乙");
  await keys.press("Enter");
  await reads(page, "属性");
  const had = (await nodes()).length;
  await keys.toStart("开始节点");
  await keys.control("KeyV", "Paste");
  await until("what was copied stands there", async () => (await nodes()).length === had + 2);
  await reads(page, "已保存", pane, 20_000);
  await good("pasted");
  await keys.enter("返回列表");
  await reads(page, "请选择要编辑的流程");
  await keys.toStart("键盘流程甲");
  await keys.press("Enter");
  await reads(page, "属性");
});

test("E23 it is laid out, searched, given a sub-process, and taken back", async () => {
  const before = (await nodes()).map(({ at }) => at).join();
  await keys.enter("自动布局");
  await until("it is laid out", async () => (await nodes()).map(({ at }) => at).join() !== before);
  await good("laid-out");
  await keys.control("KeyF");
  await inDialog("查找节点");
  await page.keyboard.type("欢迎");
  await reads(page, "欢迎致电", sheetNamed("查找节点"));
  await good("searching");
  await keys.press("Enter");
  await dialogGone("查找节点");
  await focusedNode("播放语音");
  await good("found");
  await keys.enter("新增子流程");
  await inDialog("新增子流程");
  await keys.type("名称", "核对单号");
  await keys.enter("确定");
  await dialogGone("新增子流程");
  await until("the sub-process is on show", async () => !(await nodeNamed("播放语音")));
  await good("sub-process");
  await keys.enter("主流程");
  await until("the main canvas is on show", () => nodeNamed("播放语音"));
  await keys.toStart("播放语音节点");
  await keys.press("Delete");
  await until("the node is gone", async () => !(await nodeNamed("播放语音")));
  await good("deleted");
  await keys.control("KeyZ");
  await until("the node is back", () => nodeNamed("播放语音"));
  await keys.control("KeyY");
  await until("the node is gone again", async () => !(await nodeNamed("播放语音")));
  await keys.enter("撤销");
  await until("the node is back again", () => nodeNamed("播放语音"));
  await good("undone");
});

test("E23 a finding is gone to, a flow test is run, and a version is published with a note", async () => {
  await keys.enter("连接节点");
  await inDialog("连接节点");
  await keys.to("从", true);
  await keys.press("Home");
  await keys.choose("从", "开始");
  await keys.choose("到", "播放语音");
  await keys.enter("连接");
  await dialogGone("连接节点");
  // The node that was added last stands in the middle of the way, and Tab leads out of the graph all the same.
  await keys.toStart("开始节点");
  await keys.press("Tab");
  await focusedNode("播放语音");
  await keys.press("Tab");
  await focusedNode("挂机");
  await keys.press("Tab");
  await until("the focus has left the graph", () =>
    page.evaluate(() => !document.activeElement?.closest(".react-flow__node")),
  );
  await keys.press("?");
  await inDialog("操作说明");
  await good("help");
  await keys.press("Escape");
  await dialogGone("操作说明");
  await keys.enter("添加按键导航节点");
  const list = `${pane}//ul[@aria-label="问题"]`;
  await reads(page, "按键导航", list);
  await good("findings");
  await keys.toStart("错误主流程·按键导航");
  await keys.press("Enter");
  await focusedNode("按键导航");
  await good("at-finding");
  await keys.press("Delete");
  await until("no error is left", async () => !(await page.$(selector(`${list}//li[contains(., "错误")]`))));
  await keys.enter("测试");
  await keys.enter("新增测试");
  await inDialog("新增测试");
  await keys.type("测试名称", "听到欢迎语");
  await keys.enter("添加期望");
  await keys.type("期望1的话术", "欢迎致电");
  await good("testing");
  await keys.enter("保存");
  await dialogGone("新增测试");
  await keys.enter("全部运行");
  await reads(page, "1个通过，0个失败");
  await good("tested");
  await keys.enter("发布");
  await inDialog("发布流程");
  await keys.type("发布说明", "用键盘画的");
  await good("publishing");
  await keys.enter("发布");
  await noticed(page, "流程已发布");
  await reads(page, "已发布第1版");
  await good("published");
  expect(admin.user.complaints).toEqual([]);
});
