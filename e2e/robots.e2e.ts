/**
 * 机器人监控: a customer calls a number that a robot answers; the administrator reads what the two say as it is said, takes the
 * caller over in the middle, and they talk. The next one a monitor takes over at his seat, with what was said beside the call. The records
 * say who had them.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operatorCode, type ReplyOf } from "@liantai/api/contract";
import { flowApi, flowVersionApi, robotAgentApi, robotApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { leadNumber } from "@liantai/server/testing/leading";
import { apiSignIn, endedCalls } from "./harness/api.ts";
import { agentIs, customerCalls, customerIs, directNumber, openMenu, press, signIn } from "./harness/agent-page.ts";
import type { Page, Person } from "./harness/browser.ts";
import { clickOn, openScreen, pane, pushIn, reads } from "./harness/console.ts";
import { isOther, untilHeard } from "./harness/listen.ts";
import { looks } from "./harness/looks.ts";
import { AGENT, CUSTOMER, hears, openSupervised, SUPERVISOR, type Supervised } from "./harness/supervised.ts";

let stage: Supervised;
let customer: Person;
let administrator: Person;
let monitor: Person;
let page: Page;

const shots = fileURLToPath(new URL("shots", import.meta.url));
async function shot(name: string, of: Page = page): Promise<void> {
  await of.screenshot({ path: join(shots, `robots-${name}.png`) });
  expect([name, await looks(of)]).toEqual([name, []]);
}

const greeting = "您好，我是智能客服小联，查账单请按1，办业务请按2。";
const asks = "请输入您的四位客户编号。";
const found = "已找到您的账单，请稍候。";
const robotFlow = body(
  [
    node("start", "start", { to: { next: "greet" } }),
    node("greet", "keyNav", {
      says: [greeting],
      config: { keys: ["1", "2"], firstSeconds: 60 },
      to: { "key-1": "number", "key-2": "number" },
    }),
    node("number", "keyCollect", {
      says: [asks],
      config: { vName: "customerNo", min: 4, max: 4, firstSeconds: 60, betweenSeconds: 20 },
      to: { collected: "bill" },
    }),
    node("bill", "keyNav", { says: [found], config: { keys: ["0"], firstSeconds: 60 }, to: { "key-0": "end" } }),
    node("end", "hangup"),
  ].map((each) => ({
    ...each,
    nodeName: { greet: "问候", number: "客户编号", bill: "查账单" }[each.nodeId] ?? "结束",
  })),
  { collectVariable: [{ vName: "customerNo", vAlias: "客户编号", type: "text", value: "" }] },
);

/** A line that the operator gives, a robot and its flow, and the number that leads there: each by its call. */
async function robotAnswers(url: string): Promise<void> {
  const operator = await apiSignIn(url, "admin", 0, operatorCode);
  await operator.post(robotApi.add.path, {
    compId: "100001",
    name: "演示线路",
    concurrency: 2,
    expiresOn: "",
    enabled: 1,
  });
  const admin = await apiSignIn(url, "admin", 1);
  const { id, revision } = await admin.post<ReplyOf<typeof flowApi.create>>(flowApi.create.path, {
    ...{ name: "账单机器人", flowType: 2, flow: JSON.stringify(robotFlow) },
  });
  await admin.post(flowVersionApi.publish.path, { id, revision });
  await admin.post(robotAgentApi.add.path, { name: "小联", kind: 1, flowId: id, enabled: 1 });
  await leadNumber(admin, directNumber, id);
}

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  stage = await openSupervised();
  ({ customer, supervisor: administrator, agent: monitor } = stage);
  page = administrator.page;
  await robotAnswers(stage.server.url);
});
afterAll(() => stage?.close());

const talk = `${pane}//section[contains(@aria-label, "的对话")]`;
const calls = `${pane}//table//tbody/tr`;
const said = () => page.$$eval(`::-p-xpath(${talk}//li)`, (lines) => lines.map((line) => line.textContent ?? ""));

