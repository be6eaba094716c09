/**
 * npm run bench -- soak --minutes 30 (issue 8, E26): agents, monitors and customers do by lot what people do in a call centre:
 * talk, hold, consult, transfer, confer, pause and mark recordings, lose their telephones, ask to be called back, supervise, end
 * calls by force. Through the real server, on the embedded switch or on Asterisk (--switch asterisk); signalling and packets are
 * real, there are no browsers. At the end the log is compared with what was made of it (npm run rebuild tells how many rows
 * differed), no agent may have been ready in a live call, no call may be without an end, and resident memory, after garbage
 * collection, may have grown by 10 MB since the fifth minute. SOAK_AGENTS, SOAK_CUSTOMERS: how many there are; SOAK_SEED: other
 * lots.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { homeApi, queueCallbackApi } from "@liantai/api/contract/admin";
import { apiSignIn } from "@liantai/e2e/harness/api.ts";
import { asteriskSettings, openAsterisk, type OwnAsterisk } from "./asterisk.ts";
import { openChild } from "./child.ts";
import { inspect } from "./inspect.ts";
import { compare, type Measured } from "./result.ts";
import { cpuMs, rssMb, serve, type Served } from "./served.ts";
import type { SoakNews, SoakOrder } from "./soak-floor.ts";

const agents = Number(process.env["SOAK_AGENTS"] ?? 40);
const customers = Number(process.env["SOAK_CUSTOMERS"] ?? 18);
const seed = Number(process.env["SOAK_SEED"] ?? 8);
const minuteMs = 60_000;
/** Warmed up by then; of a short run a third of it. */
const settledMinutes = 5;
const sampleMs = 10_000;

/** Calls that have no end although nobody is in one. */
async function open(url: string): Promise<number> {
  const admin = await apiSignIn(url, "admin", 1);
  const { live } = await admin.post<{ live: { waiting: number; talking: number } }>(homeApi.enterprise.path, {});
  return live.waiting + live.talking;
}

/** How many callbacks are in which state: waiting, dialling, done, failed, cancelled. */
async function callbacks(url: string): Promise<Readonly<Record<string, number>>> {
  const admin = await apiSignIn(url, "admin", 1);
  const states: Record<string, number> = {};
  for (let pageNo = 1; ; pageNo += 1) {
    const { list } = await admin.post<{ list: { state: string }[] }>(queueCallbackApi.list.path, {
      pageNo,
      pageSize: 100,
    });
    for (const { state } of list) states[state] = (states[state] ?? 0) + 1;
    if (list.length < 100) return states;
  }
}

/** Rows of the projections that are not what the log says; the server has ended. */
function differences({ dataDir }: Served): number {
  const tool = spawnSync(process.execPath, [join(import.meta.dirname, "../../server/src/tools/rebuild.ts")], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_NO_WARNINGS: "1" },
    encoding: "utf8",
  });
  const found = /(\d+) rows had differed/.exec(tool.stdout);
  if (!found) throw new Error(`rebuild: ${tool.stdout} ${tool.stderr}`);
  return Number(found[1]);
}

const lines = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([what, times]) => `${what} ${times}`)
    .join(", ");

export type SoakSwitch = "embedded" | "asterisk";

export async function soakFor(minutes: number, on: SoakSwitch): Promise<Measured> {
  const asterisk = on === "asterisk" ? await openAsterisk() : undefined;
  try {
    return await soakWith(minutes, asterisk);
  } finally {
    asterisk?.end();
  }
}

async function soakWith(minutes: number, asterisk: OwnAsterisk | undefined): Promise<Measured> {
  const server = await serve({ LIANTAI_E2E: "1", ...(asterisk ? asteriskSettings(asterisk) : {}) });
  const floor = openChild<SoakOrder, SoakNews>("soak-floor.ts");
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  try {
    await floor.order({ do: "open", url: server.url, agents, customers, seed });
    const inspected = await inspect(await server.inspector());
    const weigh = async (): Promise<number> => {
      await inspected.isolates();
      return rssMb(server.pid);
    };
    await floor.order({ do: "begin" });
    const from = Date.now();
    const spent = cpuMs(server.pid);
    const spentByAsterisk = asterisk ? cpuMs(asterisk.pid) : 0;
    const settledMs = Math.min(settledMinutes, minutes / 3) * minuteMs;
    const worst = { rss: 0 };
    const until = async (ms: number): Promise<void> => {
      while (Date.now() - from < ms) {
        await pause(Math.min(sampleMs, Math.max(0, ms - (Date.now() - from))));
        worst.rss = Math.max(worst.rss, rssMb(server.pid));
      }
    };
    await until(settledMs);
    const [settled, bareFrom] = [await weigh(), rssMb(bare.pid!)];
    await until(minutes * minuteMs);
    const ran = Date.now() - from;
    const cpu = cpuMs(server.pid) - spent;
    const ofAsterisk: Readonly<Record<string, number>> = asterisk
      ? { asteriskCpuMsPerSecond: (cpuMs(asterisk.pid) - spentByAsterisk) / (ran / 1_000) }
      : {};
    const last = await floor.order({ do: "end" });
    const after = await weigh();
    const without = await open(server.url);
    const asked = await callbacks(server.url);
    inspected.close();
    floor.close();
    await server.end();
    const differed = differences(server);
    console.error(`done: ${lines(last.done)}`);
    console.error(`refused: ${lines(last.refused)}`);
    console.error(`callbacks: ${lines(asked)}`);
    if (last.wrong.length > 0) console.error(`WRONG: ${last.wrong.join("; ")}`);
    if (last.inCall.length > 0) console.error(`STILL IN A CALL: ${last.inCall.join("; ")}`);
    const calls = Object.entries(last.done).reduce((sum, [what, n]) => (what.startsWith("call ") ? sum + n : sum), 0);
    return {
      name: "soak",
      compared: [
        compare(
          { what: "resident memory at the end", reference: "the same server when it had settled", unit: "MB" },
          after,
          settled,
        ),
        compare(
          { what: "the same of a bare Node process", reference: "itself then", unit: "MB" },
          rssMb(bare.pid!),
          bareFrom,
        ),
      ],
      unit: "",
      goal: "nothing differs, nobody ready in a call, no call without an end, at most 10 MB more after minute 5",
      values: {
        minutes,
        agents,
        calls,
        calledBack: asked["done"] ?? 0,
        rowsThatDiffer: differed,
        wronglyReadyOrLost: last.wrong.length,
        stillInACall: last.inCall.length,
        callsWithoutAnEnd: without,
        grownMb: after - settled,
        peakMb: worst.rss,
        cpuMsPerSecond: cpu / (ran / 1_000),
        ...ofAsterisk,
      },
    };
  } finally {
    floor.close();
    bare.kill();
    await server.stop();
  }
}
