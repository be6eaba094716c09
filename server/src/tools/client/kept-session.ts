/**
 * One session for all tools of a person: an account has one session at a time (C6), so a telephone that signed in for itself would
 * push the CTI link of the same agent out. The token lies in a file of its owner alone until it is refused.
 */
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { authApi } from "@liantai/api/contract";
import { sessionOf, signIn, type ApiSession } from "./session.ts";
import { ask, passwordFor, readPicture, type Account } from "./terminal.ts";

const waitMs = 50;
/** Another tool signs in meanwhile; one that was killed in it leaves its lock. */
const staleMs = 60_000;

const folder = (): string => join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "liantai", "sessions");

async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > staleMs) rmdirSync(lock);
      else await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  try {
    return await work();
  } finally {
    rmdirSync(lock);
  }
}

async function alive(session: ApiSession): Promise<boolean> {
  return (await session.raw(authApi.getUser.path)).status === 200;
}

function kept(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** LIANTAI_TOKEN, or the session that a tool has opened and that still lives, or a new one. */
export async function keptSession(url: string, who: Account): Promise<ApiSession> {
  const given = process.env["LIANTAI_TOKEN"];
  if (given) return sessionOf(url, given);
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const name = createHash("sha256").update([url, who.code, who.roleType, who.account].join("\n")).digest("hex");
  const file = join(folder(), name);
  return locked(file, async () => {
    const token = kept(file);
    const before = token === undefined ? undefined : sessionOf(url, token);
    if (before && (await alive(before))) return before;
    const session = await signIn(url, {
      ...who,
      password: await passwordFor(url),
      readPicture,
      readTotp: () => ask("code of the app: "),
    });
    writeFileSync(file, session.token, { mode: 0o600 });
    chmodSync(file, 0o600);
    return session;
  });
}
