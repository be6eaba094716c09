/** What a call that a dialling task placed has besides those of every call. */
import type { Answerer } from "@liantai/api/contract/admin";

export type TaskFact =
  /** The customer lifted the telephone; who has him is still to come. */
  | { readonly type: "pickedUp" }
  /** why: what decided it. afterMs: since the answer. */
  | { readonly type: "answeredBy"; readonly answerer: Answerer; readonly why: string; readonly afterMs: number }
  /** A person answered, and nobody was free: he hears why he was called. */
  | { readonly type: "abandoned" };
