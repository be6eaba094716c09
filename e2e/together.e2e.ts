/** Two people at one customer: each sees the other, saves meet field by field, and a field goes back to what it was. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { customerFormConfApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import { apiSignIn } from "./harness/api.ts";
import { signIn, type Login } from "./harness/agent-page.ts";
import { findings } from "./harness/axe.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import { clickOn, openScreen, pane, pushIn, reads, selector, sheetNamed, until } from "./harness/console.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const name = "赵同心";
const sheet = sheetNamed("编辑客户");
const detail = sheetNamed(`客户：${name}`);

let server: RunningServer;
const people: Person[] = [];
let admin: Page;
let agent: Page;
let id: string;

const shot = (page: Page, of: string) => page.screenshot({ path: join(shots, `together-${of}.png`) });
const inRow = `${pane}//tr[contains(., "${name}")]`;
const gone = (page: Page, xpath: string) =>
  until(`${xpath} is gone`, async () => (await page.$(selector(xpath))) === null);

async function enter(role: Login): Promise<Page> {
  const one = await person(440);
  people.push(one);
  await one.page.setViewport({ width: 1280, height: 720 });
  await signIn(one.page, server.url, role);
  await openScreen(one.page, "客户与工单", "客户信息");
  await reads(one.page, name);
  return one.page;
}
/** Over what stands there. */
async function write(page: Page, field: string, text: string): Promise<void> {
  const input = await page.waitForSelector(
    selector(`${sheet}//*[@data-field="${field}"]//*[self::input or self::textarea]`),
  );
  await input!.evaluate((element) => (element as HTMLInputElement).select());
  await input!.type(text);
}

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = await startServer();
  const session = await apiSignIn(server.url, "1001", 2);
  const { list } = await session.post<{ list: { id: string }[] }>(customerFormConfApi.list.path, {
    ...{ name: "", formType: "customer", pageNo: 1, pageSize: 10 },
  });
  const values = { customerName: name, phone: "02088880001" };
  ({ id } = await session.post<{ id: string }>(customerFormDataApi.add.path, { formId: list[0]!.id, values }));
  admin = await enter({ role: "企业管理员", account: "admin" });
  agent = await enter({ account: "1001" });
});
afterAll(async () => {
  await Promise.all(people.map((one) => one.close()));
  await server?.stop();
});

test("each sees that the other types into it, and no more when he has closed it", async () => {
  await pushIn(admin, "编辑", inRow);
  await reads(admin, "客户姓名", sheet);
  await pushIn(agent, "编辑", inRow);
  await reads(agent, "正在编辑这条客户", sheet);
  await reads(admin, "正在编辑这条客户", sheet);
  await shot(admin, "presence");
  expect(await findings(admin)).toEqual([]);
  await pushIn(agent, "取消", sheet);
  await gone(admin, `${sheet}//*[@role="status"][contains(., "正在编辑")]`);
  // The lease ends with the page, too.
  await pushIn(agent, "编辑", inRow);
  await reads(admin, "正在编辑这条客户", sheet);
  await agent.reload();
  await gone(admin, `${sheet}//*[@role="status"][contains(., "正在编辑")]`);
});

test("what only one changed stands; of what both changed one chooses", async () => {
  expect(id).not.toBe("");
  await openScreen(agent, "客户与工单", "客户信息");
  await reads(agent, name);
  await pushIn(agent, "编辑", inRow);
  await reads(agent, "客户姓名", sheet);
  await write(agent, "remark", "请晚上联系");
  await write(agent, "accountLocation", "杭州");
  await pushIn(agent, "保存", sheet);
  await gone(agent, sheet);
  await write(admin, "remark", "请上午联系");
  await write(admin, "callErloc", "浙江");
  await pushIn(admin, "保存", sheet);
  await reads(admin, "请逐项选择", sheet);
  await reads(admin, "请晚上联系", sheet);
  await shot(admin, "conflict");
  expect(await findings(admin)).toEqual([]);
  await clickOn(admin, `${sheet}//input[@aria-label="备注取现在的"]`);
  await pushIn(admin, "按所选保存", sheet);
  await gone(admin, sheet);
  await pushIn(admin, "详情", inRow);
  await reads(admin, "请晚上联系", detail);
  await reads(admin, "杭州", detail);
  await reads(admin, "浙江", detail);
});

test("a field's history, and back to what it was by a press", async () => {
  await clickOn(admin, `${detail}//*[@role="tab"][normalize-space()="变更记录"]`);
  await shot(admin, "changes");
  await clickOn(admin, `${detail}//button[@aria-label="备注的历史"]`);
  await reads(admin, "请晚上联系", detail);
  await shot(admin, "history");
  expect(await findings(admin)).toEqual([]);
  await clickOn(admin, `${detail}//button[@aria-label="备注恢复为空"]`);
  await until("it is put back", async () => (await admin.$$(selector(`${detail}//table//tbody/tr`))).length === 2);
  await shot(admin, "restored");
});
