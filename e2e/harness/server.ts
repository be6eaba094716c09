/** A real server process on a folder of its own: what `npm start` starts, on a free port. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromTemplate } from "./template.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface RunningServer {
  readonly url: string;
  readonly dataDir: string;
  pid(): number;
  /** All it printed so far. */
  output(): string;
  /** SIGKILL, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts again on the same port and folder. */
  restart(): Promise<void>;
  /** Ends it gracefully; its folder stays. */
  end(): Promise<void>;
  /** Ends it gracefully and removes its folder. */
  stop(): Promise<void>;
}

declare global {
  /** Servers of this suite, for environment.mjs. */
  var liantaiServers: RunningServer[] | undefined;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const address = server.address();
        server.close(() =>
          address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
        );
      });
  });

/** s. What never becomes ready, not what is slow: on a machine with much other work a start of 3 s takes 40. */
const patience = 90;

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let i = 0; i < patience * 10; i++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server was not ready after ${patience} s:\n${output()}`);
}

export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "liantai-e2e-"));
  fromTemplate(dataDir);
  const url = `http://127.0.0.1:${port}`;
  let text = "";
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, ["server/src/main.ts"], {
      cwd: root,
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        NODE_NO_WARNINGS: "1",
        PORT: String(port),
        HOST: "127.0.0.1",
        DATA_DIR: dataDir,
        LIANTAI_E2E: "1",
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await untilReady(url, child, () => text);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill(signal);
    });
  await start();
  const running: RunningServer = {
    url,
    dataDir,
    pid: () => child.pid ?? 0,
    output: () => text,
    kill: () => end("SIGKILL"),
    restart: start,
    end: () => end("SIGTERM"),
    async stop() {
      await end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  (globalThis.liantaiServers ??= []).push(running);
  return running;
}
