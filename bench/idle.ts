/**
 * A server that nobody uses, as npm start runs it, with the built-in database and with PostgreSQL: CPU time a second, memory
 * once it has settled; and how soon the next start answers after kill -9, with twelve calls talking and without. Beside it a
 * bare Node process with one timer a second.
 */
import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "@liantai/server/testing/list-load";
import { openChild } from "./lib/child.ts";
import type { News, Order } from "./lib/floor.ts";
import { report, type Result } from "./lib/result.ts";
import { cpuMs, rssMb, serve, type Served } from "./lib/served.ts";

const settleMs = 45_000;
/** What happens once a minute is in it once. */
const measureMs = 60_000;
const calls = 12;
const talkMs = 5_000;

interface Idle {
  readonly msPerSecond: number;
  readonly rssMb: number;
}

async function idle(pid: number): Promise<Idle> {
  await pause(settleMs);
  const from = cpuMs(pid);
  await pause(measureMs);
  return { msPerSecond: (cpuMs(pid) - from) / (measureMs / 1_000), rssMb: rssMb(pid) };
}

/** Twelve agents and twelve customers talk when the process is killed; their telephones go on asking for it. */
async function killedInCalls(server: Served): Promise<Served> {
  const floor = openChild<Order, News>("floor.ts");
  try {
    await floor.order({ do: "open", url: server.url, agents: calls, customers: calls });
    const { answered } = await floor.order({ do: "talk" });
    if (answered !== calls) throw new Error(`${answered} of ${calls} calls talk`);
    await pause(talkMs);
    await server.kill();
    return await server.restart();
  } finally {
    floor.close();
  }
}

async function onPostgres(): Promise<Idle | undefined> {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  const server = await serve({ DATABASE_URL: postgres.url });
  try {
    await server.kill();
    const again = await server.restart();
    try {
      return await idle(again.pid);
    } finally {
      await again.stop();
    }
  } finally {
    await postgres.stop();
  }
}

export async function run(): Promise<Result> {
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  try {
    const first = await serve({ LIANTAI_E2E: "1" });
    const inCalls = await killedInCalls(first);
    await inCalls.kill();
    const second = await inCalls.restart();
    const pglite = await idle(second.pid);
    const bareNodeRssMb = rssMb(bare.pid!);
    await second.stop();
    const postgres = await onPostgres();
    return report({
      name: "idle",
      unit: "",
      goal: "under 10 ms of CPU a second, 450 MB with PGlite, 250 with PostgreSQL; start after kill -9 under 3 s",
      values: {
        idleMsPerSecond: pglite.msPerSecond,
        rssMb: pglite.rssMb,
        ...(postgres ? { postgresIdleMsPerSecond: postgres.msPerSecond, postgresRssMb: postgres.rssMb } : {}),
        bareNodeRssMb,
        firstStartSeconds: first.seconds,
        startAfterKillRatio: inCalls.seconds / second.seconds,
        startAfterKillInCallsSeconds: inCalls.seconds,
        startAfterKillSeconds: second.seconds,
      },
    });
  } finally {
    bare.kill();
  }
}
