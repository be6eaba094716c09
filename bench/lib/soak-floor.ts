/**
 * The people of the soak without browsers, in a process of their own: agents and monitors on CTI links with telephones, customers who
 * call without end. Real signalling, real media. Told what to do by its parent (SoakOrder), tells what came of it (SoakNews).
 */
import { SipClient } from "@liantai/server/testing/telephone";
import { directNumber } from "@liantai/e2e/harness/agent-page.ts";
import { apiSignIn, firstPassword, type ApiSession } from "@liantai/e2e/harness/api.ts";
import { acts, callAs, hat, lots, supervise } from "./soak-acts.ts";
import { sleep, soakAgent, type SoakAgent } from "./soak-agent.ts";
import { addWaitingGroup, waitAs, waitingNumber } from "./soak-callbacks.ts";
import { addSeats, comp, seatPassword } from "./seats.ts";

export type SoakOrder =
  | {
      readonly do: "open";
      readonly url: string;
      readonly agents: number;
      readonly customers: number;
      readonly seed: number;
    }
  | { readonly do: "begin" }
  | { readonly do: "look" }
  /** Begins nothing more, and waits until what goes on has ended. */
  | { readonly do: "end" };

export interface SoakNews {
  /** How often each was done. */
  readonly done: Readonly<Record<string, number>>;
  readonly refused: Readonly<Record<string, number>>;
  /** Agents who were ready although they talked, or lost their link, so far. */
  readonly wrong: readonly string[];
  /** Agents who are in a call, or ring, now. */
  readonly inCall: readonly string[];
}

const monitors = 2;
const lookMs = 1_000;
/** A registration is good for ten minutes. */
const renewMs = 240_000;
/** How long calls may go on once nobody begins any: a customer who was lost is waited for for a minute, and then rings out. */
const endMs = 150_000;
const number = directNumber;
/** How many agents the group has in which customers wait, and who waits there. */
const waitedFor = 1;
const waiters = 8;

const agents: SoakAgent[] = [];
const over: SoakAgent[] = [];
const customers: SipClient[] = [];
const waiting: SipClient[] = [];
const done = new Map<string, number>();
const wrong = new Set<string>();
const failed: string[] = [];
let going = false;
let draw = lots(1);
let looking: NodeJS.Timeout | undefined;
let renewing: NodeJS.Timeout | undefined;
/** What customers, agents and monitors do, to the end of what they have begun. */
const lives: Promise<unknown>[] = [];

const count = (name: string): void => void done.set(name, (done.get(name) ?? 0) + 1);

/** Monitors look after the group that all the seats are put into. */
async function addMonitors(url: string, admin: ApiSession, ids: readonly string[]): Promise<string[]> {
  const groups = await admin.post<{ list: { id: string }[] }>("/pbx/api/v1/agentGroup/list", {});
  const groupId = groups.list[0]!.id;
  const own = Array.from({ length: monitors }, (_, i) => String(3_001 + i));
  await admin.post("/pbx/api/v1/extension/add", { from: own[0], to: own.at(-1) });
  for (const agentId of own) {
    const seat = { agentId, name: `班长${agentId}`, roleType: 3, terminalType: 2, extension: agentId, groupId };
    const { password } = await admin.post<{ password: string }>("/pbx/api/v1/agent/add", seat);
    await firstPassword(url, { account: agentId, roleType: 3, code: comp, password }, seatPassword);
  }
  await admin.post("/pbx/api/v1/agentGroupMember/add", { groupId, agentIds: ids });
  return own;
}

