/**
 * A floor that dials (npm run floor, bench/dial-audio.ts): the real server with the embedded switch on a folder and a port of its own,
 * one automatic task, callees who ring, answer, refuse or do not answer, and agents who talk and wrap up. Signalling and sound are
 * real; callees and agents live in this process, the server in its own. At the end what the server wrote is held against what went
 * over the wire.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { ReplyOf } from "@liantai/api/contract";
import { dialTaskApi, taskPhoneApi, taskSeatApi } from "@liantai/api/contract/admin";
import { directNumber } from "@liantai/e2e/harness/agent-page.ts";
import { apiSignIn, type ApiSession } from "@liantai/e2e/harness/api.ts";
import { startServer, type RunningServer } from "@liantai/e2e/harness/server.ts";
import { templateVariable } from "@liantai/e2e/harness/template.ts";
import { readBooks } from "@liantai/server/testing/dial-load";
import { dialReport, type DialReport } from "./dial-report.ts";
import { Callee, type CalleeKind, type Ways } from "./dial-callee.ts";
import type { FloorPlan } from "./dial-plan.ts";
import { plainAnswer } from "./dial-plain.ts";
import { floorAgent, type FloorAgent } from "./floor-agent.ts";
import { addSeats, comp, seatPassword } from "./seats.ts";
import { cpuMs } from "./served.ts";
import { lots } from "./soak-acts.ts";

/** What one machine can carry, and nobody waits for longer. */
export const floorLimits = { callees: 200, agents: 60, minutes: 10 } as const;

const second = 1_000;
const ringS = 15;
const wrapUpS = 5;
/** What calls may take that lived when the time was over. */
const endMs = 60 * second;

/** Shares of the calls. */
const kinds: readonly (readonly [CalleeKind, number])[] = [
  ["person", 0.6],
  ["machine", 0.1],
  ["refuses", 0.15],
  ["silent", 0.15],
];

/** 0 to below 1, the same for the same seed. */
function drawsOf(seed: number): () => number {
  const lot = lots(seed);
  return () => lot(1_000_000) / 1_000_000;
}

async function sayings(draw: () => number): Promise<NonNullable<Ways["says"]>> {
  const { answeredSounds } = await import("@liantai/server/testing/answered-sounds");
  const sounds = await answeredSounds("heldOut");
  const of = (kind: string) => sounds.filter((sound) => sound.kind === kind);
  const [people, machines] = [of("short"), of("machine")];
  return (kind) => {
    const among = kind === "machine" ? machines : people;
    return among[Math.floor(draw() * among.length)]!.samples;
  };
}

function waysOf({ detects, talkS }: FloorPlan, draw: () => number, up: () => number): Omit<Ways, "says"> {
  return {
    up,
    kind() {
      let left = draw();
      const [kind] = kinds.find(([, share]) => (left -= share) < 0) ?? kinds[0]!;
      return kind === "machine" && !detects ? "person" : kind;
    },
    ringMs: () => (0.5 + 3 * draw()) * second,
    talkMs: () => talkS * second * (0.5 + draw()),
  };
}

/** Each number again a minute after its call, whatever became of it, so that few callees are enough. */
async function makeTask(admin: ApiSession, plan: FloorPlan, agentIds: readonly string[], phones: readonly string[]) {
  const codes = [
    200, 183, 581, 582, 583, 584, 585, 586, 587, 588, 589, 591, 592, 593, 594, 595, 596, 597, 598, 599, 600,
  ];
  const { id } = await admin.post<ReplyOf<typeof dialTaskApi.add>>(dialTaskApi.add.path, {
    ...{ ftype: 3, taskIdentity: "模拟外呼", agentIds, accessNumbers: [directNumber], mode: plan.mode, ratio: 1.5 },
    ...{ concurrency: 1_000, perSecond: 20, ringS, wrapUpS, perDay: 20, inAll: 50, amd: plan.detects ? 1 : 0 },
    retries: [{ codes, afterMin: 1, times: 10, otherSlot: 0, otherNumber: 0 }],
  });
  await admin.post(taskPhoneApi.add.path, { taskId: id, phones: phones.map((phone) => ({ phone })) });
  return id;
}

interface Standing {
  readonly server: RunningServer;
  readonly admin: ApiSession;
  readonly agents: readonly FloorAgent[];
  readonly callees: readonly Callee[];
  readonly taskId: string;
}

