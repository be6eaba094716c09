/** Every screen that exists opens for each role that may see it: no complaint on the console, no serious finding of axe. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { findings } from "./harness/axe.ts";
import { person, type Person } from "./harness/browser.ts";
import { openMenu, press, signIn, signInOperator, text } from "./harness/agent-page.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const shots = fileURLToPath(new URL("shots", import.meta.url));

let server: RunningServer;
let user: Person;

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = await startServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  user = await person(440);
});
afterEach(() => user?.close());

async function look(name: string): Promise<void> {
  await user.page.screenshot({ path: join(shots, `${name}.png`) });
  expect(await findings(user.page)).toEqual([]);
  expect(user.complaints).toEqual([]);
}

test("the sign-in pages", async () => {
  await user.page.goto(`${server.url}/login`);
  await text(user.page, "验证码");
  await look("login");
  await user.page.goto(`${server.url}/admin/login`);
  await text(user.page, "运营登录");
  await look("admin-login");
  await user.page.goto(`${server.url}/no/such/page`);
  await user.page.waitForFunction(() => location.pathname === "/login");
});

test("the customer's page, and its refusal of a number that does not exist", async () => {
  await user.page.goto(`${server.url}/customer/call/4001`);
  await text(user.page, "呼叫");
  await look("customer");
  await user.page.goto(`${server.url}/customer/call/4999`);
  await press(user.page, "呼叫");
  await text(user.page, "您拨打的号码不存在");
});

test.each([
  ["坐席", "1004", "坐席首页", "我的今天"],
  ["班长", "1005", "坐席首页", "班组坐席状态"],
  ["企业管理员", "admin", "企业首页", "企业今天"],
] as const)("the workspace of %s begins with the home of the role", async (role, account, home, section) => {
  await signIn(user.page, server.url, { role, account });
  await user.page.waitForSelector(`::-p-aria([name="${home}"][role="tab"])`);
  await text(user.page, section);
  await user.page.waitForSelector('[role="tabpanel"] canvas', { timeout: 20_000 });
  await look(`home-${account}`);
  // A long menu shows its groups closed.
  if (account === "admin") await openMenu(user.page, "呼叫中心");
  await openMenu(user.page, "通话记录");
  await text(user.page, "条/页");
  await look(`callrecord-${account}`);
  await user.page.evaluate(() => history.back());
  await text(user.page, "条/页");
  expect(new URL(user.page.url()).pathname).toBe("/callrecord");
});

test("the operator's workspace", async () => {
  await signInOperator(user.page, server.url);
  await text(user.page, "平台概况");
  await look("home-operator");
});

test("dark mode", async () => {
  await user.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await signIn(user.page, server.url, { account: "1004" });
  await openMenu(user.page, "通话记录");
  await text(user.page, "条/页");
  await look("callrecord-dark");
});

test("every app's bundle loads and mounts by itself", async () => {
  await signIn(user.page, server.url, { role: "企业管理员", account: "admin" });
  const mounted = await user.page.evaluate(async () => {
    const out: string[] = [];
    for (const name of ["admin", "workorder", "flow-editor", "knowledge", "im"]) {
      const app = await System.import(`@liantai/${name}`);
      const domElement = document.createElement("div");
      document.body.append(domElement);
      const props = {
        name: `${name}-alone`,
        domElement,
        singleSpa: {},
        mountParcel: () => undefined,
        onCrash: (error: Error) => out.push(`${name}: ${error.message}`),
      };
      await app.bootstrap(props);
      await app.mount(props);
      if (domElement.childElementCount > 0) out.push(name);
      await app.unmount(props);
      domElement.remove();
    }
    return out;
  });
  expect(mounted).toEqual(["admin", "workorder", "flow-editor", "knowledge", "im"]);
  expect(user.complaints).toEqual([]);
});
