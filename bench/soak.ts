/**
 * Hundreds of short calls over the real switch, with audio, recordings and the event log: does the server's memory grow with
 * them? After a warm-up its resident memory is looked at every 20 calls as it stands, with no collection of garbage asked for,
 * and a line is laid through it: the slope a call, with its standard error. What each thread holds is weighed after garbage
 * collection before and after. SOAK_CALLS: how many calls are measured.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openChild } from "./lib/child.ts";
import type { News, Order } from "./lib/floor.ts";
import { inspect, type Isolate } from "./lib/inspect.ts";
import { report, type Result } from "./lib/result.ts";
import { rssMb, serve } from "./lib/served.ts";

const agents = 16;
/** Nobody stands further back than the sentences that are spoken ahead: a synthesiser that comes and goes is 45 MB. */
const customers = 19;
/** The heaps are weighed in between, which shrinks them: they grow to their working size again before memory is looked at. */
const warmUp = [80, 160] as const;
const measured = Number(process.env["SOAK_CALLS"] ?? 600);
const each = 20;
const talkMs = 500;
/** What a call leaves behind for a moment: its recording is stored, its log is written. */
const settleMs = 1_500;

interface Slope {
  readonly kbPerCall: number;
  readonly error: number;
}

/** Least squares, with the standard error of the slope. */
function slopeOf(points: readonly (readonly [calls: number, mb: number])[]): Slope {
  const n = points.length;
  const mean = (i: 0 | 1): number => points.reduce((sum, p) => sum + p[i], 0) / n;
  const [x, y] = [mean(0), mean(1)];
  const sxx = points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0);
  const slope = points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0) / sxx;
  const rest = points.reduce((sum, p) => sum + (p[1] - y - slope * (p[0] - x)) ** 2, 0);
  return { kbPerCall: slope * 1_024, error: Math.sqrt(rest / (n - 2) / sxx) * 1_024 };
}

const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
const mapsOf = (pid: number): number => readFileSync(`/proc/${pid}/maps`, "utf8").split("\n").length;
const total = (isolates: readonly Isolate[], what: (isolate: Isolate) => number): number =>
  isolates.reduce((sum, isolate) => sum + what(isolate), 0);

export async function run(): Promise<Result> {
  const server = await serve({ LIANTAI_E2E: "1" });
  const floor = openChild<Order, News>("floor.ts");
  try {
    await floor.order({ do: "open", url: server.url, agents, customers });
    let failed = 0;
    const calls = async (count: number): Promise<void> => {
      failed += (await floor.order({ do: "calls", count, talkMs })).failed;
      await pause(settleMs);
    };
    await calls(warmUp[0]);
    const inspected = await inspect(await server.inspector());
    const before = await inspected.isolates();
    const counts = { files: filesOf(server.pid), maps: mapsOf(server.pid) };
    await calls(warmUp[1]);
    const points: [number, number][] = [];
    for (let done = each; done <= measured; done += each) {
      await calls(each);
      points.push([done, rssMb(server.pid)]);
      console.error(`${done} calls: ${points.at(-1)![1].toFixed(1)} MB`);
    }
    const after = await inspected.isolates();
    for (const isolate of after) {
      const was = before.find(({ name }) => name === isolate.name);
      console.error(
        `${isolate.name}: heap ${was?.heapMb.toFixed(2)} to ${isolate.heapMb.toFixed(2)} MB,`,
        `outside ${was?.externalMb.toFixed(2)} to ${isolate.externalMb.toFixed(2)} MB,`,
        `handles ${was?.handles} to ${isolate.handles}`,
      );
    }
    inspected.close();
    const { kbPerCall, error } = slopeOf(points);
    const weighed = warmUp[1] + measured;
    return report({
      name: "soak",
      unit: "",
      goal: "resident memory flat over an hour of calls",
      values: {
        calls: measured,
        failed,
        rssFromMb: points[0]![1],
        rssToMb: points.at(-1)![1],
        kbPerCall,
        kbPerCallError: error,
        heapKbPerCall: ((total(after, (i) => i.heapMb) - total(before, (i) => i.heapMb)) * 1_024) / weighed,
        outsideKbPerCall: ((total(after, (i) => i.externalMb) - total(before, (i) => i.externalMb)) * 1_024) / weighed,
        filesMore: filesOf(server.pid) - counts.files,
        mapsMore: mapsOf(server.pid) - counts.maps,
      },
    });
  } finally {
    floor.close();
    await server.stop();
  }
}
