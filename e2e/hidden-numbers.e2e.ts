/** E14: for whom numbers are hidden the whole number stands nowhere, from the ring to the list, and is dialled from there all the same. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contacterDataApi, customerFormDataApi } from "@liantai/api/contract/workorder";
import { apiSignIn, recordedCall, type ApiSession } from "./harness/api.ts";
import { agentIs, becomeReady, customerIs, callAs, phaseIs, press, signIn } from "./harness/agent-page.ts";
import type { Page, Person } from "./harness/browser.ts";
import {
  clickOn,
  fillIn,
  openScreen,
  pane,
  pushIn,
  reads,
  row,
  selector,
  settled,
  tabIs,
  until,
} from "./harness/console.ts";
import type { RunningServer } from "./harness/server.ts";
import { closeStage, openStage } from "./harness/stage.ts";
import { listenTo, type Wire } from "./harness/wire.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const phone = "15400000001";
const mask = "154****0001";

let server: RunningServer;
let agent: Person;
let customer: Person;
let page: Page;
let admin: ApiSession;
let wire: Wire;

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  ({ server, agent, customer } = await openStage());
  page = agent.page;
  admin = await apiSignIn(server.url, "admin", 1);
  await admin.post(contacterDataApi.add.path, { name: "赵思远", phone, remark: `备用 ${phone}` });
  wire = await listenTo(page);
});
afterAll(closeStage);

const shot = (name: string) => page.screenshot({ path: join(shots, `hidden-${name}.png`) });
const nowhere = async () => expect(await wire.placesOf(phone)).toEqual([]);
async function ends(): Promise<void> {
  await press(customer.page, "挂断");
  await agentIs(page, 4);
  await press(page, "完成");
}

test("E14 at the ring, in the talk and after it: the form of the call has the masked number alone", async () => {
  await signIn(page, server.url, { account: "1001" });
  await becomeReady(page);
  await callAs(customer.page, server.url, phone);
  await phaseIs(page, "ringing");
  await tabIs(page, "来电弹屏");
  await reads(page, `客户号码 ${mask}`);
  await settled(page);
  await nowhere();
  await press(page, "接听");
  await phaseIs(page, "talking");
  const remark = `${pane}//form//*[@id=${pane}//form//label[starts-with(normalize-space(), "备注")]/@for]`;
  await clickOn(page, remark);
  await page.keyboard.type("请改天再打");
  await pushIn(page, "保存", `${pane}//form`);
  await until("it is saved", async () => !(await page.$(selector(`${pane}//*[contains(., "未保存的内容")]`))));
  await nowhere();
  await ends();
  await agentIs(page, 1);
});

test("E14 in the lists of customers, contacts and calls, and in the customer's details", async () => {
  await openScreen(page, "客户与工单", "客户信息");
  await fillIn(page, "客户姓名", "赵思远", pane);
  await pushIn(page, "查询");
  await page.waitForSelector(selector(row("赵思远", mask)));
  await pushIn(page, "详情", row("赵思远", mask));
  await clickOn(page, `${pane}//*[@role="dialog"]//*[@role="tab"][normalize-space()="联系记录"]`);
  await reads(page, `呼入 ${mask}`);
  await shot("details");
  await nowhere();
  await page.keyboard.press("Escape");
  await openScreen(page, "呼叫中心", "通话记录");
  await pushIn(page, "查询");
  await reads(page, mask);
  await nowhere();
  await openScreen(page, "客户与工单", "通讯录");
  await page.waitForSelector(selector(row("赵思远", mask)));
  await shot("contacts");
  await nowhere();
});

test("E14 from the list of contacts it rings at the number that nobody read", async () => {
  await customer.page.waitForSelector('[data-registered="true"]');
  await pushIn(page, "呼叫", row("赵思远", mask));
  await customerIs(customer.page, "incoming");
  await press(customer.page, "接听");
  await phaseIs(page, "talking");
  await tabIs(page, "通话弹屏");
  await reads(page, `客户号码 ${mask}`);
  await shot("talking");
  await nowhere();
  await ends();
  const call = await recordedCall(admin, 2);
  expect(call).toMatchObject({ direction: "outbound", callee: phone, agentId: "1001", result: 200 });
});

test("E14 from the customer's details as well", async () => {
  await customer.page.waitForSelector('[data-registered="true"]');
  await openScreen(page, "客户与工单", "客户信息");
  await pushIn(page, "详情", row("赵思远", mask));
  await clickOn(page, `${pane}//*[@role="dialog"]//button[starts-with(normalize-space(), "呼叫")]`);
  await customerIs(customer.page, "incoming");
  await press(customer.page, "拒接");
  await phaseIs(page, "idle");
  await nowhere();
});

test("E14 nor after a reload; what was looked through had the masked number, and the administrator reads the whole one", async () => {
  await page.reload();
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
  await settled(page);
  await nowhere();
  // Had the listening been deaf, nothing would have been found anywhere.
  const places = await wire.placesOf(mask);
  for (const place of [`a reply of ${customerFormDataApi.list.path}`, `a reply of ${contacterDataApi.list.path}`])
    expect(places).toContain(place);
  expect(places.filter((place) => place.startsWith("a frame from")).length).toBeGreaterThan(0);
  const { list } = await admin.post<{ list: object[] }>(customerFormDataApi.queryByNoAuth.path, { phone });
  expect(JSON.stringify(list)).toContain(phone);
  expect(agent.complaints).toEqual([]);
});
