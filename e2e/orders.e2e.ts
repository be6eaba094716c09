/** A work order from desk to desk: made, claimed by one of two, returned, urged, completed; each is told at once. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formStreamApi } from "@liantai/api/contract/work-orders";
import { apiSignIn, type ApiSession } from "./harness/api.ts";
import { signIn } from "./harness/agent-page.ts";
import { findings } from "./harness/axe.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import {
  chooseIn,
  clickOn,
  fillIn,
  noticed,
  openScreen,
  pane,
  pushIn,
  reads,
  selector,
  sheet,
  sheetNamed,
  submit,
  until,
} from "./harness/console.ts";
import { orderRows } from "./harness/rows/orders.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const title = "人民路断网";

let server: RunningServer;
let admin: ApiSession;
let flowId: string;
const people: Person[] = [];
let creator: Page;
let two: Page;
let three: Page;

const shot = (page: Page, name: string) => page.screenshot({ path: join(shots, `orders-${name}.png`) });
const scope = (page: Page, name: string) =>
  clickOn(page, `${pane}//*[@aria-label="范围"]//button[starts-with(normalize-space(), "${name}")]`);
const inRow = (words: string) => `${pane}//tr[contains(., "${words}")]`;
const drawer = `${pane}//*[@role="dialog"][.//h2[starts-with(normalize-space(), "工单 GD")]]`;
const reloadList = (page: Page) => pushIn(page, "刷新");

/** What the newest order's history says, oldest first. */
async function events(): Promise<readonly string[]> {
  const { list } = await admin.post<{ list: { id: string }[] }>(formStreamApi.list.path, {
    pageNo: 1,
    pageSize: 1,
    title,
  });
  const history = await admin.post<{ name: string }[]>(formStreamApi.history.path, { id: list[0]!.id });
  return history.map(({ name }) => name);
}

async function seat(account: string): Promise<Page> {
  const one = await person(440);
  people.push(one);
  await one.page.setViewport({ width: 1280, height: 720 });
  await signIn(one.page, server.url, { account });
  return one.page;
}

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = await startServer();
  admin = await apiSignIn(server.url, "admin", 1);
  flowId = (await orderRows(admin)).id;
  [creator, two, three] = [await seat("1001"), await seat("1002"), await seat("1003")];
});
afterAll(async () => {
  await Promise.all(people.map((one) => one.close()));
  await server?.stop();
});

test("an agent makes an order, and sees where it is", async () => {
  expect(flowId).not.toBe("");
  await openScreen(creator, "客户与工单", "工单信息");
  await pushIn(creator, "新建工单");
  await chooseIn(creator, "流程", "宽带报障", sheetNamed("新建工单"));
  await reads(creator, "装机地址", sheetNamed("新建工单"));
  await fillIn(creator, "标题", title);
  await fillIn(creator, "客户姓名", "王女士");
  await shot(creator, "new");
  await pushIn(creator, "提交", sheetNamed("新建工单"));
  await reads(creator, "该字段不能为空");
  await creator.locator('[data-field="address"] input').fill("人民路1号");
  await pushIn(creator, "提交", sheetNamed("新建工单"));
  await reads(creator, "待领取", drawer);
  await clickOn(creator, `${drawer}//*[@role="tab"][normalize-space()="流程进度"]`);
  await reads(creator, "等待处理，已停留", drawer);
  await shot(creator, "progress");
  expect(await findings(creator)).toEqual([]);
  await pushIn(creator, "关闭", drawer);
});

test("two claim at once: one wins, the other is told who", async () => {
  for (const page of [two, three]) {
    await openScreen(page, "客户与工单", "工单信息");
    await scope(page, "待领取的");
    await reads(page, title);
  }
  await shot(two, "pool");
  await Promise.all([two, three].map((page) => pushIn(page, "领取", inRow(title))));
  const won = await until("one of two has it", async () => {
    for (const page of [two, three]) if (await page.$(selector(drawer))) return page;
    return null;
  });
  const other = won === two ? three : two;
  await noticed(other, `工单已被${won === two ? "1002" : "1003"}领取`);
  expect(await other.$(selector(drawer))).toBeNull();
  await reads(won, "处理中", drawer);
  await shot(won, "handle");
  await pushIn(won, "通过", drawer);
  await submit(won, "通过", "通过");
  if (won !== two) await noticed(two, "待您处理");
  if (won === two) await pushIn(won, "关闭", drawer).catch(() => undefined);
});

