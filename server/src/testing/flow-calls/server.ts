/** A server process of ours with the embedded switch, on a folder of its own: what `npm start` starts, without the page. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { until } from "../processes.ts";
import { childEnv } from "../child-env.ts";
import { boundToParent } from "../bound-process.ts";

export interface ServerProcess {
  readonly url: string;
  readonly folder: string;
  /** All it printed. */
  output(): string;
  /** Asks it to end; its folder stays. */
  end(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** What never becomes ready, not what is slow: on a machine with much other work a first start of 4 s takes 60. */
const patienceMs = 150_000;

/** settings: of the environment, beside the usual ones. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), "liantai-calls-"))];
  const url = `http://127.0.0.1:${port}`;
  let said = "";
  const child = spawn(...boundToParent(process.execPath, [join(import.meta.dirname, "../../main.ts")]), {
    env: childEnv({
      LIANTAI_E2E: "1",
      // Everything that it would ever log.
      LOG_LEVEL: "debug",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: folder,
      ...settings,
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += String(chunk)));
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  };
  const close = async (): Promise<void> => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  const ready = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the server ended before it was ready:\n${said}`);
    return (await fetch(`${url}/readyz`).catch(() => undefined))?.ok === true;
  };
  try {
    await until("the server is ready", ready, patienceMs);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, folder, output: () => said, end, close };
}
