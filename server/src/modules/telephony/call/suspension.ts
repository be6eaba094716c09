/** 挂起转: where the customer was sent, how far he is, and what is ordered of it. Data only. */
import type { SuspendTarget } from "../../numbers/index.ts";
import type { SuspendEnd } from "../../event-log/index.ts";
import type { PartyId } from "./party.ts";

export interface Suspension {
  readonly by: PartyId;
  readonly agentId: string;
  readonly target: SuspendTarget;
  readonly since: number;
  /** How often he has been asked. */
  readonly turn: number;
  /** Pressed so far. What is secret is counted alone: the engine has the keys, and only in its memory. */
  readonly keys: string;
  readonly count: number;
  /** It has ended; until then at the latest keys that are still pressed are dropped, and heard by nobody. */
  readonly over?: { readonly end: SuspendEnd; readonly until: number };
}

export type SuspendInput =
  | { readonly type: "suspend"; readonly agentId: string; readonly target: SuspendTarget }
  | { readonly type: "takeBack"; readonly agentId: string }
  /** Another engine goes on with the call: nothing plays any more, and it has no secret keys. */
  | { readonly type: "suspendLost" };

/** His keys are to be on no recording and in no memory but the engine's. */
export const isSecret = ({ ask }: Pick<SuspendTarget, "ask">): boolean => ask.want === "digits" && ask.secret;
/** It is not recorded what he says and presses there. */
export const isQuiet = (target: Pick<SuspendTarget, "ask" | "recorded">): boolean =>
  !target.recorded || isSecret(target);
