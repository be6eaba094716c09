/** The form that comes up with a call: what is typed in it outlives a reload, the hang-up and a kill, and stands with the customer. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { authApi } from "@liantai/api/contract";
import { agentApi, companyApi } from "@liantai/api/contract/admin";
import { customerFormDataApi } from "@liantai/api/contract/workorder";
import { findings } from "./harness/axe.ts";
import { apiSignIn, endedCalls } from "./harness/api.ts";
import { agentIs, becomeReady, customerIs, callAs, openSecond, phaseIs, press, signIn } from "./harness/agent-page.ts";
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
  sheetNamed,
  submit,
  tabIs,
  until,
} from "./harness/console.ts";
import { looks } from "./harness/looks.ts";
import { ringToForm } from "./harness/ring-to-form.ts";
import type { RunningServer } from "./harness/server.ts";
import { closeStage, openStage } from "./harness/stage.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const known = "15400000001";
const stranger = "02088886666";
const shared = "13900001234";
/** 200 characters, as many as the field takes; typed in two parts. */
const begun = "客户想换成月付，";
const rest = "下周一回电。".repeat(32);

let server: RunningServer;
let agent: Person;
let customer: Person;
let page: Page;
let formComes: Awaited<ReturnType<typeof ringToForm>>;

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  ({ server, agent, customer } = await openStage());
  page = agent.page;
  formComes = await ringToForm(page);
});
afterAll(closeStage);

const shot = (name: string) => page.screenshot({ path: join(shots, `popup-${name}.png`) });
const form = `${pane}//form`;
const field = (label: string, scope = form) =>
  `${scope}//*[@id=${scope}//label[starts-with(normalize-space(), "${label}")]/@for]`;
const holds = (label: string, value: string) =>
  until(`${label} holds “${value}”`, async () => {
    const input = await page.$(selector(field(label)));
    return (await input?.evaluate((element) => (element as HTMLInputElement).value)) === value;
  });
/** As a hand types: key by key, behind what is there. */
async function typeInto(label: string, text: string, scope?: string): Promise<void> {
  const input = await page.waitForSelector(selector(field(label, scope)));
  await input!.click();
  await page.keyboard.press("End");
  await page.keyboard.type(text);
}
async function callsAs(number: string): Promise<void> {
  await callAs(customer.page, server.url, number);
  await phaseIs(page, "ringing");
}
async function talk(): Promise<void> {
  await press(page, "接听");
  await Promise.all([phaseIs(page, "talking"), customerIs(customer.page, "talking")]);
}
async function ends(): Promise<void> {
  await press(customer.page, "挂断");
  await agentIs(page, 4);
}
async function next(): Promise<void> {
  await press(page, "完成");
  await agentIs(page, 1);
}

test("at the ring the customer's form is there, by the name of who calls", async () => {
  await signIn(page, server.url, { account: "1001" });
  await becomeReady(page);
  await callsAs(known);
  await tabIs(page, "来电弹屏");
  await holds("客户姓名", "赵思远");
  // Numbers are hidden in the demonstration.
  await reads(page, "客户号码 154****0001");
  await settled(page);
  await shot("ringing");
  expect([...(await looks(page)), ...(await findings(page))]).toEqual([]);
});

test("a reload in the middle of typing gives the text back, the call goes on", async () => {
  await talk();
  await typeInto("备注", begun);
  await page.reload();
  await phaseIs(page, "talking");
  await tabIs(page, "来电弹屏");
  await holds("备注", begun);
  await reads(page, "未保存的内容");
  await shot("restored");
});

test("neither another tab, nor the hang-up, nor a kill of the server takes it away", async () => {
  await typeInto("备注", rest);
  await openScreen(page, "客户与工单", "客户信息");
  await clickOn(page, '//*[@role="tab"][normalize-space()="来电弹屏"]');
  await holds("备注", begun + rest);
  await ends();
  await holds("备注", begun + rest);
  await reads(page, "草稿已保存");
  await server.kill();
  await server.restart();
  await page.reload();
  await holds("备注", begun + rest);
});

test("saved, it stands in the list, and the call on the customer's timeline", async () => {
  await pushIn(page, "保存", form);
  await until("the draft is gone", async () => !(await page.$(selector(`${pane}//*[contains(., "未保存的内容")]`))));
  const admin = await apiSignIn(server.url, "admin", 1);
  const [call] = await endedCalls(admin, 1);
  await openScreen(page, "客户与工单", "客户信息");
  await fillIn(page, "客户姓名", "赵思远", pane);
  await pushIn(page, "查询");
  await page.waitForSelector(selector(row("赵思远")));
  await pushIn(page, "详情", row("赵思远"));
  await reads(page, begun + rest);
  await clickOn(page, `${pane}//*[@role="dialog"]//*[@role="tab"][normalize-space()="联系记录"]`);
  await reads(page, "呼入 154****0001");
  await shot("timeline");
  const { list } = await admin.post<{ list: { id: string; callId: string }[] }>(
    customerFormDataApi.queryByNoAuth.path,
    {
      phone: known,
    },
  );
  const { list: contacts } = await admin.post<{ list: { contactId: string }[] }>(customerFormDataApi.timeline.path, {
    ...{ id: list[0]!.id, pageNo: 1, pageSize: 20 },
  });
  expect(contacts.map(({ contactId }) => contactId)).toEqual([call!.callId]);
  await page.keyboard.press("Escape");
});

