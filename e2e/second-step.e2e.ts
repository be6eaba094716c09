/** The second step of sign-in in a real browser: a duty, enrolment, a code, a recovery code (docs/protocol.md S10 to S12). */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateSync } from "otplib";
import { chooseInUserMenu, password, press, sendSignIn, signIn, text } from "./harness/agent-page.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));
const shot = (page: Page, name: string) => page.screenshot({ path: join(shots, `${name}.png`) });
const boss = { account: "admin", role: "企业管理员" } as const;

let server: RunningServer;
let user: Person;
beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = await startServer({ TOTP_REQUIRED: "administrators" });
  user = await person(440);
});
afterAll(async () => {
  await user?.close();
  await server?.stop();
});

const fill = (page: Page, label: string, value: string) =>
  page.locator(`::-p-aria([name="${label}"][role="textbox"])`).setTimeout(15_000).fill(value);
const read = (page: Page, css: string) => page.$eval(css, (element) => element.textContent ?? "");
/** A code of a step that was not used yet: of the present one, or of the next, which is let in too. */
const codes = (secret: string) => {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Math.floor(Date.now() / 30_000));
    return generateSync({ secret, epoch: last * 30 });
  };
};
const answer = async (page: Page, code: string) => {
  await text(page, "请输入验证器应用显示的6位验证码");
  await page.locator("dialog input").fill(code);
  await press(page, "验证");
};

test("S12 who must have a second step is led to it; S10 then a code signs in; S11 or a recovery code, once", async () => {
  const { page } = user;
  await sendSignIn(page, server.url, boss);
  await text(page, "按系统要求，您的账号须先开启两步验证。", 20_000);
  expect(new URL(page.url()).pathname).toBe("/totp");
  // There is no way round it.
  await page.goto(`${server.url}/seats`);
  await text(page, "按系统要求，您的账号须先开启两步验证。", 20_000);
  await page.locator('input[type="password"]').fill(password);
  await press(page, "开启两步验证");
  await text(page, "用验证器应用扫描二维码");
  await shot(page, "two-steps-scan");
  const next = codes((await read(page, '[aria-label="密钥"]')).replaceAll(" ", ""));
  await fill(page, "验证码", "000000");
  await press(page, "确认开启");
  await text(page, "验证码不正确，请检查手机时间是否准确");
  await fill(page, "验证码", next());
  await press(page, "确认开启");
  await text(page, "请保存下面的恢复码");
  await shot(page, "two-steps-codes");
  const recovery = await page.$$eval('ul[aria-label="恢复码"] li', (items) =>
    items.map((item) => item.textContent ?? ""),
  );
  expect(recovery).toHaveLength(10);
  await press(page, "我已保存，进入工作台");
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });

  // The picture of the page that signing out leads to comes first: sendSignIn opens it anew and takes the next one.
  const picture = page.waitForResponse((reply) => new URL(reply.url()).pathname === "/auth/code" && reply.ok());
  await chooseInUserMenu(page, "退出登录");
  await picture;
  await sendSignIn(page, server.url, boss);
  await answer(page, next());
  await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
  await chooseInUserMenu(page, "安全设置");
  await text(page, "已开启，还有10个恢复码");
  await shot(page, "two-steps-settings");

  for (const [code, opens] of [
    [recovery[0]!, true],
    [recovery[0]!, false],
  ] as const) {
    await page.deleteCookie(...(await page.cookies()));
    await page.evaluate(() => sessionStorage.clear());
    await sendSignIn(page, server.url, boss);
    await text(page, "两步验证");
    await shot(page, "two-steps-code");
    await answer(page, code);
    if (opens) await page.waitForSelector('[role="tablist"]', { timeout: 20_000 });
    else await text(page, "验证码不正确或已使用");
  }
}, 180_000);

test("S12 seats are not asked for it", async () => {
  const seat = await person(440);
  try {
    await signIn(seat.page, server.url, { account: "1001" });
  } finally {
    await seat.close();
  }
}, 60_000);
