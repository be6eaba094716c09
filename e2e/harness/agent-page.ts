/** What people do at the console, by the words they read. */
import type { HTTPResponse, Page } from "puppeteer";
import { tabIs } from "./console.ts";

export const password = "Liantai#2026";
/** Of the demonstration: the one that a new user is told, through the flow, and the one straight to the group. */
export const flowNumber = "4001";
export const directNumber = "4002";

/** The element with this accessible role and name. */
export const by = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(15_000);
export const press = (page: Page, name: string) => by(page, "button", name).click();
export const text = (page: Page, label: string, ms = 15_000) =>
  page.waitForSelector(`::-p-text(${label})`, { timeout: ms });

/** The buttons of realtime.md section 4, as the page names them: 转接 is transfer, and tranfer in a consultation. */
const barButtons = "呼叫 接听 挂断 强制复位 保持 取回 满意度 咨询 转接 会议 按键".split(" ");

/** Until exactly these of the bar can be pressed, and 强制复位, which always can. */
export async function buttonsAre(page: Page, ...enabled: readonly string[]): Promise<void> {
  const on = (names: readonly string[]) => {
    const bar = document.querySelector('[aria-label="话务工具条"]');
    const buttons = [...(bar?.querySelectorAll("button") ?? [])].filter(
      (button) => !button.disabled && button.getAttribute("aria-disabled") !== "true",
    );
    return names.filter((name) =>
      buttons.some((button) => (button.getAttribute("aria-label") ?? button.textContent.trim()) === name),
    );
  };
  const wanted = barButtons.filter((name) => name === "强制复位" || enabled.includes(name));
  for (const end = Date.now() + 10_000; ;) {
    const now = await page.evaluate(on, barButtons);
    if (JSON.stringify(now) === JSON.stringify(wanted)) return;
    if (Date.now() > end) throw new Error(`the bar offers ${now.join(" ")}, not ${wanted.join(" ")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Chooses a menu item of the main menu. */
export const openMenu = (page: Page, name: string) =>
  page.locator(`::-p-xpath(//nav//button[normalize-space()="${name}"])`).setTimeout(15_000).click();

/** Chooses an item of the menu behind the user's name. */
export async function chooseInUserMenu(page: Page, item: string): Promise<void> {
  await page.locator('::-p-xpath(//header//button[contains(., "用户菜单")])').setTimeout(15_000).click();
  await page.locator(`::-p-xpath(//*[@role="menuitem"][normalize-space()="${item}"])`).setTimeout(15_000).click();
}

/** Chooses an open tab: at a ring the caller's form comes before whatever the agent works with. */
export const showTab = async (page: Page, title: string): Promise<void> => {
  await page.locator(`::-p-xpath(//*[@role="tab"][normalize-space()="${title}"])`).setTimeout(15_000).click();
  await tabIs(page, title);
};

export interface Login {
  readonly account: string;
  readonly role?: "坐席" | "班长" | "企业管理员";
  readonly code?: string;
  readonly password?: string;
}

const isCode = (response: HTTPResponse) => new URL(response.url()).pathname === "/auth/code" && response.ok();

/** Types what a sign-in needs and sends it, whatever comes of it. */
export async function sendSignIn(
  page: Page,
  url: string,
  { account, role = "坐席", code = "100001", password: secret = password }: Login,
): Promise<void> {
  // A sign-in page that is open already may be waiting for its own picture, whose code would be taken for the new one's.
  await page.goto("about:blank");
  const captcha = page.waitForResponse(isCode, { timeout: 20_000 });
  await page.goto(`${url}/login`);
  const shown = (await captcha).headers()["x-captcha"] ?? "";
  await page.locator('input[name="code"]').fill(code);
  await page.locator(`::-p-xpath(//label[normalize-space()="${role}"])`).click();
  await page.locator('input[name="account"]').fill(account);
  await page.locator('input[name="password"]').fill(secret);
  await page.locator('input[name="captcha"]').fill(shown);
  // Not by its accessible name: from the first such question on, the browser keeps the accessibility tree of every later frame, which a
  // page that is timed would pay for.
  await page.locator('::-p-xpath(//button[normalize-space()="登录"])').setTimeout(15_000).click();
}

/** Signs in through the page; resolves when the workspace's tab bar is there. */
export async function signIn(page: Page, url: string, login: Login): Promise<void> {
  await sendSignIn(page, url, login);
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
}

/** The first sign-in with a password that somebody else made: it opens nothing but its own change, and then the workspace. */
export async function signInFirst(
  page: Page,
  url: string,
  login: Login & { readonly password: string },
  chosen: string,
): Promise<void> {
  await sendSignIn(page, url, login);
  await text(page, "您的密码已过期或是初始密码，修改后才能继续使用。", 20_000);
  if (new URL(page.url()).pathname !== "/pwdoverdue") throw new Error(`an initial password opened ${page.url()}`);
  await page.locator('input[name="oldPassword"]').fill(login.password);
  await page.locator('input[name="newPassword"]').fill(chosen);
  await page.locator('input[name="confirm"]').fill(chosen);
  await press(page, "修改密码");
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
}

/** A browser tab opened from another, signed in as that one is. */
export async function openSecond(first: Page, url: string): Promise<Page> {
  const opened = new Promise<Page>((resolve) => first.once("popup", (page) => resolve(page!)));
  await first.evaluate(() => void window.open("about:blank"));
  const page = await opened;
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto(url);
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
  return page;
}

export async function signInOperator(page: Page, url: string, secret = password): Promise<void> {
  const captcha = page.waitForResponse(isCode, { timeout: 20_000 });
  await page.goto(`${url}/admin/login`);
  const shown = (await captcha).headers()["x-captcha"] ?? "";
  await page.locator('input[name="account"]').fill("admin");
  await page.locator('input[name="password"]').fill(secret);
  await page.locator('input[name="captcha"]').fill(shown);
  await press(page, "登录");
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
}

/** Waits for a seat status code (states.ts) on the bar. */
export const agentIs = (page: Page, code: number, ms = 20_000) =>
  page.waitForSelector(`[data-agent-code="${code}"]`, { timeout: ms });
/** Waits for the bar's call phase. */
export const phaseIs = (page: Page, phase: string, ms = 20_000) =>
  page.waitForSelector(`[data-call-phase="${phase}"]`, { timeout: ms });

/** Ready, with the soft phone registered. */
export async function becomeReady(page: Page): Promise<void> {
  await agentIs(page, 2);
  await press(page, "就绪");
  await agentIs(page, 1);
}

/** Opens the customer's page and calls: a number that rings at once, by default. */
export async function customerCalls(page: Page, url: string, number: string = directNumber): Promise<void> {
  await page.goto(`${url}/customer/call/${number}`);
  await press(page, "呼叫");
}

/** The same, with the number that the customer gives as his own. */
export async function callAs(page: Page, url: string, phone: string): Promise<void> {
  await page.goto(`${url}/customer/call/${directNumber}`);
  await by(page, "textbox", "您的号码（选填）").fill(phone);
  await press(page, "呼叫");
}

export const customerIs = (page: Page, state: string, ms = 20_000) =>
  page.waitForSelector(`[data-state="${state}"]`, { timeout: ms });

/** Waits for the customer page's headline. Asked again and again: a text that changes in place is no mutation puppeteer waits for. */
export async function customerReads(page: Page, label: string, ms = 15_000): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    const headline = await page.$eval("h1", (heading) => heading.textContent ?? "");
    if (headline.includes(label)) return;
    if (Date.now() > end) throw new Error(`the customer reads '${headline}', not '${label}'`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
