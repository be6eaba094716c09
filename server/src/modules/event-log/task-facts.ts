/** What a call that a dialling task placed has besides those of every call. */
import type { Answerer } from "@liantai/api/contract/admin";

/** What the line said before an answer. */
export interface Announced {
  /** Call result code, console.md section 9. */
  readonly result: number;
  /** tone: of the network. */
  readonly by: "sample" | "words" | "tone";
  /** Name of the recording, the words, or the tone. */
  readonly text: string;
}

export type TaskFact =
  | ({ readonly type: "lineAnnounced" } & Announced)
  /** The customer lifted the telephone; who has him is still to come. */
  | { readonly type: "pickedUp" }
  /** why: what decided it. afterMs: since the answer. */
  | { readonly type: "answeredBy"; readonly answerer: Answerer; readonly why: string; readonly afterMs: number }
  /** A person answered, and nobody was free: he hears why he was called. */
  | { readonly type: "abandoned" };
