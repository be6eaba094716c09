/** What the tools read of whoever runs them: arguments, and secrets that must not stand in one. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { operatorCode } from "@liantai/api/contract";
import { isLoopback } from "../../http/address.ts";
import { demoEnterprise, demoPassword } from "../../modules/system/index.ts";

/** Wrong arguments, or an answer that nobody is there to give: one line, no stack. */
export class UsageError extends Error {}

/** The options of a command line; each takes a value. */
export function argumentsOf<K extends string>(usage: string, names: readonly K[]): Partial<Record<K, string>> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
    return parseArgs({ options, strict: true, allowPositionals: false }).values as Partial<Record<K, string>>;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** Its address without a path. */
export function urlOf(text: string | undefined, usage: string): string {
  const url = text === undefined ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`--url takes http://HOST:PORT\n${usage}`);
  return url.origin;
}

export const accountOptions = ["account", "role", "enterprise"] as const;

export interface Account {
  readonly account: string;
  readonly roleType: number;
  readonly code: string;
}

export function accountOf(
  given: Partial<Record<(typeof accountOptions)[number], string>>,
  role: number,
  usage: string,
): Account {
  const roleType = Number(given.role ?? role);
  if (![0, 1, 2, 3, 4].includes(roleType)) throw new UsageError(`--role takes 0 to 4\n${usage}`);
  if (!given.account) throw new UsageError(`--account is missing\n${usage}`);
  const code = roleType === 0 ? operatorCode : (given.enterprise ?? demoEnterprise.compId);
  return { account: given.account, roleType, code };
}

/** Asks at the terminal; what is typed does not show where it is secret. */
export async function ask(question: string, secret = false): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`nobody to ask: ${question.trim()}`);
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: secret ? silent : process.stderr, terminal: true });
  try {
    return (await lines.question("")).trim();
  } finally {
    lines.close();
    if (secret) process.stderr.write("\n");
  }
}

/** LIANTAI_PASSWORD or DEMO_PASSWORD; asked for at a terminal; on loopback otherwise the demonstration's. */
export async function passwordFor(url: string): Promise<string> {
  const set = process.env["LIANTAI_PASSWORD"] ?? process.env["DEMO_PASSWORD"];
  if (set !== undefined) return set;
  const known = isLoopback(new URL(url).hostname) ? demoPassword : undefined;
  if (!process.stdin.isTTY) {
    if (known !== undefined) return known;
    throw new UsageError("set LIANTAI_PASSWORD");
  }
  const typed = await ask(known === undefined ? "password: " : "password (Enter: the demonstration's): ", true);
  return typed || (known ?? "");
}

/** The picture with the code, as a file to look at. */
export async function readPicture(png: Buffer): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "liantai-code-")), "code.png");
  writeFileSync(file, png, { mode: 0o600 });
  return ask(`the code of the picture ${file}: `);
}

/** One line and exit code 1 for whatever goes wrong. */
export async function run(name: string, main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    process.stderr.write(`${name}: ${text}${cause}\n`);
    process.exitCode = 1;
  }
}
