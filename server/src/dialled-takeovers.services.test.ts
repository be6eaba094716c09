/**
 * E6 of dialling on Asterisk: the process that dials is killed at random moments with 50 calls up over a trunk, and another goes on with
 * them: they outlive it. None is called twice within its interval, none is lost, counters and ledger are right. DIAL_KILLS: how often.
 */
import type { ReplyOf } from "@liantai/api/contract";
import { dialTaskApi, taskPhoneApi } from "@liantai/api/contract/admin";
import { body, node } from "@liantai/api/testing/flows";
import { createPostgresDatabase } from "./adapters/production/database/index.ts";
import { verifyLedgers } from "./modules/dialling/index.ts";
import { expectBooks, type DialBooks } from "./testing/dial-kills/books.ts";
import { publishFlow } from "./testing/flow-calls/leading.ts";
import { Pair } from "./testing/flow-kills/pair.ts";
import { Hosts } from "./testing/hosts/hosts.ts";
import { Network } from "./testing/hosts/network.ts";
import { compId } from "./testing/hosts/people.ts";
import type { Step } from "./testing/sip/sipp.ts";
import { signIn, type ApiSession } from "./tools/client/session.ts";

const kills = Number(process.env["DIAL_KILLS"] ?? 1);
const [up, trunk, intervalMs] = [50, "127.0.9.2", 3_000];
/** Enough for so many calls at every kill. */
const numbers = up + 25 * kills;

/** Some are busy; who answers talks for a while and hangs up. */
const callees: readonly Step[] = [
  { say: "100 Trying" },
  { say: "180 Ringing" },
  { waitBetween: [100, 900] },
  { sometimes: 0.3, steps: [{ say: "486 Busy Here" }, { hear: "ACK" }] },
  { say: "200 OK", sound: true },
  { hear: "ACK" },
  { waitBetween: [6_000, 18_000] },
  { bye: [] },
];

/** Whoever is in it stays for as long as he talks. */
const waits = body([
  node("start", "start", { to: { next: "wait" } }),
  node("wait", "keyNav", {
    says: ["请稍候"],
    config: { keys: ["1"], firstSeconds: 60, tries: 9 },
    to: { "key-1": "bye", timeout: "bye", invalid: "bye" },
  }),
  node("bye", "hangup"),
]);

let hosts: Hosts;
let network: Network;
let pair: Pair;
let taskId = "";

const phoneOf = (n: number) => `138${String(n).padStart(8, "0")}`;

/** Its retries come sooner than a task may be set to: its row may. */
async function prepare(admin: ApiSession): Promise<void> {
  const flowId = await publishFlow(admin, "等待", waits);
  const [shown] = await hosts.rows<{ readonly number: string }>("select number from access_number order by number");
  const again = { codes: [0, 588, 598], afterMin: 1, times: 10, otherSlot: 0, otherNumber: 0 };
  const { id } = await admin.post<ReplyOf<typeof dialTaskApi.add>>(dialTaskApi.add.path, {
    ...{ ftype: 4, taskIdentity: "中继外呼", flowId, accessNumbers: [shown!.number], retries: [again] },
    ...{ concurrency: up, perSecond: 50, perDay: 20, inAll: 50 },
  });
  taskId = id;
  const retry = JSON.stringify([{ ...again, afterMin: intervalMs / 60_000, times: 1_000 }]);
  await hosts.rows(
    `update dial_task set settings = settings || '{"perDay":1000,"inAll":1000,"retries":${retry}}' where id = '${id}'`,
  );
  for (let at = 0; at < numbers; at += 1_000) {
    const phones = Array.from({ length: Math.min(1_000, numbers - at) }, (_, n) => ({ phone: phoneOf(at + n) }));
    await admin.post(taskPhoneApi.add.path, { taskId, phones });
  }
  await admin.post(dialTaskApi.start.path, { id: taskId });
}

