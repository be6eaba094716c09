/** What flows ask about sentences. */
import type { Question } from "@liantai/api/flows";
import type { AskedBy, FlowPort } from "../telephony/index.ts";

type Answer = Readonly<Record<string, unknown>>;
type Asked<What extends Question["what"]> = Extract<Question, { what: What }>;

/** Sentences, of the module understanding. */
export interface SentenceWorld {
  understand(by: AskedBy, ask: Asked<"understand">): Promise<Answer>;
  knowledge(by: AskedBy, ask: Asked<"knowledge">): Promise<Answer>;
  listen: FlowPort["listen"];
  /** Before the first caller: what a recogniser learns of these intents' sentences. */
  prepare(compId: string, intents: readonly string[]): Promise<void>;
}
