/** Two agents and a customer: a consultation, its end, a transfer, a conference, heard on every ear. */
import { person, type Page, type Person } from "./harness/browser.ts";
import {
  agentIs,
  becomeReady,
  buttonsAre,
  customerCalls,
  customerIs,
  phaseIs,
  press,
  signIn,
  text,
} from "./harness/agent-page.ts";
import { apiSignIn } from "./harness/api.ts";
import { findings } from "./harness/axe.ts";
import { earsFor, isOther, untilHeard, type Heard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const [ONE, TWO, CUSTOMER] = [500, 1500, 1100];
const all = [ONE, TWO, CUSTOMER];

let server: RunningServer;
let one: Person;
let two: Person;
let customer: Person;

beforeAll(async () => {
  server = await startServer();
  [one, two, customer] = await Promise.all([person(ONE), person(TWO), person(CUSTOMER)]);
  await Promise.all([one, two, customer].map(({ page }) => earsFor(page)));
});
afterAll(async () => {
  await Promise.all([one?.close(), two?.close(), customer?.close()]);
  await server?.stop();
});

/** Hears these tones and none of the others. */
const only =
  (...tones: number[]) =>
  ({ shares }: Heard): boolean =>
    all.every((hz, i) => (tones.includes(hz) ? shares[i]! > 0.15 : shares[i]! < 0.05));
const hears = (page: Page, ...tones: number[]) => untilHeard(page, all, only(...tones), 15_000);

/** Opens the panel of 咨询 or 转接 and chooses the line with these words. */
async function choose(page: Page, button: "咨询" | "转接", words: string): Promise<void> {
  await press(page, button);
  const line = `//*[@role="dialog"][@aria-label="${button}"]//*[@role="listitem"]//button[contains(., "${words}")]`;
  await page.locator(`::-p-xpath(${line})`).setTimeout(15_000).click();
}

async function answers({ page }: Person): Promise<void> {
  await phaseIs(page, "ringing");
  await press(page, "接听");
}

async function consulting(asking: Person, asked: Person, account: string): Promise<void> {
  await choose(asking.page, "咨询", account);
  await answers(asked);
  await Promise.all([agentIs(asking.page, 11), agentIs(asked.page, 11)]);
}

async function wrapUp(page: Page): Promise<void> {
  await agentIs(page, 4);
  await press(page, "完成");
  await agentIs(page, 1);
}

test("E10 a customer talks with the first agent, whose bar offers what the table says", async () => {
  await signIn(one.page, server.url, { account: "1001" });
  await signIn(two.page, server.url, { account: "1002" });
  await becomeReady(one.page);
  await buttonsAre(one.page, "呼叫");
  await customerCalls(customer.page, server.url);
  await phaseIs(one.page, "ringing");
  await buttonsAre(one.page, "接听", "挂断");
  await press(one.page, "接听");
  await Promise.all([phaseIs(one.page, "talking"), customerIs(customer.page, "talking")]);
  await buttonsAre(one.page, "挂断", "保持", "满意度", "咨询", "转接", "按键");
  await becomeReady(two.page);
  await Promise.all([hears(one.page, CUSTOMER), hears(customer.page, ONE)]);
});

test("the panels of a talk are opened, walked into and left by keyboard; axe finds nothing in them, light or dark", async () => {
  const { page } = one;
  const bar = '[aria-label="话务工具条"]';
  const inside = `${bar} [role="dialog"]`;
  const focusIs = (css: string) =>
    page.waitForFunction((wanted) => document.activeElement?.closest(wanted) != null, { timeout: 10_000 }, css);
  const faults: string[] = [];
  for (const label of ["咨询", "转接", "按键", "录音标记", "求助", "更多"]) {
    const button = `${bar} button[aria-label="${label}"]`;
    await page.focus(button);
    await page.keyboard.press("Enter");
    await page.waitForSelector(inside, { timeout: 15_000 });
    await focusIs(inside);
    for (const value of ["dark", "light"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
      faults.push(...(await findings(page, bar)).map((fault) => `${label}, ${value}: ${fault}`));
    }
    await page.keyboard.press("Escape");
    await page.waitForSelector(inside, { hidden: true, timeout: 10_000 });
    await focusIs(button);
  }
  expect(faults).toEqual([]);
});

test("the first asks the second: the customer hears music; the second hangs up and the customer is back", async () => {
  await consulting(one, two, "1002");
  await buttonsAre(one.page, "挂断", "转接", "会议", "按键");
  await Promise.all([hears(one.page, TWO), hears(two.page, ONE), untilHeard(customer.page, all, isOther)]);
  await press(two.page, "挂断");
  await text(one.page, "咨询人主动挂断");
  await Promise.all([phaseIs(one.page, "talking"), agentIs(two.page, 1)]);
  await Promise.all([hears(one.page, CUSTOMER), hears(customer.page, ONE)]);
});

test("three in a conference hear the two others; the first leaves and the others go on", async () => {
  await consulting(one, two, "1002");
  // The menu has a group of this name, too.
  await one.page
    .locator('::-p-xpath(//*[@aria-label="话务工具条"]//button[normalize-space()="会议"])')
    .setTimeout(15_000)
    .click();
  await Promise.all([agentIs(one.page, 9), agentIs(two.page, 9)]);
  await buttonsAre(one.page, "挂断", "按键");
  await Promise.all([hears(one.page, TWO, CUSTOMER), hears(two.page, ONE, CUSTOMER), hears(customer.page, ONE, TWO)]);
  await press(one.page, "挂断");
  await wrapUp(one.page);
  await Promise.all([hears(two.page, CUSTOMER), hears(customer.page, TWO)]);
});

test("the second hands the customer back after asking, and is free after the wrap-up", async () => {
  await consulting(two, one, "1001");
  await press(two.page, "转接");
  await text(two.page, "已成功转移通话");
  await Promise.all([hears(one.page, CUSTOMER), hears(customer.page, ONE)]);
  await wrapUp(two.page);
});

test("the first sends the customer to a voice: he hears it, types, is back by himself, and his keys stand in the call's data", async () => {
  const admin = await apiSignIn(server.url, "admin", 1);
  await admin.post("/pbx/api/v1/suspendTarget/add", {
    ...{ name: "身份验证", enabled: 1, text: "请输入身份证后四位，按井号键结束。", want: "digits" },
    ...{ leastDigits: 4, mostDigits: 4, secret: 0, seconds: 15, turns: 3, dataKey: "身份", recorded: 1 },
  });
  await press(one.page, "转接");
  await one.page.locator('::-p-xpath(//*[@role="radio"][normalize-space()="挂起转"])').setTimeout(15_000).click();
  await one.page
    .locator(
      '::-p-xpath(//*[@role="dialog"][@aria-label="转接"]//*[@role="listitem"]//button[contains(., "身份验证")])',
    )
    .setTimeout(15_000)
    .click();
  await agentIs(one.page, 13);
  await one.page.waitForSelector('[role="dialog"][aria-label="挂起转中"]', { timeout: 15_000 });
  await Promise.all([
    untilHeard(customer.page, all, isOther),
    untilHeard(one.page, all, ({ shares }) => shares.every((share) => share < 0.05)),
  ]);
  await press(customer.page, "按键");
  for (const key of "4321") await press(customer.page, `按键 ${key}`);
  await agentIs(one.page, 8);
  await text(one.page, "「身份验证」已完成：已输入4位");
  await Promise.all([hears(one.page, CUSTOMER), hears(customer.page, ONE)]);
  await text(one.page, "4321");
});

test("sent on to the group without asking, the call rings at the other agent; the customer hangs up and nothing rings on", async () => {
  await choose(one.page, "转接", "技能组");
  await answers(two);
  await Promise.all([hears(two.page, CUSTOMER), hears(customer.page, TWO)]);
  await wrapUp(one.page);
  await press(customer.page, "挂断");
  await Promise.all([customerIs(customer.page, "ended"), wrapUp(two.page)]);
  expect([...one.complaints, ...two.complaints, ...customer.complaints]).toEqual([]);
});
