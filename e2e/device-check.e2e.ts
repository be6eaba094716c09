/** The device check before ready, through the switch and back (check E24). */
import { apiSignIn } from "./harness/api.ts";
import { agentIs, press, signIn, text } from "./harness/agent-page.ts";
import { person, type Person } from "./harness/browser.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

let server: RunningServer;
let agent: Person;

beforeAll(async () => {
  server = await startServer();
  const admin = await apiSignIn(server.url, "admin", 1);
  await admin.post("/pbx/api/v1/agent/saveMaxSession", { maxSession: 5, deviceCheck: "require" });
  agent = await person(500);
});
afterAll(async () => {
  await agent?.close();
  await server?.stop();
});

test("就绪 is refused until the check is passed; the tone comes back from the switch", async () => {
  const { page } = agent;
  await signIn(page, server.url, { account: "1001" });
  await page.waitForSelector('[data-lamp="分机"][data-link="up"]');
  await agentIs(page, 2);
  await press(page, "就绪");
  await text(page, "请先在“更多”里完成设备检测，再就绪");
  await press(page, "更多");
  await press(page, "设备检测");
  // A machine that is busy elsewhere loses audio, and the check says so: whoever reads that tries once more.
  for (let label = "开始检测"; ; label = "重新检测") {
    await press(page, label);
    await page.waitForSelector('[data-step][data-state="running"]');
    await page.waitForSelector('::-p-xpath(//button[normalize-space()="重新检测"][not(@disabled)])', {
      timeout: 40_000,
    });
    if (!(await page.$('[data-step][data-state="failed"]'))) break;
  }
  expect(await page.$('[data-step="loopback"][data-state="ok"]')).not.toBeNull();
  await text(page, "检测通过");
  await press(page, "就绪");
  await agentIs(page, 1);
});