test("what a node requires is asked for; returned, it goes back to who had it, with the reason", async () => {
  await scope(two, "我处理的");
  await reloadList(two);
  await pushIn(two, "打开", inRow(title));
  await reads(two, "当前节点 处理", drawer);
  await pushIn(two, "通过", drawer);
  await reads(two, "该字段不能为空", drawer);
  await pushIn(two, "退回上一步", drawer);
  await fillIn(two, "退回原因", "地址不全", sheetNamed("退回上一步"));
  await shot(two, "return");
  await submit(two, "退回上一步", "退回上一步");
  // Whoever has it open looks at it at once.
  expect((await events()).filter((name) => name !== "查看").at(-1)).toBe("退回上一步");
  const { list } = await admin.post<{ list: { holder: string }[] }>(formStreamApi.list.path, {
    pageNo: 1,
    pageSize: 1,
    title,
  });
  const had = list[0]!.holder === "1002" ? two : three;
  if (had === three) await noticed(three, "地址不全");
  await until("the drawer is the order's", () =>
    had.$(selector(drawer)).then(async (found) => found ?? (await pushIn(had, "打开", inRow(title)), null)),
  );
  await reads(had, "当前节点 受理", drawer);
  await pushIn(had, "通过", drawer);
  await submit(had, "通过", "通过");
});

test("an urge reaches the handler at once, and its press opens the order", async () => {
  // The drawer of the other handler's order may be closing by itself.
  await until("no order is open", async () => {
    const close = await two.$(selector(`${drawer}//button[@aria-label="关闭"]`));
    await close?.click().catch(() => undefined);
    return close === null;
  });
  await scope(creator, "我创建的");
  await pushIn(creator, "打开", inRow(title));
  await pushIn(creator, "催办", drawer);
  await fillIn(creator, "催办内容", "客户又来电了", sheetNamed("催办"));
  const at = Date.now();
  await submit(creator, "催办", "催办");
  await noticed(two, "客户又来电了");
  expect(Date.now() - at).toBeLessThan(3_000);
  await shot(two, "urged");
  await clickOn(two, `//*[@data-notice][contains(., "客户又来电了")]//button[normalize-space()="打开工单"]`);
  await reads(two, "已催办1次", drawer);
  await two.locator('[data-field="result"] textarea').fill("已更换光猫");
  await pushIn(two, "通过", drawer);
  await submit(two, "通过", "通过");
  await reads(two, "当前节点 确认", drawer);
  expect(await findings(two)).toEqual([]);
});

test("who made it completes it; its history has every step in words", async () => {
  await reads(creator, "当前节点 确认", drawer);
  await clickOn(creator, `${drawer}//*[@role="tab"][normalize-space()="工单内容"]`);
  await pushIn(creator, "办结", drawer);
  await fillIn(creator, "办结说明", "客户确认恢复", sheetNamed("办结"));
  await submit(creator, "办结", "办结");
  await reads(creator, "已办结", drawer);
  await clickOn(creator, `${drawer}//*[@role="tab"][normalize-space()="历史记录"]`);
  await reads(creator, "客户确认恢复", drawer);
  await shot(creator, "history");
  const said = await events();
  expect(said.filter((name) => name !== "查看")).toEqual([
    ...["创建", "提交", "领取", "通过", "退回上一步", "通过", "催办", "通过", "办结"],
  ]);
  expect(people.flatMap(({ complaints }) => complaints)).toEqual([]);
  expect(await creator.$(selector(`${sheet}//*[normalize-space()="加载中"]`))).toBeNull();
});
