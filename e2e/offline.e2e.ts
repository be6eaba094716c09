/** Two agents' networks go in a call: one for 20 s, and everything breaks; one for 70 s, and nothing says so (check E24). */
import { queueListApi, seatStatesApi } from "@liantai/api/contract/admin";
import type { ReplyOf } from "@liantai/api/contract";
import { agentIs, becomeReady, customerCalls, customerReads, phaseIs, press, signIn } from "./harness/agent-page.ts";
import { apiSignIn, type ApiSession } from "./harness/api.ts";
import { person, type Page, type Person } from "./harness/browser.ts";
import { cableFor, type Cable } from "./harness/cable.ts";
import { until } from "./harness/console.ts";
import { earsFor, heardAfter, isOther, isTone, untilHeard } from "./harness/listen.ts";
import { startServer, type RunningServer } from "./harness/server.ts";

const [BLINKS, STAYS, CUSTOMER] = [500, 1500, 1100];
const all = [BLINKS, STAYS, CUSTOMER];
const s = 1_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let server: RunningServer;
let admin: ApiSession;
let blinks: Person;
let stays: Person;
let customers: Person;
/** Who talks with each of them, and who waits all the while. */
let first: Page;
let second: Page;
let waiter: Page;
let cables: readonly Cable[] = [];

beforeAll(async () => {
  server = await startServer();
  [blinks, stays, customers, admin] = await Promise.all([
    person(BLINKS),
    person(STAYS),
    person(CUSTOMER),
    apiSignIn(server.url, "admin", 1),
  ]);
  [first, second, waiter] = [customers.page, await customers.newPage(), await customers.newPage()];
  await Promise.all([blinks.page, stays.page, first, second, waiter].map(earsFor));
  cables = await Promise.all([blinks, stays].map(({ page }) => cableFor(page, server.url)));
});
afterAll(async () => {
  await Promise.all([blinks?.close(), stays?.close(), customers?.close()]);
  await Promise.all(cables.map((cable) => cable.close()));
  await server?.stop();
});

/** Gives how long it took from 接听 until the customer heard the agent. */
async function talk(agent: Page, account: string, url: string, customer: Page): Promise<number> {
  await signIn(agent, url, { account });
  await becomeReady(agent);
  await customerCalls(customer, server.url);
  await phaseIs(agent, "ringing");
  const [heard] = await Promise.all([heardAfter(customer, account === "1001" ? BLINKS : STAYS), press(agent, "接听")]);
  await untilHeard(agent, all, isTone(2));
  return heard ?? NaN;
}

const seat = async (agentId: string) =>
  (
    await admin.post<ReplyOf<typeof seatStatesApi.states>>(seatStatesApi.states.path, { agentIds: [agentId] })
  ).seats.find((one) => one.agentId === agentId);
const queue = async () => (await admin.post<ReplyOf<typeof queueListApi.list>>(queueListApi.list.path, {})).calls;

async function comfort(customer: Page): Promise<void> {
  await customerReads(customer, "坐席连接中断，正在恢复…", 15 * s);
  await untilHeard(customer, all, isOther, 5 * s);
}

/** `answered`: what an answer takes here and now. A return is more: a socket, the registration in two trips, the call, its answer. */
async function blink(cable: Cable, answered: number): Promise<void> {
  const from = Date.now();
  await cable.out("cut");
  await comfort(first);
  await untilHeard(blinks.page, all, ({ rms }) => rms < 0.003);
  await pause(from + 20 * s - Date.now());
  const [, back] = await Promise.all([cable.back(), heardAfter(first, BLINKS)]);
  process.stdout.write(
    `the agent is heard ${Math.round(answered)} ms after 接听, ${Math.round(back ?? NaN)} ms after a return\n`,
  );
  expect(back).toBeLessThan(Math.max(s, 4 * answered));
  await untilHeard(blinks.page, all, isTone(2));
  expect(await seat("1001")).toMatchObject({ code: 8 });
}

async function stayAway(cable: Cable): Promise<void> {
  const from = Date.now();
  const [ahead] = await queue();
  await cable.out("silent");
  await comfort(second);
  // Until a minute after it was noticed he is waited for.
  await pause(from + 58 * s - Date.now());
  expect(await seat("1002")).toMatchObject({ code: 8 });
  expect(await queue()).toHaveLength(1);
  await until("he is away for good", async () => (await queue()).length === 2, 12 * s);
  expect(Date.now() - from).toBeLessThan(70 * s);
  const [next, after] = await queue();
  expect([next!.position, after!.position]).toEqual([1, 2]);
  expect(after!.callId).toBe(ahead!.callId);
  expect(await seat("1002")).toMatchObject({ code: 0, reason: "legLost" });
  await untilHeard(second, all, isOther, 5 * s);
  await pause(from + 70 * s - Date.now());
  await cable.back();
}

test("20 s: the caller hears the sentence, and the same agent within a second; 70 s: he is first in queue, the agent offline", async () => {
  const answered = await talk(blinks.page, "1001", cables[0]!.url, first);
  await talk(stays.page, "1002", cables[1]!.url, second);
  await customerCalls(waiter, server.url);
  await until("somebody waits", async () => (await queue()).length === 1);
  await Promise.all([blink(cables[0]!, answered), stayAway(cables[1]!)]);
}, 300_000);

test("whoever was away is in no call and not ready; the next free agent has the caller whom he lost", async () => {
  await agentIs(stays.page, 2, 60 * s);
  await phaseIs(stays.page, "idle");
  await press(blinks.page, "挂断");
  await agentIs(blinks.page, 4);
  await press(blinks.page, "完成");
  await phaseIs(blinks.page, "ringing");
  await press(blinks.page, "接听");
  await untilHeard(second, all, isTone(0), 20 * s);
  expect(await queue()).toHaveLength(1);
});
