/** What an audition needs, and what it is begun with. */
import type { AuditionContent, AuditionType } from "@liantai/api/contract";
import type { FlowEffect, Program, Prompts, Question, Said, Tools, Values } from "@liantai/api/flows";
import type { Clock } from "../../ports/clock.ts";
import type { listenInFlow } from "../telephony/index.ts";

export interface SessionDeps {
  readonly clock: Clock;
  readonly tools: Tools;
  tell(type: AuditionType, content: AuditionContent): void;
  /** The world's answer; undefined: none that may be had. */
  ask(id: string, ask: Question, nodeId: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Listens to who speaks, as calls are listened to. */
  listen(effect: Extract<FlowEffect, { do: "listen" }>, line: Ear): void;
  /** A program that another flow leads to. */
  load(flowId: string): Promise<{ readonly program: Program; readonly prompts: Prompts } | undefined>;
  /** Of a city; '' for what is none. */
  provinceOf(city: string): string;
  over(): void;
}

/** What listens to an audition is told of it. */
export type Ear = Pick<Parameters<typeof listenInFlow>[2], "fork" | "isOpen" | "sounds" | "tell" | "keep" | "failed">;

export interface Begin {
  readonly msgId: string;
  readonly program: Program;
  /** Shared prompts that it says. */
  readonly prompts: Prompts;
  readonly vars: Values;
  readonly isText: boolean;
  readonly real: boolean;
  readonly seed: number;
}

/** What is said, without so much of its beginning. */
export interface Saying {
  readonly says: readonly Said[];
  readonly fromMs: number;
}
