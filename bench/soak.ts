/**
 * Hundreds of short calls over the real switch, with audio, recordings and the event log: does the server's memory grow with
 * them? After a warm-up its memory is weighed every 20 calls and at the end, each time after a forced collection of garbage in
 * every isolate (main, media threads, PGlite's): what the heaps hold, what stands outside them, and the process as the kernel sees
 * it (malloc, V8's pages, other anonymous memory, resident). The verdict is over the second half: the slope a call with its 95 %
 * interval. A part is flat when even the upper end is under a tenth of the 0.25 MB a call that were once measured.
 * SOAK_CALLS: how many calls are measured; --hour: as many as an hour takes, by the clock;
 * --minutes 30: the mixed soak (lib/soak-minutes.ts); with --switch asterisk on Asterisk.
 */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { openChild } from "./lib/child.ts";
import type { News, Order } from "./lib/floor.ts";
import { inspect, type Inspected, type Isolate } from "./lib/inspect.ts";
import { mapsOf } from "./lib/maps.ts";
import { compare, type Measured } from "./lib/result.ts";
import { rssMb, serve } from "./lib/served.ts";
import { slopeOf, type Slope } from "./lib/slope.ts";
import { soakFor, type SoakSwitch } from "./lib/soak-minutes.ts";

const agents = 16;
/** Nobody stands further back than the sentences that are spoken ahead: a synthesiser that comes and goes is 45 MB. */
const customers = 19;
const warmUp = 120;
const measured = Number(process.env["SOAK_CALLS"] ?? 480);
const hourMs = 3_600_000;
const each = 20;
const talkMs = 500;
/** What a call leaves behind for a moment: its recording is stored, its log is written. */
const settleMs = 1_500;
/** A floor of 16 agents has about so many calls of three minutes in an hour. */
const callsAnHour = 320;
const flatKbPerCall = 25;

/** MB. `rest`: anonymous memory that is not V8's heap, PGlite's WebAssembly and large buffers. */
interface Sample {
  readonly heap: number;
  readonly external: number;
  readonly arrayBuffers: number;
  readonly malloc: number;
  readonly rest: number;
  readonly resident: number;
}
const parts = ["heap", "external", "arrayBuffers", "malloc", "rest", "resident"] as const;

interface Weighed {
  readonly calls: number;
  readonly sample: Sample;
  readonly isolates: readonly Isolate[];
}

const total = (isolates: readonly Isolate[], what: (isolate: Isolate) => number): number =>
  isolates.reduce((sum, isolate) => sum + what(isolate), 0);

const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

async function weigh(calls: number, pid: number, inspected: Inspected): Promise<Weighed> {
  const isolates = await inspected.isolates();
  const { malloc, anonymous } = mapsOf(pid);
  const sample = {
    heap: total(isolates, (i) => i.heapMb),
    external: total(isolates, (i) => i.externalMb),
    arrayBuffers: total(isolates, (i) => i.arrayBuffersMb),
    malloc,
    rest: anonymous - total(isolates, (i) => i.committedMb),
    resident: rssMb(pid),
  };
  console.error(`${calls} calls: ${parts.map((part) => `${part} ${sample[part].toFixed(1)}`).join(", ")} MB`);
  return { calls, sample, isolates };
}

function compareIsolates(first: Weighed, last: Weighed): void {
  for (const isolate of last.isolates) {
    const was = first.isolates.find(({ name }) => name === isolate.name);
    const [heap, external, arrayBuffers] = (["heapMb", "externalMb", "arrayBuffersMb"] as const).map(
      (of) => `${was?.[of].toFixed(2)} to ${isolate[of].toFixed(2)} MB`,
    );
    console.error(
      `${isolate.name}: heap ${heap}, outside ${external} (buffers ${arrayBuffers}), handles ${was?.handles} to ${isolate.handles}`,
    );
  }
}

type Growth = Readonly<Record<(typeof parts)[number], Slope>>;

