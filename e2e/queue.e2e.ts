/** Every defined end of a wait: nobody there, the first agent does not pick up, everybody busy, the caller gives up. */
import { apiSignIn, endedCalls, type ApiSession } from "./harness/api.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import { agentIs, becomeReady, customerCalls, customerIs, phaseIs, press, signIn, text } from "./harness/agent-page.ts";
import { earsFor, isOther, isTone, untilHeard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const both = [500, 1100];

interface Step {
  readonly action: string;
  readonly agentId: string | null;
  /** JSON */
  readonly info: string;
}

let server: RunningServer;
let agents: Person;
let customers: Person;
let first: Page;
let second: Page;
let caller: Page;
let waiter: Page;
let admin: ApiSession;

beforeAll(async () => {
  server = await startServer();
  [agents, customers, admin] = await Promise.all([person(500), person(1100), apiSignIn(server.url, "admin", 1)]);
  first = agents.page;
  caller = customers.page;
  [second, waiter] = await Promise.all([agents.newPage(), customers.newPage()]);
  await Promise.all([first, second, caller, waiter].map(earsFor));
});
afterAll(async () => {
  await Promise.all([agents?.close(), customers?.close()]);
  await server?.stop();
});

const trackOf = (callId: string) => admin.post<Step[]>("/cdr/api/v1/callinTrack/getListByCallId", { callId });

/** What a customer's page says in large letters. It changes in place, which puppeteer's text selector does not see. */
const headlineIs = (page: Page, label: string) =>
  page.waitForFunction((wanted) => document.querySelector("h1")?.textContent === wanted, { timeout: 15_000 }, label);

test("with nobody signed in the page says so and does not call", async () => {
  await customerCalls(caller, server.url);
  await customerIs(caller, "refused");
  await text(caller, "当前没有客服人员在线，请稍后再拨");
});

test("who does not pick up in time is set busy, and the next agent gets the call", async () => {
  await signIn(first, server.url, { account: "1001" });
  await becomeReady(first);
  await signIn(second, server.url, { account: "1002" });
  await becomeReady(second);
  await customerCalls(caller, server.url);
  // The one that has been idle for longer.
  await phaseIs(first, "ringing");
  expect(await second.$('[data-call-phase="ringing"]')).toBeNull();
  await headlineIs(caller, "正在为您接通坐席…");
  await phaseIs(second, "ringing", 30_000);
  await agentIs(first, 2);
  await first.waitForSelector('[data-agent-code="2"][title="原因：振铃超时未接"]');
  await phaseIs(first, "idle");
  await press(second, "接听");
  await Promise.all([untilHeard(second, both, isTone(1)), untilHeard(caller, both, isTone(0))]);
});

test("while everybody is busy a caller hears the place in the line and music, and gives up", async () => {
  await customerCalls(waiter, server.url);
  await untilHeard(waiter, both, isOther, 15_000);
  await headlineIs(waiter, "排队中，您是下一位");
  const waiting = async () =>
    (
      await admin.post<{ list: { callId: string; endTime: string | null; agentId: string | null }[] }>(
        "/cdr/api/v1/master/getMasterCdrList",
        { pageNo: 1, pageSize: 20 },
      )
    ).list.find((row) => row.endTime === null && row.agentId === null);
  const end = Date.now() + 20_000;
  let steps: readonly Step[] = [];
  while (!steps.some((step) => step.action === "播报排队位置")) {
    if (Date.now() > end) throw new Error(`no announcement: ${JSON.stringify(steps)}`);
    const call = await waiting();
    steps = call ? await trackOf(call.callId) : [];
  }
  await untilHeard(waiter, both, isOther);
  await press(waiter, "挂断");
  await customerIs(waiter, "ended");
  const [gone] = await endedCalls(admin, 1);
  expect(gone).toMatchObject({ cause: "abandonedInQueue", agentId: null, talkS: 0 });
});

test("the track of the answered call says who was asked, and why the first did not get it", async () => {
  await press(second, "挂断");
  await agentIs(second, 4);
  const call = (await endedCalls(admin, 2)).find((row) => row.cause === "completed");
  expect(call).toMatchObject({ agentId: "1002", result: 200 });
  const steps = await trackOf(call!.callId);
  expect(steps.filter((step) => step.action === "分配坐席").map((step) => step.agentId)).toEqual(["1001", "1002"]);
  expect(steps.find((step) => step.action === "未接通坐席")).toMatchObject({
    agentId: "1001",
    info: expect.stringContaining("振铃超时未接"),
  });
});

test("nobody complained on a console", () => {
  expect([...agents.complaints, ...customers.complaints]).toEqual([]);
});
