/**
 * E6 of flows: the process that leads a caller is killed at each step of a long flow, on PostgreSQL and Asterisk, while others are in the
 * same flow wherever they may be. Callers come over a trunk, so that they outlive the processes, and come out where the one comes out whom
 * nothing happened to, with the same variables. FLOW_KILLS: how often; so many different steps, of which the way is as long.
 */
import type { ReplyOf } from "@liantai/api/contract";
import { flowReplayApi } from "@liantai/api/contract/flow-editor";
import { lead, Crm, type Asked } from "./testing/flow-kills/crm.ts";
import { Barrier } from "./testing/flow-kills/barrier.ts";
import { Pair } from "./testing/flow-kills/pair.ts";
import { levelOf, roundFlow, roundsFor, tipOf, waits, wayOf } from "./testing/flow-kills/rounds.ts";
import { Walker, type Streets } from "./testing/flow-kills/walker.ts";
import { Hosts } from "./testing/hosts/hosts.ts";
import { Network } from "./testing/hosts/network.ts";
import { compId } from "./testing/hosts/people.ts";
import { signIn, type ApiSession } from "./tools/client/session.ts";

const kills = Number(process.env["FLOW_KILLS"] ?? 4);
const [called, trunk, calm, led] = ["4001", "127.0.9.1", "13900139000", "13900139001"];
const others = 2;

const way = wayOf(roundsFor(kills));
const otherWay = wayOf(Math.min(3, roundsFor(kills)));
/** Steps of the way at which he is killed, from 1: each of the first so many, or some from every part of a short way. */
const steps = Array.from({ length: kills }, (_, n) =>
  kills < wayOf(1).nodes.length ? Math.floor(((n + 0.5) * way.nodes.length) / kills) + 1 : n + 1,
);
/** Of steps that wait every second one is in the log when the process dies, the rest are about to be written. */
const isWritten = (step: number): boolean =>
  waits.has(way.nodes[step - 1]!) && way.nodes.slice(0, step).filter((each) => waits.has(each)).length % 2 === 1;

let hosts: Hosts;
let network: Network;
let crm: Crm;
let streets: Streets;
let pair: Pair;
let flowId = "";
let begunAt = 0;
const walkers: Walker[] = [];
const walking: Promise<void>[] = [];

/** Takes a moment, and for the caller who is led until somebody would go on with him. */
async function answers({ step, values: { caller, card, grade } }: Asked): Promise<object> {
  for (let ms = 0; ms < 150 || (ms < 6_000 && caller === led && !pair.ready); ms += 50)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return step.startsWith("ask") ? { level: levelOf(card) } : { tip: tipOf(grade, step) };
}

beforeAll(async () => {
  begunAt = performance.now();
  crm = new Crm(answers);
  const port = await crm.open();
  hosts = await Hosts.open();
  pair = new Pair(hosts);
  const { url } = await pair.open();
  network = await Network.open(url, trunk);
  flowId = await lead(url, port, called, roundFlow);
  streets = { hosts, pair, barrier: await Barrier.raise(hosts), trunk, called };
}, 180_000);
afterAll(async () => {
  for (const walker of walkers) walker.leave();
  await Promise.allSettled(walking);
  crm?.close();
  await network?.close();
  await hosts?.close();
});

function sets(walker: Walker, thinkMs = 0, may?: () => boolean): Promise<void> {
  walkers.push(walker);
  const way = walker.walks(thinkMs, may);
  walking.push(way);
  way.catch(() => undefined);
  return way;
}
const isIn = (walker: Walker) =>
  hosts.until(`${walker.number} is in the flow`, async () => ((await walker.seen())?.nodes ?? 0) > 0, 30_000);

/** Of the others who are through somebody else comes. */
async function board(): Promise<void> {
  await pair.untilAdmitting();
  const there = await Promise.all(walkers.map(async (each) => each.number !== led && !(await each.seen()).over));
  for (let n = there.filter(Boolean).length; n < others; n++) {
    const walker = new Walker(streets, String(13_700_137_000 + walkers.length), otherWay);
    void sets(walker, 500);
    await isIn(walker);
  }
}

interface Answer {
  readonly key: string;
}
/** Keys of questions whose answers are in the log, by how often each had been put then. */
const answered = new Map<string, number>();
const timesPut = (key: string) => crm.asked.filter((each) => each.key === key).length;
async function noteAnswers(): Promise<void> {
  const rows = await hosts.rows<Answer>(
    `select stream_id || ':' || (data->'event'->>'id') as key from event
     where type = 'flowInput' and data->'event'->>'type' = 'answered'`,
  );
  for (const { key } of rows) if (!answered.has(key)) answered.set(key, timesPut(key));
}

