/** A call in a flow, as the call machine sees it: the flow's own state, and what of it the call carries out. */
import type { Began, FlowEffect, FlowEvent, FlowState, Question, Said, TransferTo } from "@liantai/api/flows";
import type { RobotInput } from "./robot-types.ts";

/** Where a call is in a flow. It stays while the flow has led the caller into a queue, or asks for a message. */
export interface CallFlow {
  readonly flowId: string;
  readonly name: string;
  /** It begins in this version, instead of the one that is published. */
  readonly versionId?: string;
  /** Who speaks, instead of the voice of the flow or its robot: JSON of a FlowVoice. */
  readonly tts?: string;
  /** As last stepped; none: its program is being looked up. */
  readonly state?: FlowState;
  /** What is said, and under which number of the call's playbacks. */
  readonly play?: { readonly id: string; readonly tag: number; readonly says: readonly Said[]; readonly loop: boolean };
  /** What the flow has stopped: where it was is told a moment later. */
  readonly stopped?: { readonly id: string; readonly tag: number };
  /** What is asked and not answered yet, by effect. */
  readonly asks: Readonly<Record<string, Question>>;
  /** What he is listened to for. */
  readonly listen?: Extract<FlowEffect, { do: "listen" }>;
  /** Who is to get the caller. back: results with an exit of their own. */
  readonly transfer?: {
    readonly id: string;
    readonly to: TransferTo;
    readonly back: readonly string[];
    readonly whisper: string;
    /** Path of what the caller hears meanwhile, once it is known. */
    readonly music?: string;
  };
  /** silenceMs: so much of it ends the message. */
  readonly record?: {
    readonly id: string;
    readonly endKey: string;
    readonly silenceMs: number;
    /** Seat that it is for; '': the group's. */
    readonly agentId: string;
    /** Whoever gets it is told. */
    readonly notice: boolean;
  };
  /** The robot line that it holds as long as it is in the flow. */
  readonly line?: { readonly id: string; readonly name: string };
  /** Skill group that the caller goes to where no line was free and the flow knows no way out. */
  readonly fallback?: string;
  /** It asks about a talk that is over: nobody waits for a caller who is gone, and what it fails to ask is asked without it. */
  readonly survey?: true;
}

/** A published flow of type 3 that asks for marks. */
export interface SurveyFlow {
  readonly id: string;
  readonly name: string;
}

/** What came to the flow: what is needed, with the steps after it, to run it again. */
export interface LoggedInput {
  readonly event: FlowEvent;
  readonly began?: Began;
  readonly hidden?: true;
}

/** Inputs of the flow runner (engine/flow-runner.ts). */
export type FlowInput =
  /** input: as the log may have it. */
  | {
      readonly type: "flowStepped";
      readonly input: LoggedInput;
      readonly flowId: string;
      readonly state: FlowState;
      readonly effects: readonly FlowEffect[];
    }
  /** There is no such flow, or none that is published. */
  | { readonly type: "flowGone" }
  /** This process has the call now: what was said is said again. */
  | { readonly type: "flowResume" }
  /** Nobody has spoken for the silence of this message. */
  | { readonly type: "messageSilent"; readonly id: string }
  | RobotInput;

export type FlowOrder =
  | { readonly do: "flow"; readonly event: FlowEvent }
  /** The caller is with somebody, or elsewhere: the flow is over for him. */
  | { readonly do: "flowOver" };