async function stand(server: RunningServer, plan: FloorPlan, say: (line: string) => void): Promise<Standing> {
  const { url } = server;
  const draw = drawsOf(plan.seed);
  const admin = await apiSignIn(url, "admin", 1);
  const agentIds = Array.from({ length: plan.agents }, (_, n) => String(2_001 + n));
  await addSeats(url, admin, agentIds);
  const agents: FloorAgent[] = [];
  const wrapUpMs = () => (0.2 + 0.6 * draw()) * wrapUpS * second;
  for (const agentId of agentIds)
    agents.push(await floorAgent(url, comp, agentId, seatPassword, { wrapUpMs, waits: true }));
  say(`${agents.length} agents have signed in`);
  const callees: Callee[] = [];
  const up = () => callees.filter((callee) => callee.talks).length;
  const ways: Ways = { ...waysOf(plan, draw, up), ...(plan.detects ? { says: await sayings(draw) } : {}) };
  for (let n = 0; n < plan.callees; n += 1) callees.push(await Callee.at(url, `138000${String(20_000 + n)}`, ways));
  say(`${callees.length} callees can be called`);
  const phones = callees.map(({ phone }) => phone);
  return { server, admin, agents, callees, taskId: await makeTask(admin, plan, agentIds, phones) };
}

async function until(what: string, holds: () => boolean | Promise<boolean>, ms = endMs): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await pause(200))
    if (Date.now() > end) throw new Error(`${what}: not within ${ms / second} s`);
}

interface Dialled {
  readonly ms: number;
  /** Answers between two telephones alone, in turns with the calls. */
  readonly plain: readonly number[];
}

async function dial(
  { admin, agents, callees, taskId }: Standing,
  { minutes }: FloorPlan,
  say: (line: string) => void,
): Promise<Dialled> {
  await admin.post(dialTaskApi.start.path, { id: taskId, cancelRinging: false });
  for (const [n, { session }] of agents.entries())
    await session.post(taskSeatApi.join.path, { agentId: String(2_001 + n), compid: comp, id: taskId });
  for (const agent of agents) agent.ready();
  const began = performance.now();
  const plain: number[] = [];
  for (let left = minutes * 60 * second; left > 0; left = minutes * 60 * second - (performance.now() - began)) {
    await pause(Math.min(left, 5 * second));
    // On a machine that is too busy for two telephones there is nothing to compare with.
    await plainAnswer().then(
      (took) => plain.push(took),
      () => undefined,
    );
    const met = callees.flatMap((callee) => callee.met);
    const [told] = await admin.post<ReplyOf<typeof dialTaskApi.progress>>(dialTaskApi.progress.path, { ids: [taskId] });
    const waits = told && told.waitsFor !== "" ? ` (${told.waitsFor})` : "";
    say(`${met.length} calls, ${callees.filter((callee) => callee.talks).length} talk${waits}`);
  }
  const ms = performance.now() - began;
  await admin.post(dialTaskApi.pause.path, { id: taskId, cancelRinging: true });
  for (const callee of callees) callee.hangUp();
  await until("the last calls end", () => callees.every(({ inCall }) => !inCall));
  await until("no number has a call", async () => {
    const told = await admin.post<ReplyOf<typeof dialTaskApi.progress>>(dialTaskApi.progress.path, { ids: [taskId] });
    return told[0]?.progress.live === 0;
  });
  return { ms, plain };
}

/** The server on a folder whose database is made already: on a busy machine that takes longer than a start may. */
async function open(): Promise<RunningServer> {
  const settings = { DIAL_HOURS: "00:00-24:00", LOG_LEVEL: "error" };
  if (process.env[templateVariable]) return startServer(settings);
  const folder = mkdtempSync(join(tmpdir(), "liantai-floor-"));
  try {
    const tool = join(import.meta.dirname, "../../server/src/tools/prepare.ts");
    await promisify(execFile)(process.execPath, [tool], { env: { ...process.env, DATA_DIR: folder } });
    process.env[templateVariable] = folder;
    return await startServer(settings);
  } finally {
    delete process.env[templateVariable];
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stands it up, lets it dial, and says what became of it. */
export async function runFloor(plan: FloorPlan, say: (line: string) => void): Promise<DialReport> {
  const before = loadavg()[0]!;
  const server = await open();
  try {
    const floor = await stand(server, plan, say);
    const cpu = cpuMs(server.pid());
    const from = performance.now();
    const dialled = await dial(floor, plan, say);
    const cpuShare = (cpuMs(server.pid()) - cpu) / (performance.now() - from);
    await Promise.all([...floor.agents, ...floor.callees].map((one) => one.close()));
    // Gracefully: what is still to be written is.
    await server.end();
    const books = await readBooks(server.dataDir, floor.taskId);
    return dialReport(plan, floor.callees, books, { ...dialled, cpuShare, load: { before, after: loadavg()[0]! } });
  } finally {
    await server.stop();
  }
}
