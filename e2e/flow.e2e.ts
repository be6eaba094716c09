/**
 * A number led through a flow (issue 10, section 4): 4001 is from the first start; a caller hears it, presses, and reaches the agent. An
 * administrator leads another number there, changes what the flow says and publishes, and the next callers of both hear the change.
 */
import type { Page } from "puppeteer";
import { apiSignIn, endedCalls } from "./harness/api.ts";
import { person, type Person } from "./harness/browser.ts";
import {
  becomeReady,
  customerCalls,
  customerIs,
  customerReads,
  directNumber,
  flowNumber,
  phaseIs,
  press,
  showTab,
  signIn,
} from "./harness/agent-page.ts";
import {
  chooseIn,
  clickOn,
  noticed,
  openScreen,
  pane,
  pushIn,
  reads,
  row,
  selector,
  submit,
  until,
} from "./harness/console.ts";
import { isOther, isTone, untilHeard } from "./harness/listen.ts";
import type { RunningServer } from "./harness/server.ts";
import { both, closeStage, openStage } from "./harness/stage.ts";

let server: RunningServer;
let agent: Person;
let customer: Person;
let administrator: Person;
let page: Page;

beforeAll(async () => {
  ({ server, agent, customer } = await openStage());
  administrator = await person(700);
  page = administrator.page;
});
afterAll(async () => {
  await administrator?.close();
  await closeStage();
});

const key = async (digit: string): Promise<void> => {
  await press(customer.page, `按键 ${digit}`);
};

test("a caller hears the flow of the first start, presses 1, and talks with the agent", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await becomeReady(agent.page);
  await customerCalls(customer.page, server.url, flowNumber);
  await customerReads(customer.page, "请按语音提示操作", 30_000);
  await key("1");
  await untilHeard(customer.page, both, isOther, 15_000);
  await phaseIs(agent.page, "ringing", 30_000);
  await press(agent.page, "接听");
  await customerIs(customer.page, "talking");
  await untilHeard(agent.page, both, isTone(1));
  await press(agent.page, "挂断");
  const monitor = await apiSignIn(server.url, "1005", 3);
  expect(await endedCalls(monitor, 1)).toMatchObject([{ cause: "completed", agentId: "1001" }]);
});

test("an administrator leads another number into the flow", async () => {
  await signIn(page, server.url, { account: "admin", role: "企业管理员" });
  await openScreen(page, "机器人与流程", "流程配置");
  await reads(page, "演示导航");
  await openScreen(page, "呼叫中心", "接入号码");
  await clickOn(page, `${row(directNumber)}//button[normalize-space()="设置"]`);
  const last = `${pane}//*[@role="group"][@aria-label="其他时间"]`;
  await chooseIn(page, "转至", "流程", last);
  await chooseIn(page, "流程", "演示导航", last);
  await pushIn(page, "保存");
  await noticed(page, "接入号设置已保存");
});

test("the administrator changes what the flow says and publishes it; the next callers hear the change", async () => {
  await showTab(page, "流程配置");
  await clickOn(page, `${row("演示导航")}//button[normalize-space()="编辑"]`);
  await clickOn(page, `${pane}//*[@data-flow-canvas]//*[normalize-space()="选择语言"]`);
  const wording = await page.waitForSelector(
    selector(`${pane}//textarea[@aria-label="话术1的文字" or @id=//label[normalize-space()="话术1的文字"]/@for]`),
    {
      timeout: 15_000,
    },
  );
  await wording!.click();
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  const words = "您好，新的欢迎语，中文请按1，英文请按2。";
  await page.keyboard.type(words);
  await until("the words stand there", () =>
    wording!.evaluate((field, typed) => (field as HTMLTextAreaElement).value === typed, words),
  );
  await reads(page, "已保存", pane, 20_000);
  await clickOn(page, `${pane}//button[normalize-space()="发布"]`);
  await submit(page, "发布流程", "发布");
  await noticed(page, "流程已发布");
  await reads(page, "已发布第2版");
  for (const number of [flowNumber, directNumber]) {
    await customerCalls(customer.page, server.url, number);
    await customerReads(customer.page, "请按语音提示操作", 30_000);
    await untilHeard(customer.page, both, isOther, 15_000);
    await press(customer.page, "挂断");
    await customerIs(customer.page, "ended");
  }
  // Calls without an agent are an administrator's to see; this sign-in ends that of his page.
  const admin = await apiSignIn(server.url, "admin", 1);
  for (const { callId, cause } of (await endedCalls(admin, 3)).slice(0, 2)) {
    expect(cause).toBe("abandonedInFlow");
    const track = await admin.post<{ info: string }[]>("/cdr/api/v1/callinTrack/getListByCallId", { callId });
    expect(track.map(({ info }) => info).join("\n")).toContain("新的欢迎语");
  }
});
