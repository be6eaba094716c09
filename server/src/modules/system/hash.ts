/** Passwords at rest: argon2id, PHC strings. */
import { hash, verify } from "@node-rs/argon2";

// About 30 ms on a desktop machine; above OWASP's floor of 19 MiB and two passes. Algorithm 2 is argon2id (a const enum there).
const cost = { algorithm: 2, memoryCost: 65_536, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | undefined;

/** An unknown account costs the same as a known one, so the time of a refusal tells nothing. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (stored !== undefined) return verify(stored, password);
  decoy ??= hashPassword("decoy");
  await verify(await decoy, password);
  return false;
}
