/** The tools for integrators (docs/integrators.md) as processes of their own: lines in, lines out. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Tool {
  readonly lines: readonly string[];
  readonly errors: () => string;
  say(line: string): void;
  /** Resolves with the first line, from `from` on, for which it holds. */
  until(holds: (line: string) => boolean, ms?: number, from?: number): Promise<string>;
  readonly ended: Promise<number | null>;
  end(): Promise<void>;
}

export interface Toolbox {
  /** `settings`: environment variables of this one. */
  open(
    name: "token" | "cti" | "phone" | "softphone",
    options: Readonly<Record<string, string>>,
    settings?: Readonly<Record<string, string>>,
  ): Tool;
  close(): Promise<void>;
}

/** `password`: of every account they sign in with. They share their sessions, and with nobody else. */
export function openToolbox(password: string): Toolbox {
  const cache = mkdtempSync(join(tmpdir(), "liantai-tools-"));
  const open: Tool[] = [];
  return {
    open(name, options, settings = {}) {
      const given = Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]);
      const child = spawn(process.execPath, [`server/src/tools/${name}.ts`, ...given], {
        cwd: root,
        env: {
          ...process.env,
          NODE_OPTIONS: "",
          NODE_NO_WARNINGS: "1",
          XDG_CACHE_HOME: cache,
          LIANTAI_PASSWORD: password,
          ...settings,
        },
        stdio: ["pipe", "pipe", "pipe"],
      });
      const lines: string[] = [];
      let errors = "";
      const hearers = new Set<() => void>();
      createInterface({ input: child.stdout }).on("line", (line) => {
        lines.push(line);
        for (const hear of hearers) hear();
      });
      child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
      const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
      const tool: Tool = {
        lines,
        errors: () => errors,
        say: (line) => void child.stdin.write(`${line}\n`),
        until: (holds, ms = 20_000, from = 0) =>
          new Promise((resolve, reject) => {
            const finish = (done: () => void) => {
              hearers.delete(look);
              clearTimeout(timer);
              done();
            };
            const look = () => {
              const found = lines.slice(from).find(holds);
              if (found !== undefined) finish(() => resolve(found));
            };
            const timer = setTimeout(
              () =>
                finish(() =>
                  reject(new Error(`${name} did not say it within ${ms} ms: ${lines.slice(-5).join("\n")}\n${errors}`)),
                ),
              ms,
            );
            hearers.add(look);
            look();
          }),
        ended,
        async end() {
          child.kill("SIGTERM");
          await ended;
        },
      };
      open.push(tool);
      return tool;
    },
    async close() {
      await Promise.all(open.map((tool) => tool.end()));
      rmSync(cache, { recursive: true, force: true });
    },
  };
}

interface Told {
  readonly state: string;
  readonly heard: Readonly<Record<string, number>>;
}

/** Lines of the phone: what it is in, and a tone that is most of what it hears. */
export const is =
  (state: string) =>
  (line: string): boolean =>
    (JSON.parse(line) as Told).state === state;
export const hears =
  (hz: number) =>
  (line: string): boolean =>
    ((JSON.parse(line) as Told).heard[hz] ?? 0) > 0.5;
