/** 安全输入: what customers typed in secret, sealed, for ten minutes and one fetch by an interface. The only face of this module. */
import { createHash } from "node:crypto";
import { minuteMs } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import { stallMs, type HeldLease } from "../../ports/lease.ts";
import type { Ports } from "../../ports/index.ts";
import { mustHold } from "../lease/index.ts";
import type { Sealer } from "../system/index.ts";
import { deleteExpired, insertEntry, takeEntry } from "./repository.ts";

export const keptMs = 10 * minuteMs;
/** Removes what nobody fetched, whichever process is there then. */
const expiry = "secure-entry-expiry";

export interface SecureEntry {
  readonly compId: string;
  readonly callId: string;
  readonly agentId: string;
  /** What was asked for. */
  readonly name: string;
  readonly digits: string;
}

export interface SecureEntries {
  /** The token that fetches it. */
  keep(entry: SecureEntry): Promise<string>;
  /** undefined: there is none, it was fetched, or too long ago. It is gone with the transaction. */
  take(trx: Trx, compId: string, token: string): Promise<(SecureEntry & { readonly enteredAt: Date }) | undefined>;
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");
const context = (compId: string, tokenHash: string): string => `secureEntry/${compId}/${tokenHash}`;

export interface SecureEntriesDeps extends Pick<Ports, "database" | "clock" | "random"> {
  readonly jobs: Pick<Ports["jobs"], "send">;
  readonly sealer: Sealer;
}

/** lease: under which it is kept; an engine that was followed keeps nothing (K34). Default: none. */
export function createSecureEntries(
  { database, clock, random, jobs, sealer }: SecureEntriesDeps,
  lease?: HeldLease,
): SecureEntries {
  return {
    async keep({ digits, compId, ...entry }) {
      const token = random.token(24);
      const tokenHash = hashOf(token);
      const now = clock.now();
      // system: leases are the installation's; the row names its enterprise.
      await database.system(
        async (trx) => {
          await mustHold(trx, lease);
          await insertEntry(trx, {
            ...entry,
            compId,
            tokenHash,
            digits: sealer.seal(digits, context(compId, tokenHash)),
            enteredAt: new Date(now),
            expiresAt: new Date(now + keptMs),
          });
        },
        { stallMs },
      );
      await jobs.send(expiry, {}, { key: tokenHash, afterMs: keptMs });
      return token;
    },
    async take(trx, compId, token) {
      const row = await takeEntry(trx, compId, hashOf(token));
      if (!row || row.expiresAt.getTime() <= clock.now()) return undefined;
      const { tokenHash, digits, expiresAt: _, ...entry } = row;
      return { ...entry, digits: sealer.unseal(digits, context(compId, tokenHash)) };
    },
  };
}

/** The worker that removes what nobody fetched. */
export const removeExpired = ({ database, clock, jobs }: Pick<Ports, "database" | "clock" | "jobs">): Promise<void> =>
  // system: of whichever enterprise it was.
  jobs.work(expiry, async () => void (await database.system((trx) => deleteExpired(trx, new Date(clock.now())))));
