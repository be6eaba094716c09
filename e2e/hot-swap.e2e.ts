/** npm run swap in a live call: the call, the bar and its sockets go on; the open app offers 刷新 and is exchanged after the call. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { href } from "@liantai/api/contract";
import { person, type Person } from "./harness/browser.ts";
import { agentIs, becomeReady, customerCalls, phaseIs, press, signIn, text } from "./harness/agent-page.ts";
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

const script = (...args: string[]) =>
  execFileSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: "", LIANTAI_DIST: dist },
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
  script("scripts/build.mjs", "--quiet");
  server = await startServer({ LIANTAI_DIST: dist });
  [agent, customer] = await Promise.all([person(500), person(1100)]);
  await Promise.all([earsFor(agent.page), earsFor(customer.page)]);
}, 300_000);
afterAll(async () => {
  await Promise.all([agent?.close(), customer?.close()]);
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
