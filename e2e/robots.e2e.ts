/**
 * 机器人监控: a customer calls a number that a robot answers; the administrator reads what the two say as it is said, takes the caller over in
 * the middle, and they talk.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operatorCode, type ReplyOf } from "@liantai/api/contract";
import { flowApi, flowVersionApi, robotAgentApi, robotApi } from "@liantai/api/contract/flow-editor";
import { body, node } from "@liantai/api/testing/flows";
import { leadNumber } from "@liantai/server/testing/leading";
import { apiSignIn, endedCalls } from "./harness/api.ts";
import { customerCalls, customerIs, directNumber, press, signIn } from "./harness/agent-page.ts";
import type { Page, Person } from "./harness/browser.ts";
import { openScreen, pane, pushIn, reads } from "./harness/console.ts";
import { isOther, untilHeard } from "./harness/listen.ts";
import { AGENT, CUSTOMER, hears, openSupervised, SUPERVISOR, type Supervised } from "./harness/supervised.ts";

let stage: Supervised;
let customer: Person;
let administrator: Person;
let page: Page;

const shots = fileURLToPath(new URL("shots", import.meta.url));
const shot = (name: string) => page.screenshot({ path: join(shots, `robots-${name}.png`) });

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
  ({ customer, supervisor: administrator } = stage);
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
  const complaints = [customer, administrator].flatMap((each) => each.complaints);
  // This sign-in ends that of the page.
  const admin = await apiSignIn(stage.server.url, "admin", 1);
  expect(await endedCalls(admin, 1)).toMatchObject([{ cause: "completed", callee: directNumber }]);
  expect(complaints).toEqual([]);
});
