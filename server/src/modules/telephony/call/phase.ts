/** What a call is doing. */
import type { EndCause } from "@liantai/api/contract";
import type { Overflow } from "./plan.ts";

export type Phase =
  /** The caller's leg is being answered. */
  | { readonly kind: "arriving" }
  /** Whether a person or a machine answered a task's call; beep: it is a machine, and its tone is waited for. */
  | { readonly kind: "detecting"; readonly waits?: "beep" }
  | { readonly kind: "greeting" }
  /** A flow has him (`flow` of the call). */
  | { readonly kind: "inFlow" }
  /** expired: waited too long while a phone rang; ends if that offer fails. */
  | { readonly kind: "waiting"; readonly expired: boolean }
  /** direct: not out of a queue; the call ends if nobody answers. */
  | {
      readonly kind: "offering";
      readonly expired: boolean;
      readonly since: number;
      readonly ringMs: number;
      readonly direct: boolean;
    }
  /** It is being found out where the call goes on; cause: how it ends if nowhere; back: from a transfer that failed. */
  | {
      readonly kind: "routing";
      readonly cause: EndCause;
      readonly why?: Overflow;
      readonly back?: boolean;
      /** Who sent it on is waited for until then; number: where he sent it, cause: what came of that. */
      readonly sender?: {
        readonly agentId: string;
        readonly until: number;
        readonly number: string;
        readonly cause: EndCause;
      };
    }
  /** The dialling agent's own leg is being brought up. */
  | { readonly kind: "preparing" }
  | { readonly kind: "dialling" }
  | { readonly kind: "talking"; readonly answeredAt: number }
  /** The customer is asked for a mark; turn: from 1. */
  | { readonly kind: "survey"; readonly turn: number }
  /** The caller leaves a message; since: when he was asked to speak. */
  | { readonly kind: "voicemail"; readonly groupId: string; readonly maxMs: number; readonly since?: number }
  /** The caller is asked at which number he wants to be called back; cause: how it ends where he does not say. */
  | { readonly kind: "callback"; readonly groupId: string; readonly cause: EndCause }
  /** A last sentence to the caller. */
  | { readonly kind: "farewell"; readonly cause: EndCause }
  | { readonly kind: "ended"; readonly cause: EndCause };
