/** 安全输入: what is ordered of it, what it asks of the engine, and what the call knows of it. Data only. */
import type { PartyId } from "./party.ts";

/** What is pressed stands in none of it: the engine has the keys, and only in its memory. */
export interface SecureEntry {
  readonly by: PartyId;
  readonly agentId: string;
  /** What is asked for, in words: 银行卡号. */
  readonly name: string;
  /** It ends by itself with so many. */
  readonly most: number;
  /** Pressed so far. */
  readonly count: number;
  readonly endsAt: number;
  /** It has ended; keys that are still pressed are dropped, and heard by nobody. */
  readonly over?: true;
}

export type SecureInput =
  | {
      readonly type: "secureEntry";
      readonly agentId: string;
      readonly name: string;
      readonly most: number;
      readonly ms: number;
    }
  /** keep: what was pressed so far is the result. */
  | { readonly type: "secureEntryOver"; readonly agentId: string; readonly keep: boolean }
  /** Another engine goes on with the call, without the keys. */
  | { readonly type: "secureEntryLost" };

export type SecureEffect =
  | { readonly do: "secureKey"; readonly digit: string }
  | { readonly do: "secureForget" }
  /** What was pressed is to be kept for the enterprise's systems. */
  | {
      readonly do: "secureKeep";
      readonly agentId: string;
      readonly name: string;
      /** Under which its token travels with the call; '' or none: the usual one. */
      readonly key?: string;
    };
