/** What the engine asks of flows: the module flows gives it, with everything that flows ask of the world (modules/flows/world). */
import type { Sealer } from "../system/index.ts";
import {
  noTools,
  type ErrorClass,
  type Program,
  type Prompts,
  type Question,
  type Tools,
  type Values,
} from "@liantai/api/flows";
import type { FlowRobots } from "./robot-lines.ts";

/** What a recogniser says of the caller; sentences in order. */
export type Heard =
  | { readonly type: "started" }
  /** He speaks still, and has for `lastsMs`. */
  | { readonly type: "lasted" }
  | { readonly type: "final"; readonly text: string; readonly confidence: number }
  | { readonly type: "silence" }
  | { readonly type: "failed"; readonly reason: string };

export interface FlowListening {
  /** 20 ms, 160 samples of 8 kHz. */
  push(samples: Int16Array): void;
  close(): void;
}

export interface ListenFor {
  readonly intents: readonly string[];
  readonly endSilenceMs: number;
  readonly maxMs: number;
  readonly noInputMs: number;
  /** 0: nobody asks how long he speaks. */
  readonly lastsMs: number;
  /** The engine that is asked first; absent: the enterprise's own order. */
  readonly engineId?: string;
}

export class FlowQuestionFailed extends Error {
  readonly class: ErrorClass;
  constructor(of: ErrorClass, message: string) {
    super(message);
    this.name = "FlowQuestionFailed";
    this.class = of;
  }
}

export interface AskedBy {
  readonly compId: string;
  readonly callId: string;
  /** When the call began: what it looks up is as it was then. */
  readonly began: number;
  readonly flowId: string;
  readonly versionId: string;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly caller: string;
  /** The same for the same question of the same call, whoever asks it again. */
  readonly key: string;
  /** What it is about is kept nowhere: a node that is sensitive asks. */
  readonly sensitive: boolean;
  /** Nobody calls: a flow is tried. */
  readonly audition?: true;
}

/** Version by shared sub-process, as a call began with them. */
export type FlowLinks = Readonly<Record<string, string>>;

export interface FieldsOf {
  readonly number: string;
  /** Of the task that calls; '': it is none's. */
  readonly phoneId: string;
}

export interface FieldValues {
  readonly values: Values;
  /** Of those that hold a telephone number, as who sees no numbers has them. */
  readonly masks?: Values;
  /** Of these names those whose values not everybody sees whole. */
  readonly secret: readonly string[];
}

export interface FlowPort {
  /** The published version for this caller. undefined: there is none. */
  resolve(compId: string, flowId: string, caller: string): Promise<Program | undefined>;
  /** links: of a call that is in it already. */
  byVersion(compId: string, versionId: string, links?: FlowLinks): Promise<Program | undefined>;
  /** The flow that asks for marks after talks, as it is now; undefined: none is chosen, or that one is switched off. */
  survey(compId: string): Promise<{ readonly id: string; readonly name: string } | undefined>;
  /** Shared prompts as they were at that moment; what is not there is absent. */
  prompts(compId: string, ids: readonly string[], at: number): Promise<Prompts>;
  /** What others keep of who is called, by `customer.x` and `formData.x`; what is not there is absent. */
  fields(compId: string, of: FieldsOf, names: readonly string[]): Promise<FieldValues>;
  readonly tools: Tools;
  /** For what callers said in secret, while their calls live. */
  readonly sealer: Pick<Sealer, "seal" | "unseal">;
  /** Rejects with FlowQuestionFailed where the answer is that there is none. */
  ask(by: AskedBy, question: Question): Promise<Readonly<Record<string, unknown>>>;
  /** undefined: nothing listens for this enterprise. */
  listen(compId: string, options: ListenFor, heard: (event: Heard) => void): Promise<FlowListening | undefined>;
  /** The lines and the robot of a flow of type robot, as they are now. */
  robots(compId: string, flowId: string): Promise<FlowRobots>;
  /** Where a caller's number is: '' where nobody knows. */
  place(number: string): { readonly province: string; readonly city: string };
  /** A sentence as the enterprise has it spoken, to a file. tts: JSON of a FlowVoice; '': its usual voice. */
  speak(compId: string, text: string, tts: string): Promise<string>;
  /** A file of a voice; undefined: it is gone. */
  voice(compId: string, id: string): Promise<string | undefined>;
}

function neverSealed(): string {
  throw new Error("there are no flows");
}

/** Where nobody has flows. */
export const noFlows: FlowPort = {
  resolve: async () => undefined,
  byVersion: async () => undefined,
  survey: async () => undefined,
  prompts: async () => ({}),
  fields: async () => ({ values: {}, secret: [] }),
  tools: noTools,
  sealer: { seal: neverSealed, unseal: neverSealed },
  ask: () => Promise.reject(new FlowQuestionFailed("interface", "there are no flows")),
  listen: async () => undefined,
  robots: async () => ({ lines: [] }),
  place: () => ({ province: "", city: "" }),
  speak: () => Promise.reject(new Error("there are no flows")),
  voice: async () => undefined,
};