/** KB a call over the second half of what was weighed. */
function growthOf(weighed: readonly Weighed[]): Growth {
  const half = weighed.slice(Math.floor(weighed.length / 2));
  const of = (part: (typeof parts)[number]): Slope =>
    slopeOf(half.map(({ calls, sample }) => [calls, sample[part] * 1_024]));
  return {
    heap: of("heap"),
    external: of("external"),
    arrayBuffers: of("arrayBuffers"),
    malloc: of("malloc"),
    rest: of("rest"),
    resident: of("resident"),
  };
}

/** Grows: the whole interval is above nothing and its upper end above what counts as flat. */
function verdictOf({ perCall, within }: Slope): "flat" | "grows" | "not proved" {
  if (perCall + within < flatKbPerCall) return "flat";
  return perCall - within > 0 ? "grows" : "not proved";
}

/** Calls that came to nothing prove nothing. */
const mostFailed = 0.02;

function say(growth: Growth, calls: number, failed: number): void {
  const lines = parts.map((part) => ({ part, ...growth[part], verdict: verdictOf(growth[part]) }));
  const all = (["grows", "not proved", "flat"] as const).find((one) => lines.some(({ verdict }) => verdict === one))!;
  const { perCall, within } = growth.resident;
  const missing = failed > mostFailed ? ` (NOT PROVED: ${Math.round(failed * 100)} % of the calls failed)` : "";
  console.error(
    `verdict over the last ${calls} calls: ${all.toUpperCase()}${missing}; ${lines
      .map(({ part, perCall: slope, within: w, verdict }) => `${part} ${slope.toFixed(1)} ± ${w.toFixed(1)} ${verdict}`)
      .join(", ")} (KB a call, 95 %; flat: under ${flatKbPerCall}); an hour of ${callsAnHour} calls adds at most ${(
      ((perCall + within) * callsAnHour) /
      1_024
    ).toFixed(1)} MB of resident memory`,
  );
}

/** --minutes 30: what follows it. */
function minutesAsked(): number | undefined {
  const at = process.argv.indexOf("--minutes");
  if (at < 0) return undefined;
  const minutes = Number(process.argv[at + 1]);
  if (!(minutes > 0)) throw new Error("--minutes takes a number of minutes");
  return minutes;
}

function switchAsked(): SoakSwitch {
  const at = process.argv.indexOf("--switch");
  const name = at < 0 ? "embedded" : process.argv[at + 1];
  if (name !== "embedded" && name !== "asterisk") throw new Error("--switch takes embedded or asterisk");
  return name;
}

export async function run(): Promise<Measured> {
  const minutes = minutesAsked();
  const on = switchAsked();
  if (minutes !== undefined) return soakFor(minutes, on);
  if (on !== "embedded") throw new Error("--switch asterisk goes with --minutes");
  const until = process.argv.includes("--hour") ? Date.now() + hourMs : undefined;
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
    const inspected = await inspect(await server.inspector());
    await calls(warmUp);
    const files = filesOf(server.pid);
    const bareFrom = rssMb(bare.pid!);
    const weighed = [await weigh(0, server.pid, inspected)];
    for (let done = each; until === undefined ? done <= measured : Date.now() < until; done += each) {
      await calls(each);
      weighed.push(await weigh(done, server.pid, inspected));
    }
    inspected.close();
    const [first, last] = [weighed[0]!, weighed.at(-1)!];
    compareIsolates(first, last);
    const growth = growthOf(weighed);
    say(growth, last.calls - weighed[Math.floor(weighed.length / 2)]!.calls, failed / (warmUp + last.calls));
    return {
      name: "soak",
      compared: [
        compare(
          { what: "resident memory after the calls", reference: "the same server before them", unit: "MB" },
          last.sample.resident,
          first.sample.resident,
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
        calls: last.calls,
        failed,
        ...Object.fromEntries(
          parts.flatMap((part) => [
            [`${part}KbPerCall`, growth[part].perCall],
            [`${part}Within`, growth[part].within],
          ]),
        ),
        filesMore: filesOf(server.pid) - files,
      },
    };
  } finally {
    floor.close();
    bare.kill();
    await server.stop();
  }
}