test("a stranger's number: a new form, which the server fills with the number; saved it is a customer", async () => {
  const ready = await page.$('[data-agent-code="4"]');
  if (ready) await next();
  else await becomeReady(page);
  await callsAs(stranger);
  await tabIs(page, "来电弹屏");
  await reads(page, "客户号码 020****6666");
  await reads(page, "在保存时自动填入");
  await talk();
  await typeInto("客户姓名", "孙女士");
  await shot("stranger");
  await pushIn(page, "保存", form);
  await reads(page, "客户资料");
  await holds("客户姓名", "孙女士");
  await ends();
  await next();
});

test("several with the number: one is chosen, and stays chosen after a reload", async () => {
  await openScreen(page, "客户与工单", "客户信息");
  for (const name of ["钱先生", "钱太太"]) {
    await pushIn(page, "新增");
    await typeInto("客户姓名", name, sheetNamed("新增客户"));
    await typeInto("电话号码", shared, sheetNamed("新增客户"));
    if (name === "钱先生") {
      await submit(page, "新增客户");
      continue;
    }
    // His wife, with his number: who saves is told, and knows better.
    await pushIn(page, "保存", sheetNamed("新增客户"));
    await reads(page, "可能与下列 1 条客户重复", sheetNamed("新增客户"));
    await submit(page, "新增客户", "仍然保存");
  }
  await callsAs(shared);
  await tabIs(page, "来电弹屏");
  await reads(page, "有 2 位客户使用该号码，请选择");
  await shot("several");
  await clickOn(page, `${pane}//button[contains(normalize-space(), "钱太太")]`);
  await holds("客户姓名", "钱太太");
  await talk();
  await page.reload();
  await phaseIs(page, "talking");
  await holds("客户姓名", "钱太太");
  await ends();
});

const formsIn = async (...pages: Page[]) =>
  (await Promise.all(pages.map((one) => one.$$(selector('//*[@role="tab"][normalize-space()="来电弹屏"]'))))).map(
    (tabs) => tabs.length,
  );

/** Of each call that was timed. */
const waits: Awaited<ReturnType<typeof formComes>>[] = [];
async function timedCall(): Promise<void> {
  const form = formComes("赵思远");
  await callsAs(known);
  waits.push(await form);
}

test("E12 of two browser tabs one brings the form up", async () => {
  await next();
  const second = await openSecond(page, server.url);
  await agentIs(second, 1);
  await page.bringToFront();
  await settled(page);
  const before = await formsIn(page, second);
  await timedCall();
  await tabIs(page, "来电弹屏");
  await talk();
  // The other has heard of the call as well, and had time enough.
  await phaseIs(second, "talking");
  await settled(second);
  expect(await formsIn(page, second)).toEqual([before[0]! + 1, before[1]]);
  await second.close();
  await page.bringToFront();
  await ends();
});

test("E12 isShowForm 0: no form comes up; 1: it does again", async () => {
  const operator = await apiSignIn(server.url, "admin", 0, "000000");
  await next();
  for (const [path, more] of [
    [companyApi.disShowForm.path, 0],
    [companyApi.showForm.path, 1],
  ] as const) {
    // The page that is open learns of it: nobody has to sign in anew.
    const learnt = page.waitForResponse((response) => new URL(response.url()).pathname === authApi.getUser.path);
    await operator.post(path, { compIds: ["100001"] });
    await learnt;
    await settled(page);
    const [before] = await formsIn(page);
    await (more === 1 ? timedCall() : callsAs(known));
    await talk();
    await ends();
    expect(await formsIn(page)).toEqual([before! + more]);
    if (more === 0) await next();
  }
});

test("isTabs 0: the window that Chromium blocks at the ring becomes a tab", async () => {
  const admin = await apiSignIn(server.url, "admin", 1);
  const { list } = await admin.post<{ list: { agentId: string; isTabs: number }[] }>(agentApi.list.path, {
    ...{ pageNo: 1, pageSize: 20 },
  });
  const seat = list.find(({ agentId }) => agentId === "1001")!;
  const fields = Object.fromEntries(Object.entries(seat).filter(([name]) => name in agentApi.update.body!.fields));
  await admin.post(agentApi.update.path, { ...fields, isTabs: 0 });
  await next();
  await page.reload();
  await agentIs(page, 1);
  // At the ring nobody pressed anything: Chromium blocks the window.
  await callsAs(known);
  await tabIs(page, "来电弹屏");
  await shot("blocked");
  await talk();
  await ends();
});

test("E12 the form is there within a second of the ring, at each call", () => {
  expect(waits).toHaveLength(2);
  // Where the machine is quiet that is the time itself; what other work adds is no part of it.
  expect(waits.filter(({ ownMs }) => ownMs >= 1_000)).toEqual([]);
  // Where it is not, one of them at least was as fast in spite of it.
  expect(Math.min(...waits.map(({ ms }) => ms))).toBeLessThan(1_000);
});

test("nobody complained on a console", () => {
  // The server was killed on purpose: its sockets broke.
  expect(agent.complaints.filter((text) => !/ERR_CONNECTION|WebSocket|Failed to fetch/.test(text))).toEqual([]);
});
