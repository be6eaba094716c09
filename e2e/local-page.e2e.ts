/** Terminal type 4 in the page: the bar orders the soft phone on the agent's machine (checks E10, E23). */
import { apiSignIn } from "./harness/api.ts";
import { agentIs, becomeReady, directNumber, password, phaseIs, press, signIn, text } from "./harness/agent-page.ts";
import { person, type Person } from "./harness/browser.ts";
import { freePort, startServer, type RunningServer } from "./harness/server.ts";
import { hears, is, openToolbox, type Tool, type Toolbox } from "./harness/tools.ts";

let server: RunningServer;
let tools: Toolbox;
let port: number;
let client: Tool;
let caller: Tool;
let agent: Person;

const openClient = async (): Promise<void> => {
  client = tools.open("softphone", { url: server.url, port: String(port), tone: "500" });
};
const lamp = (link: string) =>
  agent.page.waitForSelector(`[data-lamp="分机"][data-link="${link}"]`, { timeout: 30_000 });

beforeAll(async () => {
  server = await startServer();
  tools = openToolbox(password);
  port = await freePort();
  const admin = await apiSignIn(server.url, "admin", 1);
  await admin.post("/pbx/api/v1/agent/saveMaxSession", { maxSession: 5, localPhonePort: port });
  const seat = await admin.post<Readonly<Record<string, unknown>>>("/pbx/api/v1/agent/query", { agentId: "1003" });
  const kept = ["agentId", "name", "roleType", "groupId", "extension"].map((key) => [key, seat[key] ?? ""]);
  await admin.post("/pbx/api/v1/agent/update", { ...Object.fromEntries(kept), terminalType: 4 });
  await openClient();
  agent = await person(900);
});
afterAll(async () => {
  await agent?.close();
  await tools?.close();
  await server?.stop();
});

test("the page's own policy does not name the soft phone's address; its worker registers it", async () => {
  await signIn(agent.page, server.url, { account: "1003" });
  await lamp("up");
  const refused = await agent.page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        addEventListener("securitypolicyviolation", (event) => resolve(event.blockedURI), { once: true });
        try {
          new WebSocket(address).onopen = () => resolve("opened");
        } catch {
          // The event says it.
        }
      }),
    `ws://127.0.0.1:${port}`,
  );
  expect(refused).toContain(`ws://127.0.0.1:${port}`);
});

test("a caller rings in the bar, 接听 answers the client's leg, a reload keeps it, 挂断 ends it", async () => {
  await becomeReady(agent.page);
  caller = tools.open("phone", { url: server.url, customer: "13800138003", tone: "1100", ears: "500" });
  await caller.until(is("idle"));
  caller.say(`call ${directNumber}`);
  await phaseIs(agent.page, "ringing");
  await press(agent.page, "接听");
  await phaseIs(agent.page, "talking");
  await caller.until(hears(500));
  await agent.page.reload();
  await phaseIs(agent.page, "talking");
  await lamp("up");
  await caller.until(hears(500), 20_000, caller.lines.length);
  await press(agent.page, "挂断");
  await agentIs(agent.page, 4);
  await caller.until(is("idle"), 20_000, caller.lines.length);
});

test("a client that is killed is told in the bar and connected again when it is back; CTI stays signed in", async () => {
  await client.end();
  await text(agent.page, "未连接到本机软电话");
  await lamp("down");
  await agent.page.waitForSelector('[data-lamp="话务"][data-link="up"]');
  await openClient();
  await press(agent.page, "重试");
  await lamp("up");
});
