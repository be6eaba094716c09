/** One agent in several places: a second tab takes the call over, another browser takes the workspace over, an operator ends it. */
import { errors } from "@liantai/api/contract";
import { person, type Page, type Person } from "./harness/browser.ts";
import {
  agentIs,
  becomeReady,
  chooseInUserMenu,
  customerCalls,
  customerIs,
  phaseIs,
  press,
  signIn,
  signInOperator,
  text,
} from "./harness/agent-page.ts";
import { earsFor, isTone, untilHeard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const both = [500, 1100];

declare global {
  interface Window {
    ringsMade?: number;
  }
}

let server: RunningServer;
let agent: Person;
let customer: Person;
let first: Page;
let second: Page;
/** The sockets of the first page: path and state. */
const sockets = new Map<string, { readonly path: string; state: "open" | "closed" }>();

beforeAll(async () => {
  server = await startServer();
  [agent, customer] = await Promise.all([person(500), person(1100)]);
  first = agent.page;
  await Promise.all([earsFor(first), earsFor(customer.page), countRings(first)]);
  const cdp = await first.createCDPSession();
  await cdp.send("Network.enable");
  cdp.on("Network.webSocketCreated", ({ requestId, url }) =>
    sockets.set(requestId, { path: new URL(url).pathname, state: "open" }),
  );
  cdp.on("Network.webSocketClosed", ({ requestId }) => {
    const socket = sockets.get(requestId);
    if (socket) socket.state = "closed";
  });
});
afterAll(async () => {
  await Promise.all([agent?.close(), customer?.close()]);
  await server?.stop();
});

/** Counts the rings that a page makes. Call before the first navigation. */
const countRings = (page: Page) =>
  page.evaluateOnNewDocument(() => {
    window.ringsMade = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      window.ringsMade = (window.ringsMade ?? 0) + 1;
      start.call(this, when);
    };
  });
const rings = (page: Page) => page.evaluate(() => window.ringsMade ?? 0);

const heardIn = (page: Page) =>
  Promise.all([untilHeard(page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);

/** A tab opened from the first: it is signed in as that one is, as a link opened in a new tab would be. */
async function openSecond(): Promise<Page> {
  const opened = new Promise<Page>((resolve) => first.once("popup", (page) => resolve(page!)));
  await first.evaluate(() => void window.open("about:blank"));
  const page = await opened;
  page.on("dialog", (dialog) => void dialog.accept());
  await Promise.all([earsFor(page), countRings(page)]);
  await page.goto(server.url);
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
  return page;
}

test("a second tab shows the state of the bar and does not ring", async () => {
  await signIn(first, server.url, { account: "1001" });
  await becomeReady(first);
  second = await openSecond();
  await agentIs(second, 1);
  await agentIs(first, 1);
  await customerCalls(customer.page, server.url);
  await Promise.all([phaseIs(first, "ringing"), phaseIs(second, "ringing")]);
  await first.waitForFunction(() => (window.ringsMade ?? 0) > 0);
  await second.waitForSelector('::-p-xpath(//*[@data-popup="ringing"]//button[contains(., "接听")][@disabled])');
  expect(await rings(second)).toBe(0);
  await press(first, "接听");
  await Promise.all([phaseIs(first, "talking"), phaseIs(second, "talking")]);
  await heardIn(first);
});

test("接管通话 brings the call's audio to the second tab; closing that gives it back", async () => {
  await press(second, "接管通话");
  await heardIn(second);
  await untilHeard(first, both, (heard) => heard.rms < 0.003);
  await first.waitForSelector('::-p-xpath(//button[normalize-space()="接管通话"])');
  expect(await first.$('[data-call-phase="talking"]')).not.toBeNull();
  await second.close();
  await heardIn(first);
  await phaseIs(first, "talking");
});

test("signing in elsewhere in a call: the first page leaves with the sentence, the call goes on in the new one", async () => {
  const other = await person(500);
  try {
    await earsFor(other.page);
    await signIn(other.page, server.url, { account: "1001" });
    await first.waitForFunction(() => location.pathname === "/login", { timeout: 15_000 });
    await text(first, errors.elsewhere.text);
    await phaseIs(other.page, "talking");
    await heardIn(other.page);
    // The SIP socket was made twice: the second tab had the phone in between.
    expect([...sockets.values()].map(({ path, state }) => `${path} ${state}`).sort()).toEqual([
      ...["/api/chat/socket closed", "/cti/ws closed", "/ws/api/v1/socket closed"],
      ...["/xcc/ws closed", "/xcc/ws closed"],
    ]);
    expect(await first.evaluate(() => sessionStorage.getItem("liantai.tabs"))).toBeNull();
    await press(other.page, "挂断");
    await Promise.all([agentIs(other.page, 4), customerIs(customer.page, "ended")]);
    await press(other.page, "完成");
    await agentIs(other.page, 1);

    await chooseInUserMenu(other.page, "我的登录");
    await text(other.page, "当前登录");
    await text(other.page, "共 1 个会话");
    await other.page.keyboard.press("Escape");

    // An operator ends the session from the list on the operators' home.
    await signInOperator(first, server.url);
    await first.locator('::-p-xpath(//button[starts-with(@aria-label, "结束 李晓雯 在 ")])').setTimeout(15_000).click();
    await other.page.waitForFunction(() => location.pathname === "/login", { timeout: 15_000 });
    await text(other.page, errors.ended.text);
    await first.waitForFunction(() => !document.querySelector('[aria-label^="结束 李晓雯 在 "]'));
    expect(other.complaints).toEqual([]);
  } finally {
    await other.close();
  }
});

test("nobody complained on a console", () => {
  expect([...agent.complaints, ...customer.complaints]).toEqual([]);
});
