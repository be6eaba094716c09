/** Reminders reach a person once: in two pages of one agent, on a tab that is open already, and on the return of who was away. */
import { formatTime } from "@liantai/api/contract";
import { apiSignIn, recordedCall, type ApiSession } from "./harness/api.ts";
import {
  agentIs,
  by,
  chooseInUserMenu,
  customerIs,
  callAs,
  openSecond,
  phaseIs,
  press,
  signIn,
  text,
} from "./harness/agent-page.ts";
import type { Page, Person } from "./harness/browser.ts";
import { clickOn, openScreen, reads, sheet, until } from "./harness/console.ts";
import type { RunningServer } from "./harness/server.ts";
import { closeStage, openStage } from "./harness/stage.ts";

const phone = "13800001111";
const mask = "138****1111";
const notice = '[data-notice^="reminder:"]';

let server: RunningServer;
let agent: Person;
let customer: Person;
let admin: ApiSession;
let first: Page;
let second: Page;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
  admin = await apiSignIn(server.url, "admin", 1);
  first = agent.page;
});
afterAll(closeStage);

const soon = (ms: number) => formatTime(Date.now() + ms);
const shownIn = async (...pages: Page[]) =>
  (await Promise.all(pages.map((page) => page.$$(notice)))).map((n) => n.length);
const reserve = (des: string, subTime: string) =>
  admin.post("/crm/api/v1/subscribes/add", {
    ...{ customerName: "王女士", phone, des, remarks: "", subTime, floatDuration: 120, agentId: "1001" },
  });
const plan = (des: string, planTime: string) =>
  admin.post("/crm/api/v1/plans/add", { des, planTime, repeat: "none", minutesBefore: 0, agentId: "1001" });

/** Presses the notification itself. */
const follow = (page: Page) => page.locator(`${notice} button`).setTimeout(20_000).click();
const gone = (page: Page) => until("the notification goes", async () => (await page.$(notice)) === null);
const openTabs = (page: Page, title: string) => page.$$(`::-p-xpath(//*[@role="tab"][normalize-space()="${title}"])`);

test("E21 a reservation that falls due is shown in one of two pages, and its press dials the number that nobody reads", async () => {
  await signIn(first, server.url, { account: "1001" });
  await agentIs(first, 2);
  await callAs(customer.page, server.url, phone);
  await customerIs(customer.page, "queued");
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
  await customer.page.waitForSelector('[data-registered="true"]');
  second = await openSecond(first, server.url);
  await agentIs(second, 2);

  const due = Date.now() + 6_000;
  await reserve("回访安装情况", formatTime(due));
  await until("it is shown", async () => (await shownIn(first, second)).includes(1));
  const shownAt = Date.now();
  // A whole second is what travels.
  expect(shownAt - Math.floor(due / 1_000) * 1_000).toBeLessThan(2_000);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const counts = await shownIn(first, second);
  expect(counts.toSorted()).toEqual([0, 1]);
  const page = counts[0] === 1 ? first : second;
  await page.bringToFront();
  await text(page, mask);
  expect(await page.content()).not.toContain(phone);
  await follow(page);
  await customerIs(customer.page, "incoming");
  await reads(page, "已处理");
  await press(customer.page, "接听");
  await phaseIs(page, "talking");
  await press(customer.page, "挂断");
  await phaseIs(page, "idle");
  expect(await recordedCall(admin, 2)).toMatchObject({
    direction: "outbound",
    callee: phone,
    agentId: "1001",
    callStyle: 1,
    callType: 3,
  });
  await second.close();
  await first.bringToFront();
});

test("E22 plans open their tab; the second covers the parameters of the open one", async () => {
  await openScreen(first, "客户与工单", "计划提醒");
  const from = () =>
    first.$$eval('input[aria-label="下次时间从"]', (inputs) =>
      inputs.map((input) => (input as HTMLInputElement).value),
    );
  expect(await from()).toEqual([""]);
  for (const des of ["整理名单", "晨会"]) {
    const at = soon(3_000);
    await plan(des, at);
    await reads(first, des, `//*[@aria-label="通知"]`);
    await follow(first);
    await gone(first);
    await until("the day of the reminder", async () => (await from())[0] === `${at.slice(0, 10)} 00:00:00`);
    await reads(first, des);
    expect(await openTabs(first, "计划提醒")).toHaveLength(1);
    // Typed away, the next one asks again.
    await by(first, "button", "重置").click();
    await until("everything", async () => (await from())[0] === "");
  }
});

test("E22 an announcement opens for reading and leaves a receipt; taken back, it is gone", async () => {
  const { id } = await admin.post<{ id: string }>("/crm/api/v1/notice/add", {
    des: "系统升级",
    remarks: "今晚22点升级，请提前签出。",
    mustRead: 1,
    agentIds: ["1001", "1002"],
  });
  await admin.post("/crm/api/v1/notice/publish", { id });
  await reads(first, "系统升级", `//*[@aria-label="通知"]`);
  await follow(first);
  await reads(first, "今晚22点升级，请提前签出。");
  const receipts = () =>
    admin.post<{ list: { agentId: string; readAt: string | null }[] }>("/crm/api/v1/notice/receipts", {
      id,
      pageNo: 1,
      pageSize: 20,
    });
  await until("the receipt", async () => (await receipts()).list.some(({ readAt }) => readAt !== null));
  expect((await receipts()).list.map(({ agentId, readAt }) => [agentId, readAt !== null]).toSorted()).toEqual([
    ["1001", true],
    ["1002", false],
  ]);
  await admin.post("/crm/api/v1/notice/withdraw", { id });
  await until(
    "it is gone",
    async () => !(await first.$$eval("td", (cells) => cells.some((c) => c.textContent?.includes("系统升级")))),
  );
});

test("V4 V7 a follow-up that falls due opens with its questions, and what was answered ends it", async () => {
  type Rows = { readonly list: readonly { readonly id: string }[] };
  const asked = { pageNo: 1, pageSize: 20 };
  const forms = await admin.post<Rows>("/crm/api/v1/customerFormConf/list", { ...asked, formType: "customer" });
  const records = await admin.post<Rows>("/crm/api/v1/customerFormData/list", { ...asked, formId: forms.list[0]!.id });
  await admin.post("/pbx/api/v1/followUpConfig/addTaskConfig", {
    ...{ recordId: records.list[0]!.id, dueTime: soon(4_000), agentId: "1001", remark: "问安装情况" },
  });
  await reads(first, "回访提醒", `//*[@aria-label="通知"]`);
  await follow(first);
  await reads(first, "问安装情况", sheet);
  await clickOn(first, `${sheet}//label[normalize-space()="满意"]`);
  await clickOn(first, `${sheet}//label[normalize-space()="已解决"]`);
  await press(first, "完成回访");
  await reads(first, "满意度：满意；是否解决：已解决");
  await reads(first, "已回访");
});

test("E21 who was away finds it at the next sign-in, once", async () => {
  await chooseInUserMenu(first, "退出登录");
  await first.waitForSelector('input[name="account"]');
  await reserve("回电确认", soon(1_500));
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  await signIn(first, server.url, { account: "1001" });
  await reads(first, "回电确认", `//*[@aria-label="通知"]`);
  expect(await shownIn(first)).toEqual([1]);
  await first.reload();
  await first.waitForSelector('[role="tablist"]', { timeout: 20_000 });
  await agentIs(first, 2);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await shownIn(first)).toEqual([0]);
  await reads(first, "回电确认");
});
