/**
 * npm run swap in a live call: the call, the bar and its sockets go on; the open app offers 刷新 and is exchanged after the call. The same
 * from another machine: with a key, to one enterprise alone, and back with one press.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { href } from "@liantai/api/contract";
import { person, type Person } from "./harness/browser.ts";
import {
  agentIs,
  becomeReady,
  customerCalls,
  phaseIs,
  press,
  showTab,
  signIn,
  signInOperator,
  text,
} from "./harness/agent-page.ts";
import { earsFor, isTone, untilHeard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const both = [500, 1100];
const screen = "apps/workorder/src/page/screen.tsx";

let folder: string;
let dist: string;
let server: RunningServer;
let agent: Person;
let customer: Person;
let operator: Person;
let key: string;

const script = (...args: string[]) => run({}, ...args);
const run = (settings: Readonly<Record<string, string>>, ...args: string[]) =>
  execFileSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", LIANTAI_DIST: dist, ...settings },
    encoding: "utf8",
    stdio: "pipe",
  });

beforeAll(async () => {
  // A tree of its own, so that a changed source and its bundles touch neither this checkout nor its dist/.
  folder = mkdtempSync(join(tmpdir(), "liantai-swap-"));
  dist = join(folder, "dist");
  const skip = /^(node_modules|dist|\.git|data.*|e2e|bench|docs|server|\.cache\/(webpack|stamps|entries|out))$/;
  cpSync(root, folder, { recursive: true, filter: (from) => !skip.test(relative(root, from)) });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // With the bundles that stand: staleness goes by content, so what was built here is fresh there.
  cpSync(join(root, "dist"), dist, { recursive: true });
  script("scripts/build.mjs", "--quiet");
  server = await startServer({ LIANTAI_DIST: dist });
  [agent, customer] = await Promise.all([person(500), person(1100)]);
  await Promise.all([earsFor(agent.page), earsFor(customer.page)]);
}, 300_000);
afterAll(async () => {
  await Promise.all([agent?.close(), customer?.close(), operator?.close()]);
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("an agent talks with an outside page open in a tab of the app to be swapped", async () => {
  await signIn(agent.page, server.url, { account: "1001" });
  await agent.page.goto(`${server.url}${href("/page", { alias: "外部页面", url: `${server.url}/openapi` })}`);
  await agent.page.waitForSelector("#app-workorder iframe");
  await becomeReady(agent.page);
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
  await showTab(agent.page, "外部页面");
});

test("a swap in the call: the map changes, the app offers 刷新 and refuses it until the call is over", async () => {
  await agent.page.evaluate(() => document.querySelector("[data-call-phase]")?.setAttribute("data-mark", "same"));
  const cdp = await agent.page.createCDPSession();
  await cdp.send("Network.enable");
  const sockets: string[] = [];
  cdp.on("Network.webSocketCreated", ({ url }) => sockets.push(url));

  const map = () =>
    (JSON.parse(readFileSync(join(dist, "import-map.json"), "utf8")) as { imports: Record<string, string> }).imports;
  const before = map();
  const source = join(folder, screen);
  expect(existsSync(source)).toBe(true);
  writeFileSync(source, readFileSync(source, "utf8").replaceAll("在新窗口打开", "在新窗口中打开（新版）"));
  expect(script("scripts/swap.mjs", "workorder")).toMatch(/workorder \w+ -> \w+/);
  const after = map();
  expect(Object.keys(after).filter((key) => after[key] !== before[key])).toEqual(["@liantai/workorder"]);

  await text(agent.page, "有新版本");
  await press(agent.page, "刷新");
  await text(agent.page, "请结束通话后");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
  expect(await agent.page.$('[data-mark="same"][data-call-phase="talking"]')).not.toBeNull();
  expect(sockets).toEqual([]);
});

test("after the call 刷新 brings the new version; its tab is still there and nothing was reloaded", async () => {
  await press(agent.page, "挂断");
  await agentIs(agent.page, 4);
  await press(agent.page, "刷新");
  await text(agent.page, "（新版）");
  expect(await agent.page.$('[data-mark="same"]')).not.toBeNull();
});

test("--rollback goes back to the version before", async () => {
  expect(script("scripts/swap.mjs", "workorder", "--rollback")).toMatch(/workorder \w+ -> \w+/);
  await text(agent.page, "有新版本");
  await press(agent.page, "刷新");
  await agent.page.waitForFunction(
    () => document.querySelector("#app-workorder")?.textContent?.includes("（新版）") === false,
  );
});

/** What the agent's page reads of the app; a text that changes in place is no mutation puppeteer waits for. */
const shows = (page: Person["page"], label: string, there: boolean) =>
  page.waitForFunction(
    (wanted, is) => document.querySelector("#app-workorder")?.textContent?.includes(wanted) === is,
    { timeout: 15_000, polling: 50 },
    label,
    there,
  );