/** Kills at this step, and sets the barrier for the one after it. */
async function killAt(step: number, next: number | undefined, walker: Walker): Promise<void> {
  const name = way.nodes[step - 1]!;
  const written = isWritten(step);
  const question = questionOf(step);
  const isPut = () => question === undefined || crm.times(led, question) > 0;
  const happened = async () => (written ? (await walker.seen()).nodes >= step && isPut() : streets.barrier.isReached());
  await hosts.until(`step ${step}, ${name}`, happened, 60_000);
  await pair.untilReady();
  await pair.kill(streets.barrier);
  await noteAnswers();
  await (next === undefined ? streets.barrier.lower() : streets.barrier.set(led, barrierOf(next)));
  await pair.untilLed();
}
/** What a step asks the system. */
const questionOf = (step: number): string | undefined => {
  const name = { ask: "ask", helpAsk: "help" }[way.nodes[step - 1]!];
  return name && `${name}${way.nodes.slice(0, step).filter((each) => each === "round").length}`;
};
const barrierOf = (step: number): number => (isWritten(step) ? step + 1 : step);

function tell(): void {
  const { length } = crm.asked;
  const gaps = pair.gaps.map(Math.round).sort((a, b) => a - b);
  const figures = [
    `flow kills: ${kills} at ${new Set(steps).size} steps (${steps.filter(isWritten).length} written, the rest about to be)`,
    `${walkers.length} callers`,
    `${length} questions, ${length - new Set(crm.asked.map(({ key }) => key)).size} of them put again`,
    `${walkers.reduce((sum, each) => sum + each.again, 0)} keys pressed again`,
    `led again after ms ${gaps.join(" ")}`,
    `${Math.round((performance.now() - begunAt) / 1_000)} s`,
  ];
  process.stderr.write(`${figures.join("; ")}\n`);
}

test(
  "E6 G74 killed at each step: the same end by the same way with the same variables, and no question twice",
  async () => {
    await sets(new Walker(streets, calm, way));
    await pair.untilReady();
    await board();
    await streets.barrier.set(led, barrierOf(steps[0]!));
    const walker = new Walker(streets, led, way);
    let boarding = false;
    const through = sets(walker, 0, () => pair.ready && !boarding);
    for (const [n, step] of steps.entries()) {
      await Promise.race([killAt(step, steps[n + 1], walker), through.then(() => new Promise(() => undefined))]);
      // He waits for his next key, which he does not press yet, so that the log is open to whoever comes.
      if (!isWritten(step) || way.nodes[step - 1] !== "card") continue;
      boarding = true;
      await board();
      boarding = false;
    }
    await pair.untilReady();
    await Promise.all(walking);
    await noteAnswers();

    tell();
    const admin = await signIn(pair.url, { account: "admin", roleType: 1, code: compId, password: "Liantai#2026" });
    for (const each of walkers) await cameOut(each, admin);
    // What has an answer in the log is not asked again; what was asked and has none is.
    expect(new Set(answered.keys())).toEqual(new Set(crm.asked.map(({ key }) => key)));
    expect([...answered].filter(([key, times]) => timesPut(key) !== times)).toEqual([]);
    const owed = steps.filter((step) => isWritten(step) && questionOf(step) !== undefined);
    expect(owed.filter((step) => crm.times(led, questionOf(step)!) < 2)).toEqual([]);
    const torn = "select stream_id from event group by comp_id, stream, stream_id having count(*) <> max(seq)";
    expect(await hosts.figure(`select count(*) n from (${torn}) torn`)).toBe(0);
  },
  120_000 + kills * 30_000,
);

async function cameOut({ number, way }: Walker, admin: ApiSession): Promise<void> {
  const node = "e.type = 'flowStep' and e.data->>'step' = 'node'";
  const records = await hosts.rows<{ readonly callId: string }>(
    `select r.call_id "callId", r.cause, r.result, string_agg(e.data->>'nodeName', ' ' order by e.seq) nodes
     from call_record r join event e on e.comp_id = r.comp_id and e.stream_id = r.call_id
     where r.caller = '${number}' and ${node} group by r.call_id, r.cause, r.result`,
  );
  const expected = { caller: number, cause: "flowEnded", result: 183, nodes: way.nodes.join(" ") };
  expect(records.map((each) => ({ caller: number, ...each }))).toEqual([{ ...expected, callId: expect.any(String) }]);
  // G90: what is in the log makes the same steps once more.
  const asked = { flowId, callId: records[0]!.callId, versionId: "" };
  const replay = await admin.post<ReplyOf<typeof flowReplayApi.replay>>(flowReplayApi.replay.path, asked);
  expect([number, replay.departs, replay.missing, replay.visits.length]).toEqual([number, null, [], way.nodes.length]);
  // One key each, however often it was put, and always the same question.
  const all = crm.asked.filter(({ values }) => values["caller"] === number);
  expect([number, [...new Set(all.map(({ step }) => step))]]).toEqual([number, way.questions]);
  expect([number, way.questions.filter((step) => crm.of(number, step).length !== 1)]).toEqual([number, []]);
  expect(new Set(all.map(({ key, values }) => `${key} ${JSON.stringify(values)}`)).size).toBe(way.questions.length);
  expect(crm.of(number, "last")[0]!.values).toEqual({ caller: number, history: `#${way.history}` });
}
