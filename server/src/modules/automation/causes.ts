/** What a transaction is caused by: the trigger in whose name it changes things. Whatever is written in it says so. */
import type { Trx } from "../../ports/database.ts";
import type { ChainLink } from "../../ports/schema/automation.ts";

export interface Cause {
  readonly name: string;
  /** Triggers that led to it, itself the last. */
  readonly chain: readonly ChainLink[];
}

const causes = new WeakMap<Trx, Cause>();

/** undefined: people, or the engine itself. */
export const causeOf = (trx: Trx): Cause | undefined => causes.get(trx);
export const setCause = (trx: Trx, cause: Cause): unknown => causes.set(trx, cause);

/** As it stands in histories. */
export const triggerText = (name: string): string => `触发器「${name}」`;