const outside = () => `${server.url}${href("/page", { alias: "外部页面", url: `${server.url}/openapi` })}`;

test("an operator makes a publishing key in 版本管理 and reads it once", async () => {
  operator = await person(700);
  await signInOperator(operator.page, server.url);
  await operator.page.goto(`${server.url}/appversion`);
  await press(operator.page, "发布密钥");
  await press(operator.page, "新增密钥");
  await operator.page.locator('input[name="name"]').fill("构建服务器");
  await press(operator.page, "保存");
  const code = await operator.page.waitForSelector('code[aria-label="密钥"]');
  key = (await code!.evaluate((element) => element.textContent)) ?? "";
  expect(key).toMatch(/^ltk\./);
  await press(operator.page, "我已保存");
  await text(operator.page, "构建服务器");
});

test("H5 H9 another machine publishes to one enterprise in a call of it: the call goes on, others see nothing", async () => {
  // The machine that builds has a dist/ of its own: what it makes reaches the server by the upload alone.
  const elsewhere = join(folder, "dist-elsewhere");
  cpSync(dist, elsewhere, { recursive: true });
  const there = { LIANTAI_DIST: elsewhere, LIANTAI_PUBLISH_KEY: key };
  const source = join(folder, screen);
  writeFileSync(source, readFileSync(source, "utf8").replaceAll("（新版）", "（远程版）"));
  await operator.page.goto(outside());
  await operator.page.waitForSelector("#app-workorder iframe");

  await press(agent.page, "就绪");
  await agentIs(agent.page, 1);
  await customerCalls(customer.page, server.url);
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
  await showTab(agent.page, "外部页面");

  const publish = [
    "scripts/swap.mjs",
    "workorder",
    "--to",
    server.url,
    "--enterprises",
    "100001",
    "--note",
    "外部页面",
  ];
  expect(run(there, ...publish)).toMatch(/workorder built in -> \w+ at http.* 1 of 1 enterprises/);
  await text(agent.page, "有新版本");
  await press(agent.page, "刷新");
  await text(agent.page, "请结束通话后");
  await Promise.all([untilHeard(agent.page, both, isTone(1)), untilHeard(customer.page, both, isTone(0))]);
  expect(await agent.page.$('[data-mark="same"][data-call-phase="talking"]')).not.toBeNull();
  await press(agent.page, "挂断");
  await agentIs(agent.page, 4);
  await press(agent.page, "刷新");
  await shows(agent.page, "（远程版）", true);
  expect(await agent.page.$('[data-mark="same"]')).not.toBeNull();
  expect(await operator.page.evaluate(() => document.body.textContent?.includes("有新版本"))).toBe(false);
  await shows(operator.page, "（远程版）", false);
});

test("H9 a page of the enterprise that is opened anew begins with its version, one of nobody with everybody's", async () => {
  await agent.page.reload();
  await shows(agent.page, "（远程版）", true);
  expect(await agent.page.evaluate(() => document.body.textContent?.includes("有新版本"))).toBe(false);
  await operator.page.reload();
  await operator.page.waitForSelector("#app-workorder iframe");
  await shows(operator.page, "（远程版）", false);
});

test("H10 one press in 版本管理 takes it back from the pages that have it", async () => {
  await operator.page.goto(`${server.url}/appversion`);
  await text(operator.page, "试用 100%（1/1）");
  await press(operator.page, "回退");
  await operator.page
    .locator('::-p-xpath(//*[@role="alertdialog"]//button[normalize-space()="回退"])')
    .setTimeout(15_000)
    .click();
  await text(agent.page, "有新版本");
  await press(agent.page, "刷新");
  await shows(agent.page, "（远程版）", false);
});
