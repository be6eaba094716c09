/**
 * Hundreds of short calls over the real switch, with audio, recordings and the event log: does the server's memory grow with
 * them? After a warm-up its memory is looked at every 20 calls as it stands, with no collection of garbage asked for, and by
 * its parts: V8's pages, what malloc holds, other anonymous memory (PGlite's WebAssembly, large buffers), stacks and files. Each
 * part has a slope a call with its standard error (least squares) and the medians of five plateaus: what V8 takes and gives
 * back moves the whole by tens of MB either way, so a part that grows shows in its own row or nowhere. What each thread holds
 * is weighed after garbage collection before and after. SOAK_CALLS: how many calls are measured. Growth has no other reference
 * than the same server before the calls; a bare Node process beside it says how far memory moves that nobody uses.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openChild } from "./lib/child.ts";
import type { News, Order } from "./lib/floor.ts";
import { inspect, type Inspected, type Isolate } from "./lib/inspect.ts";
import { mapParts, mapsOf } from "./lib/maps.ts";
import { compare, quantile, type Measured } from "./lib/result.ts";
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
const plateaus = 5;
const parts = ["resident", "v8", "rest", ...mapParts] as const;
/** MB of each part; `rest`: anonymous memory that is not V8's. */
type Sample = Readonly<Record<(typeof parts)[number], number>>;

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

async function sampled(pid: number, inspected: Inspected): Promise<Sample> {
  const v8 = await inspected.committedMb();
  const maps = mapsOf(pid);
  return { resident: rssMb(pid), v8, rest: maps.anonymous - v8, ...maps };
}

/** A row a part: slope, error, medians of the plateaus. */
function movementOf(samples: readonly (readonly [calls: number, sample: Sample])[]): Record<string, Slope> {
  const size = Math.ceil(samples.length / plateaus);
  return Object.fromEntries(
    parts.map((part) => {
      const slope = slopeOf(samples.map(([calls, sample]) => [calls, sample[part]]));
      const medians = Array.from({ length: Math.ceil(samples.length / size) }, (_, i) =>
        quantile(
          samples.slice(i * size, (i + 1) * size).map(([, sample]) => sample[part]),
          0.5,
        ).toFixed(1),
      );
      console.error(
        `${part.padEnd(9)} ${slope.kbPerCall.toFixed(1)} ± ${slope.error.toFixed(1)} KB a call; plateaus ${medians.join(", ")} MB`,
      );
      return [part, slope];
    }),
  );
}
const total = (isolates: readonly Isolate[], what: (isolate: Isolate) => number): number =>
  isolates.reduce((sum, isolate) => sum + what(isolate), 0);

export async function run(): Promise<Measured> {
  const server = await serve({ LIANTAI_E2E: "1" });
  const floor = openChild<Order, News>("floor.ts");
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
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
    const files = filesOf(server.pid);
    await calls(warmUp[1]);
    const bareFrom = rssMb(bare.pid!);
    const samples: [number, Sample][] = [];
    for (let done = each; done <= measured; done += each) {
      await calls(each);
      samples.push([done, await sampled(server.pid, inspected)]);
      const now = samples.at(-1)![1];
      console.error(`${done} calls: ${parts.map((part) => `${part} ${now[part].toFixed(1)}`).join(", ")} MB`);
    }
    const after = await inspected.isolates();
    for (const isolate of after) {
      const was = before.find(({ name }) => name === isolate.name);
      const [heap, outside] = (["heapMb", "externalMb"] as const).map(
        (of) => `${was?.[of].toFixed(2)} to ${isolate[of].toFixed(2)} MB`,
      );
      console.error(`${isolate.name}: heap ${heap}, outside ${outside}, handles ${was?.handles} to ${isolate.handles}`);
    }
    inspected.close();
    const moved = movementOf(samples);
    const weighed = warmUp[1] + measured;
    return {
      name: "soak",
      compared: [
        compare(
          { what: "resident memory after the calls", reference: "the same server before them", unit: "MB" },
          samples.at(-1)![1].resident,
          samples[0]![1].resident,
        ),
        compare(
          { what: "the same of a bare Node process", reference: "itself before them", unit: "MB" },
          rssMb(bare.pid!),
          bareFrom,
        ),
      ],
      unit: "",
      goal: "resident memory flat over an hour of calls",
      values: {
        calls: measured,
        failed,
        ...Object.fromEntries(
          Object.entries(moved).flatMap(([part, { kbPerCall, error }]) => [
            [`${part}KbPerCall`, kbPerCall],
            [`${part}Error`, error],
          ]),
        ),
        heapKbPerCall: ((total(after, (i) => i.heapMb) - total(before, (i) => i.heapMb)) * 1_024) / weighed,
        outsideKbPerCall: ((total(after, (i) => i.externalMb) - total(before, (i) => i.externalMb)) * 1_024) / weighed,
        filesMore: filesOf(server.pid) - files,
      },
    };
  } finally {
    floor.close();
    bare.kill();
    await server.stop();
  }
}