beforeAll(async () => {
  hosts = await Hosts.open({ DIAL_HOURS: "00:00-24:00" });
  pair = new Pair(hosts);
  const { url } = await pair.open();
  await hosts.rows("update enterprise set max_concurrent_calls = 0");
  network = await Network.open(url, trunk, { prefix: "1", steps: callees });
  await prepare(await signIn(url, { account: "admin", roleType: 1, code: compId, password: "Liantai#2026" }));
}, 240_000);
afterAll(async () => {
  await network?.close();
  await hosts?.close();
}, 60_000);

/** Each once, however often Asterisk said it. */
async function invites(): Promise<DialBooks["wire"]> {
  const seen = new Map<string, { readonly phone: string; readonly at: number }>();
  for (const { at, sent, text } of await network.messages()) {
    const phone = /^INVITE sip:(\d+)@/.exec(text)?.[1];
    const call = /^Call-ID: *(\S+)/im.exec(text)?.[1];
    if (!sent && phone !== undefined && call !== undefined && !seen.has(call)) seen.set(call, { phone, at });
  }
  return [...seen.values()];
}

async function books(): Promise<DialBooks> {
  const of = <R>(columns: string, table: string, more = "") => hosts.rows<R>(`select ${columns} from ${table} ${more}`);
  const [progress] = await of<object>(
    `total, waiting, live, retry, done, skipped, stopped, attempts, answered, connected, abandoned, talk_ms::int "talkMs"`,
    "dial_progress",
  );
  return {
    phones: await of("id, phone, state, attempts", "dial_phone"),
    attempts: await of(
      `id, phone_id "phoneId", attempt, code, started_at "startedAt", answered_at "answeredAt", connected_at "connectedAt",
       ended_at "endedAt", talk_ms::int "talkMs"`,
      "dial_attempt",
      "order by started_at",
    ),
    progress: progress!,
    ledger: await of(`kind, attempt_id "attemptId"`, "dial_ledger"),
    wire: await invites(),
  };
}

test(
  "E6 D1 E19 K22 killed again and again with 50 calls up on Asterisk: they go on, none twice within its interval, none lost, books right",
  async () => {
    const gaps: number[] = [];
    const survivors: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      await pair.untilReady();
      await hosts.until("calls are up", async () => (await pair.calls()) >= up - 5, 120_000);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 700));
      await pair.kill();
      const at = Date.now();
      await pair.untilLed();
      survivors.push(await pair.calls());
      await hosts.until("the other one dials", async () => (await invites()).at(-1)!.at > at, 60_000);
      gaps.push((await invites()).find((call) => call.at > at)!.at - at);
    }
    const done = `select count(*) n from task where id = '${taskId}' and state = 'completed'`;
    await hosts.until("the task is done", async () => (await hosts.figure(done)) === 1, 300_000);
    const all = await books();
    process.stderr.write(
      `dial kills on Asterisk: ${kills}, ${all.attempts.length} attempts, ${all.wire.length} INVITEs; ` +
        `calls that went on ${survivors.join(" ")}; ` +
        `on again after ms ${gaps.toSorted((a, b) => a - b).join(" ")}\n`,
    );
    expectBooks(all, { numbers, intervalMs });
    // Who talked when the process died talked on: he was not called again.
    expect(all.attempts.filter(({ answeredAt }) => answeredAt !== null).length).toBe(numbers);
    expect(Math.min(...survivors)).toBeGreaterThan(0);
    const torn = "select stream_id from event group by comp_id, stream, stream_id having count(*) <> max(seq)";
    expect(await hosts.figure(`select count(*) n from (${torn}) torn`)).toBe(0);
    const database = createPostgresDatabase({ url: hosts.databaseUrl });
    const verified = await verifyLedgers(database);
    await database.close();
    expect(verified.map(({ broken, untold }) => [broken, untold])).toEqual([[undefined, 0]]);
  },
  600_000 + kills * 40_000,
);
