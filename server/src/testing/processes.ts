/** Processes that a suite starts beside itself, and waiting for what they do. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Processes {
  start(script: URL, ...args: readonly string[]): ChildProcess;
  /** kill -9, and it is gone. */
  kill(child: ChildProcess): Promise<void>;
  /** Those that live end as they hear that this one has nothing more to say. */
  end(): Promise<void>;
}

export function createProcesses(): Processes {
  const children: ChildProcess[] = [];
  return {
    start(script, ...args) {
      const child = fork(fileURLToPath(script), args);
      children.push(child);
      return child;
    },
    async kill(child) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
    async end() {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const gone = once(child, "exit");
        child.disconnect();
        await gone;
      }
    },
  };
}

/** Looked at again and again: what another process does has no event here. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what}: did not happen`);
}
