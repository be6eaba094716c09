/**
 * A server that nobody uses, as npm start runs it with the built-in database: CPU time a second, memory once it has settled,
 * and how soon the next start answers after kill -9. Beside it a bare Node process with one timer a second.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { report, type Result } from "./lib/result.ts";

const port = 8_393;
const settleMs = 30_000;
const measureMs = 30_000;
/** Linux: the kernel counts in hundredths of a second. */
const tickMs = 10;

const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};
const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

interface Started {
  readonly starter: ChildProcess;
  readonly pid: number;
  readonly seconds: number;
}

async function start(dataDir: string): Promise<Started> {
  const began = performance.now();
  const starter = spawn(process.execPath, [join(import.meta.dirname, "../scripts/start.mjs")], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  for (;;) {
    if (starter.exitCode !== null) throw new Error("npm start ended");
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) break;
    await pause(20);
  }
  const seconds = (performance.now() - began) / 1_000;
  return { starter, pid: Number(readFileSync(join(dataDir, "db.pid"), "utf8")), seconds };
}

const gone = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once("exit", resolve));

export async function run(): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), "liantai-idle-"));
  const bare = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  try {
    const first = await start(dataDir);
    process.kill(first.pid, "SIGKILL");
    await gone(first.starter);
    const second = await start(dataDir);
    await pause(settleMs);
    const from = [cpuMs(second.pid), cpuMs(bare.pid!)] as const;
    await pause(measureMs);
    const seconds = measureMs / 1_000;
    const values = {
      idleMsPerSecond: (cpuMs(second.pid) - from[0]) / seconds,
      bareNodeMsPerSecond: (cpuMs(bare.pid!) - from[1]) / seconds,
      rssMb: rssMb(second.pid),
      bareNodeRssMb: rssMb(bare.pid!),
      firstStartSeconds: first.seconds,
      startAfterKillSeconds: second.seconds,
    };
    process.kill(second.pid, "SIGTERM");
    await gone(second.starter);
    return report({
      name: "idle",
      unit: "",
      goal: "under 10 ms of CPU a second, 450 MB, start after kill -9 under 3 s",
      values,
    });
  } finally {
    bare.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
