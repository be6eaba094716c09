/** The server as npm start runs it, in a process that a bench can weigh and kill. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@liantai/e2e/harness/server.ts";

/** Linux: the kernel counts in hundredths of a second. */
const tickMs = 10;

export const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};
export const rssMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024;

const gone = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once("exit", resolve))
    : Promise.resolve();

export interface Served {
  readonly url: string;
  readonly dataDir: string;
  /** Of the server itself, which npm start's script runs. */
  readonly pid: number;
  /** Opens the process' inspector; resolves with its address. */
  inspector(): Promise<string>;
  /** From the start until it was ready. */
  readonly seconds: number;
  /** SIGKILL, as a power cut would. */
  kill(): Promise<void>;
  /** Again on the same folder; `seconds` and `pid` are the new process'. */
  restart(): Promise<Served>;
  /** Ends it; its folder stays. */
  end(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Served> {
  return start(mkdtempSync(join(tmpdir(), "liantai-bench-")), await freePort(), settings);
}

async function start(dataDir: string, port: number, settings: Readonly<Record<string, string>>): Promise<Served> {
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const starter = spawn(process.execPath, [join(import.meta.dirname, "../../scripts/start.mjs")], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: "error",
      NODE_OPTIONS: "--inspect-port=0",
      ...settings,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const { stderr } = starter;
  stderr.pipe(process.stderr, { end: false });
  for (;;) {
    if (starter.exitCode !== null) throw new Error("npm start ended");
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok) break;
    await pause(20);
  }
  const seconds = (performance.now() - began) / 1_000;
  const children = readFileSync(`/proc/${starter.pid}/task/${starter.pid}/children`, "utf8").trim().split(" ");
  const pid = Number(children.at(-1));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (starter.exitCode === null && starter.signalCode === null) process.kill(pid, signal);
    await gone(starter);
  };
  return {
    url,
    dataDir,
    pid,
    seconds,
    inspector: () =>
      new Promise((resolve) => {
        stderr.on("data", (text: Buffer) => {
          const found = /listening on (ws:\S+)/.exec(text.toString());
          if (found) resolve(found[1]!);
        });
        process.kill(pid, "SIGUSR1");
      }),
    kill: () => end("SIGKILL"),
    end: () => end("SIGTERM"),
    restart: () => start(dataDir, port, settings),
    async stop() {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
