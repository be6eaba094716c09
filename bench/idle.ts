/**
 * A server that nobody uses, as npm start runs it, with the built-in database and with PostgreSQL: CPU time a second, memory
 * once it has settled; and how soon the next start answers after kill -9, with twelve calls talking and without. Beside it, in
 * the same seconds, a bare Node process where Fastify listens and PGlite is open (lib/bare-server.ts).
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "@liantai/server/testing/list-load";
import { openChild } from "./lib/child.ts";
import type { News, Order } from "./lib/floor.ts";
import { compare, type Compared, type Measured } from "./lib/result.ts";
import { cpuMs, rssMb, serve, type Served } from "./lib/served.ts";

/** V8 gives back what a start needed in three steps, the last of them 110 s after it (322, 269, 229 MB with PostgreSQL). */
const settleMs = 75_000;
/** What happens once a minute is in it once. */
const measureMs = 60_000;
const calls = 12;
const talkMs = 5_000;

/** One tick of the kernel's clock: a process that used less cannot be told from one that used none. */
const leastMsPerSecond = 10 / (measureMs / 1_000);

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

/** Ours and the bare one, both in the same seconds. */
interface Both {
  readonly ours: Idle;
  readonly bare: Idle;
}

async function both(pid: number, barePid: number): Promise<Both> {
  const [ours, bare] = await Promise.all([idle(pid), idle(barePid)]);
  return { ours, bare };
}

const compared = (database: string, { ours, bare }: Both): readonly [Compared, Compared] => {
  const reference = "a bare Node process with Fastify and PGlite";
  return [
    compare(
      { what: `CPU a second, ${database}`, reference, unit: "ms" },
      ours.msPerSecond,
      Math.max(bare.msPerSecond, leastMsPerSecond),
    ),
    compare({ what: `memory, ${database}`, reference, unit: "MB" }, ours.rssMb, bare.rssMb),
  ];
};

async function onPostgres(barePid: number): Promise<Both | undefined> {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  const server = await serve({ DATABASE_URL: postgres.url });
  try {
    await server.kill();
    const again = await server.restart();
    try {
      return await both(again.pid, barePid);
    } finally {
      await again.stop();
    }
  } finally {
    await postgres.stop();
  }
}

export async function run(): Promise<Measured> {
  const bare = fork(join(import.meta.dirname, "lib/bare-server.ts"), { execArgv: [] });
  try {
    await once(bare, "message");
    const first = await serve({ LIANTAI_E2E: "1" });
    const inCalls = await killedInCalls(first);
    await inCalls.kill();
    const second = await inCalls.restart();
    const pglite = await both(second.pid, bare.pid!);
    await second.stop();
    const postgres = await onPostgres(bare.pid!);
    return {
      name: "idle",
      compared: [
        ...compared("PGlite", pglite),
        ...(postgres ? compared("PostgreSQL", postgres) : []),
        compare(
          { what: "ready again after kill -9 with 12 calls", reference: "the same without calls", unit: "s" },
          inCalls.seconds,
          second.seconds,
        ),
      ],
      unit: "s",
      goal: "under 10 ms of CPU a second, 450 MB with PGlite, 250 with PostgreSQL; start after kill -9 under 3 s",
      values: {
        firstStart: first.seconds,
      },
    };
  } finally {
    bare.kill();
  }
}
