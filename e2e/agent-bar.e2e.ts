/** An agent's day at the bar: by keyboard alone, under a dialog, beside an app that crashed; and what axe says of each state. */
import type { HTTPRequest } from "puppeteer";
import { findings } from "./harness/axe.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import {
  agentIs,
  chooseInUserMenu,
  customerCalls,
  customerIs,
  openMenu,
  phaseIs,
  press,
  showTab,
  text,
} from "./harness/agent-page.ts";
import { earsFor, isOther, isTone, untilHeard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const both = [500, 1100];

let server: RunningServer;
let agent: Person;
let customer: Person;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  [agent, customer] = await Promise.all([person(500), person(1100)]);
  page = agent.page;
  await Promise.all([earsFor(page), earsFor(customer.page)]);
});
afterAll(async () => {
  await Promise.all([agent?.close(), customer?.close()]);
  await server?.stop();
});

const bothHear = () => Promise.all([untilHeard(page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);

async function alt(code: "Digit1" | "Digit3" | "KeyA" | "KeyP" | "KeyM" | "KeyK" | "KeyH"): Promise<void> {
  await page.keyboard.down("Alt");
  await page.keyboard.press(code);
  await page.keyboard.up("Alt");
}

/** The whole page in both colours, as it stands. */
async function looksRight(): Promise<void> {
  for (const value of ["dark", "light"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
    await page.waitForSelector(`html.${value}`);
    expect([value, ...(await findings(page))]).toEqual([value]);
  }
}

/** To the talking, by keyboard. */
async function talk(): Promise<void> {
  await customerCalls(customer.page, server.url);
  await phaseIs(page, "ringing");
  await alt("KeyA");
  await Promise.all([phaseIs(page, "talking"), customerIs(customer.page, "talking")]);
  await bothHear();
}

async function finish(): Promise<void> {
  await Promise.all([agentIs(page, 4), customerIs(customer.page, "ended")]);
  await alt("Digit3");
  await agentIs(page, 1);
}

test("signing in with Tab and Enter, and ready with Alt+1", async () => {
  const captcha = page.waitForResponse((reply) => new URL(reply.url()).pathname === "/auth/code" && reply.ok());
  await page.goto(`${server.url}/login`);
  const shown = (await captcha).headers()["x-captcha"] ?? "";
  await page.waitForSelector('input[name="code"]:focus');
  // The role's radio buttons are one stop: 坐席 is chosen.
  for (const [name, typed] of [
    ["code", "100001"],
    ["roleType", ""],
    ["account", "1001"],
    ["password", "Liantai#2026"],
    ["captcha", shown],
  ] as const) {
    await page.waitForSelector(`input[name="${name}"]:focus`);
    await page.keyboard.type(typed);
    if (name !== "captcha") await page.keyboard.press("Tab");
    // The button that shows the password is a stop of its own.
    if (name === "password") {
      await page.waitForSelector('button[aria-label="显示密码"]:focus');
      await page.keyboard.press("Tab");
    }
  }
  await page.keyboard.press("Enter");
  await agentIs(page, 2);
  await alt("Digit1");
  await agentIs(page, 1);
  await looksRight();
});

test("a whole call by keyboard", async () => {
  await customerCalls(customer.page, server.url);
  await phaseIs(page, "ringing");
  await page.waitForSelector('[data-popup="ringing"]');
  await looksRight();
  await alt("KeyA");
  await Promise.all([phaseIs(page, "talking"), customerIs(customer.page, "talking")]);
  await bothHear();
  await looksRight();

  await alt("KeyP");
  await page.waitForSelector('[data-held="true"]');
  await untilHeard(customer.page, both, isOther);
  await alt("KeyP");
  await page.waitForSelector('[data-held="false"]');
  await bothHear();

  await alt("KeyM");
  await untilHeard(customer.page, both, (heard) => heard.rms < 0.003);
  await alt("KeyM");
  await untilHeard(customer.page, both, isTone(0));

  await alt("KeyK");
  await page.waitForSelector('[role="dialog"][aria-label="按键"] input:focus');
  await page.keyboard.press("Escape");
  await page.waitForSelector('[role="dialog"][aria-label="按键"]', { hidden: true });

  await alt("KeyH");
  await agentIs(page, 4);
  await looksRight();
  await finish();
});

test("a dialog takes nothing from the bar: answer, hold, resume and hang-up by mouse while it is open", async () => {
  await chooseInUserMenu(page, "修改密码");
  await page.waitForSelector('[role="dialog"] input[name="oldPassword"]:focus');
  await customerCalls(customer.page, server.url);
  await page.locator('::-p-xpath(//*[@data-popup="ringing"]//button[contains(., "接听")])').setTimeout(20_000).click();
  await Promise.all([phaseIs(page, "talking"), customerIs(customer.page, "talking")]);
  await bothHear();
  await press(page, "保持");
  await page.waitForSelector('[data-held="true"]');
  await press(page, "取回");
  await page.waitForSelector('[data-held="false"]');
  expect(await findings(page)).toEqual([]);
  await press(page, "挂断");
  await Promise.all([agentIs(page, 4), customerIs(customer.page, "ended")]);
  expect(await page.$('[role="dialog"] input[name="oldPassword"]')).not.toBeNull();
  await page.locator('[role="dialog"] button[aria-label="关闭"]').click();
  await finish();
});

test("nobody complained on a console so far", () => {
  expect([...agent.complaints, ...customer.complaints]).toEqual([]);
});

describe("an app that crashes beside a call", () => {
  /** Answers the admin app's bundle; undefined lets it through. */
  let answer: { readonly status: number; readonly body: string } | undefined;

  const intercept = (request: HTTPRequest): void => {
    const hit = answer && /^\/assets\/admin\//.test(new URL(request.url()).pathname);
    void (hit
      ? request.respond({ status: answer!.status, contentType: "text/javascript", body: answer!.body })
      : request.continue());
  };

  beforeAll(async () => {
    // The first tab is a screen of the administration: the app is asked for when the page comes.
    answer = { status: 500, body: "" };
    await page.setRequestInterception(true);
    page.on("request", intercept);
    // By way of an empty page: a page that is loaded again takes its scripts from the memory of its process.
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await agentIs(page, 1);
    await chooseHome();
  });
  afterAll(async () => {
    // A request that comes while it is switched off can be neither answered nor let through.
    page.off("request", intercept);
    await page.setRequestInterception(false);
  });

  /** Its pane does not come while its app does not: the card says what stands there. */
  const chooseHome = () =>
    page.locator('::-p-xpath(//*[@role="tab"][normalize-space()="坐席首页"])').setTimeout(15_000).click();
  const card = (label: string) =>
    page.waitForSelector(
      `::-p-xpath(//*[@role="alert"][contains(., "${label}")][contains(., "错误编号：")]//button[normalize-space()="重试"])`,
      { timeout: 15_000 },
    );
  const untouched = () => page.$('[data-mark="same"][data-call-phase="talking"]');

  test("one that cannot be loaded and one that throws: a card with the error's id, the call goes on", async () => {
    await card("没有加载成功");
    await talk();
    await chooseHome();
    await page.evaluate(() => document.querySelector("[data-call-phase]")!.setAttribute("data-mark", "same"));
    await card("没有加载成功");
    expect(await untouched()).not.toBeNull();
    expect(await findings(page)).toEqual([]);
    answer = {
      status: 200,
      body: `System.register([], (out) => ({ execute() { out({
        bootstrap: async () => {},
        mount: async () => { throw new Error("crashed on purpose"); },
        unmount: async () => {},
      }); } }));`,
    };
    await press(page, "重试");
    await card("出错了");
    expect(await untouched()).not.toBeNull();
    await bothHear();
    await alt("KeyH");
    await finish();
  });

  test("重试 brings it once it is whole", async () => {
    answer = undefined;
    await press(page, "重试");
    await text(page, "我的今天");
    expect(await page.$('[data-mark="same"]')).not.toBeNull();
  });

  test("a drawer over the list leaves the bar alone, too, also by keyboard", async () => {
    await openMenu(page, "通话记录");
    await text(page, "条/页");
    await talk();
    await showTab(page, "通话记录");
    await page.locator('::-p-xpath((//button[normalize-space()="播放"])[1])').setTimeout(15_000).click();
    await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'));
    await alt("KeyH");
    await agentIs(page, 4);
    expect(await page.$('[role="dialog"]')).not.toBeNull();
    await finish();
  });
});