async function customer(url: string, i: number, number: string): Promise<SipClient> {
  const reply = await fetch(`${url}/customer/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ number, phone: `138000${String(10_000 + i)}` }),
  });
  const { data } = (await reply.json()) as { data: { user: string; password: string; realm: string; socket: string } };
  const client = await SipClient.connect({ ...data, url: data.socket, toneHz: 440 });
  await client.register();
  return client;
}

async function open(order: Extract<SoakOrder, { do: "open" }>): Promise<void> {
  const { url } = order;
  draw = lots(order.seed);
  const ids = Array.from({ length: order.agents }, (_, i) => String(2_001 + i));
  const admin = await apiSignIn(url, "admin", 1);
  await addSeats(url, admin, ids);
  const own = await addMonitors(url, admin, ids);
  await addWaitingGroup(url, admin, ids.slice(0, waitedFor));
  for (const agentId of ids) agents.push(await soakAgent(url, comp, agentId, seatPassword, 2));
  for (const agentId of own) over.push(await soakAgent(url, comp, agentId, seatPassword, 3));
  for (let i = 0; i < order.customers; i += 1) customers.push(await customer(url, i, number));
  for (let i = 0; i < waiters; i += 1) waiting.push(await customer(url, 500 + i, waitingNumber));
}

/** What fails here is the soak's own, and kept: it must not end the process. */
const watched = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => failed.push(error instanceof Error ? error.message : String(error)));

/** Whoever is in a new talk of his own does something with it. */
async function work(agent: SoakAgent): Promise<void> {
  let last = "";
  while (going) {
    await sleep(200);
    const view = agent.view();
    if (view?.phase !== "talking" || view.supervises || view.consult || view.callId === last) continue;
    last = view.callId;
    await sleep(500 + draw(2_000));
    const name = hat[draw(hat.length)]!;
    await acts[name]!({ agent, callId: view.callId, others: agents, draw }).then(
      () => count(name),
      (error: unknown) => failed.push(`${name}: ${String(error)}`),
    );
    if (draw(3) === 0 && agent.view()?.callId === view.callId) await agent.say("hangup", { callId: view.callId });
  }
}

async function watch(monitor: SoakAgent): Promise<void> {
  while (going) {
    await sleep(1_000 + draw(2_000));
    const name = await supervise(monitor, agents, draw);
    if (name !== "") count(name);
  }
}

async function call(client: SipClient): Promise<void> {
  while (going) {
    count(`call ${await callAs(client, draw, number)}`);
    await sleep(500 + draw(3_000));
  }
}

/** Calls and waits again when it was called back. */
async function wait(client: SipClient): Promise<void> {
  let times = 0;
  void watched(answer(client, () => (times += 1)));
  while (going) {
    count(`call ${await waitAs(client, draw, () => times)}`);
    await sleep(500 + draw(3_000));
  }
}

/** Calls that come to a customer, who asked to be called back. */
async function answer(client: SipClient, came: () => void = () => undefined): Promise<void> {
  for (;;) {
    const come = await client.incoming(2_000_000_000).catch(() => undefined);
    if (!come) return;
    come.ring();
    await come.answer().catch(() => undefined);
    count("customer called back");
    came();
    setTimeout(() => come.bye(), 3_000 + draw(4_000));
    void come.ended.then(() => client.calls.splice(client.calls.indexOf(come), 1));
  }
}

const inCall = (): string[] =>
  [...agents, ...over]
    .filter((each) => each.view() !== undefined)
    .map((each) => `${each.agentId} in state ${each.code()}: ${JSON.stringify(each.view())}`);

function begin(): void {
  going = true;
  lives.push(
    ...agents.map(work).map(watched),
    ...over.map(watch).map(watched),
    ...[...customers.map(call), ...waiting.map(wait)].map(watched),
  );
  for (const client of customers) void watched(answer(client));
  // Who has just dropped registers by himself.
  renewing = setInterval(() => {
    for (const client of [...customers, ...waiting]) void client.register().catch(() => undefined);
  }, renewMs);
  looking = setInterval(() => {
    for (const each of [...agents, ...over]) {
      const what = each.wrong();
      if (what !== "") wrong.add(what);
    }
  }, lookMs);
}

async function end(): Promise<void> {
  going = false;
  const until = Date.now() + endMs;
  await Promise.race([Promise.all(lives), sleep(endMs / 2)]);
  while (inCall().length > 0 && Date.now() < until) {
    await sleep(2_000);
    // Conferences that nobody ended, talks whose customer stays: their agents leave.
    for (const agent of [...agents, ...over]) {
      const callId = agent.view()?.callId;
      if (callId !== undefined && agent.view()?.phase === "talking") await agent.say("hangup", { callId });
    }
  }
  await sleep(3_000);
  clearInterval(looking);
  clearInterval(renewing);
}

function news(): SoakNews {
  const refused = new Map<string, number>();
  for (const each of [...agents, ...over])
    for (const [why, times] of each.refused) refused.set(why, (refused.get(why) ?? 0) + times);
  return {
    done: Object.fromEntries(done),
    refused: Object.fromEntries(refused),
    wrong: [...wrong, ...new Set(failed)],
    inCall: inCall(),
  };
}

async function obey(order: SoakOrder): Promise<SoakNews> {
  if (order.do === "open") await open(order);
  if (order.do === "begin") begin();
  if (order.do === "end") await end();
  return news();
}

process.on("message", (order: SoakOrder) => void obey(order).then((said) => process.send!(said)));
process.on("disconnect", () => process.exit(0));