test("the administrator sees the call as the robot answers it, and reads what the two say", async () => {
  await signIn(page, stage.server.url, { account: "admin", role: "企业管理员" });
  await openScreen(page, "机器人与流程", "机器人监控");
  await reads(page, "此刻没有机器人通话");
  await reads(page, "线路 0/2");
  await customerCalls(customer.page, stage.server.url, directNumber);
  await reads(page, "小联", calls);
  await reads(page, "线路 1/2");
  await pushIn(page, "对话", calls);
  await reads(page, greeting, talk);
  await untilHeard(customer.page, [AGENT, CUSTOMER, SUPERVISOR], isOther, 15_000);
  await press(customer.page, "按键 1");
  await reads(page, "按键1", talk);
  await reads(page, asks, talk);
  for (const key of "8816") await press(customer.page, `按键 ${key}`);
  await reads(page, found, talk);
  await reads(page, "8816", `${talk}//dl[@aria-label="已收集"]`);
  expect((await said()).map((line) => line.replace(/\d\d:\d\d:\d\d/, "").trim())).toEqual([
    expect.stringMatching(/^机器人.*请按2。$/s),
    expect.stringMatching(/^客户.*按键1$/s),
    expect.stringMatching(/^机器人.*客户编号。$/s),
    expect.stringMatching(/^客户.*按键8816$/s),
    expect.stringMatching(/^机器人.*请稍候。$/s),
  ]);
  await shot("talk");
});

test("接管: the caller is the administrator's, they hear each other, and the robot has him no more", async () => {
  await pushIn(page, "接管", talk);
  await Promise.all([hears(administrator, CUSTOMER), hears(customer, SUPERVISOR)]);
  await reads(page, "此刻没有机器人通话");
  await reads(page, "线路 0/2");
  await reads(page, "通话已离开机器人", talk);
  await shot("taken");
  await press(customer.page, "挂断");
  await customerIs(customer.page, "ended");
});

const assist = '//*[@data-call-card]//*[@aria-label="坐席辅助"]';

test("a monitor takes the next caller over at his seat: what was said is beside the call, and the other screen says so", async () => {
  await signIn(monitor.page, stage.server.url, { account: "1005", role: "班长" });
  await openScreen(monitor.page, "机器人与流程", "机器人监控");
  await reads(monitor.page, "此刻没有机器人通话");
  await customerCalls(customer.page, stage.server.url, directNumber);
  for (const screen of [page, monitor.page]) {
    await pushIn(screen, "对话", calls);
    await reads(screen, greeting, talk);
  }
  await press(customer.page, "按键 2");
  await reads(monitor.page, asks, talk);
  await pushIn(monitor.page, "接管", calls);
  await Promise.all([hears(monitor, CUSTOMER), hears(customer, AGENT)]);
  await reads(monitor.page, greeting, assist);
  await reads(monitor.page, "按键2", assist);
  await reads(page, "坐席1005已接管", talk);
  // The popup of the call comes in its own time.
  await reads(monitor.page, "新客户");
  await shot("beside", monitor.page);
  await shot("told");
  await press(monitor.page, "挂断");
  await customerIs(customer.page, "ended");
  await agentIs(monitor.page, 2);
});

test("接待记录 says who took them over; the call's own record has what the robot and the customer said", async () => {
  await openScreen(page, "机器人与流程", "机器人列表");
  await pushIn(page, "接待记录");
  const taken = `${pane}//tbody/tr[td[normalize-space()="小联"]][td[normalize-space()="人工接管"]]`;
  await reads(page, "周敏 1005", `${taken}[1]`);
  await reads(page, "人工接管", `${taken}[2]`);
  await shot("records");
  await openMenu(monitor.page, "通话记录");
  await clickOn(monitor.page, `(${pane}//tbody/tr//button[normalize-space()="详情"])[1]`);
  await reads(monitor.page, "按键2", `${pane}//*[@aria-label="对话"]`);
  await shot("record", monitor.page);
  expect([customer, administrator, monitor].flatMap((each) => each.complaints)).toEqual([]);
  // This sign-in ends that of the page.
  const admin = await apiSignIn(stage.server.url, "admin", 1);
  expect(await endedCalls(admin, 2)).toMatchObject([
    { cause: "completed", callee: directNumber, agentId: "1005" },
    { cause: "completed", callee: directNumber, agentId: null },
  ]);
});
