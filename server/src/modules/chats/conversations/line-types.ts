/** What a conversation's flow goes on from, and what comes of a step of it. Plain JSON. */
import type { ChatKey } from "@liantai/api/contract/im";
import type {
  FlowEffect,
  FlowEvent,
  FlowState,
  Program,
  Prompts,
  Question,
  Tools,
  TransferTo,
  Values,
} from "@liantai/api/flows";

/** at: ms since 1970. silence: nothing was typed where the flow listens. */
export interface LineTimer {
  readonly id: string;
  readonly at: number;
  readonly silence?: true;
}

/** Asked again at `againAt` (ms since 1970), should nobody have answered: whoever had asked it may be dead. */
export interface LineAsk {
  readonly id: string;
  readonly ask: Question;
  readonly nodeId: string;
  readonly nodeName: string;
  readonly sensitive: boolean;
  readonly againAt: number;
}

export type LineLoad = Pick<Extract<FlowEffect, { do: "load" }>, "id" | "flowId" | "vars" | "masks"> & {
  readonly againAt: number;
};

/** Who gets a message that was left. One of both is ''. */
export interface LeftFor {
  readonly groupId: string;
  readonly agentId: string;
}

export interface Typed {
  readonly text: string;
  /** A key of the question was pressed. */
  readonly key?: boolean;
}

/** What a flow knows for its form, by field. secret: there is more, which goes nowhere. */
export interface LineGathered {
  readonly flowId: string;
  readonly formId: string;
  readonly values: Values;
  readonly secret: boolean;
  readonly robot: boolean;
}

/** Sealed in chat_session.flow_state. */
export interface ChatFlow {
  readonly state: FlowState;
  readonly timers: readonly LineTimer[];
  readonly asks: readonly LineAsk[];
  readonly load?: LineLoad;
  readonly transfer?: { readonly id: string; readonly to: TransferTo };
  readonly record?: LeftFor & { readonly id: string };
  readonly left?: LeftFor;
  /** Typed while nothing was waited for: taken where the flow next waits for its visitor. */
  readonly pending: readonly Typed[];
  /** Steps of the track so far. */
  readonly noted: number;
  /** It has a line of a robot. */
  readonly robot?: true;
  /** Of this one, and of those that led over to it. */
  readonly gathered?: LineGathered;
  readonly earlier?: readonly LineGathered[];
  /** The visitor is gone; nodes without sound go on until then, ms since 1970. */
  readonly goneUntil?: number;
}

export interface LineContext {
  readonly program: Program;
  readonly tools: Tools;
  /** ms since 1970. */
  readonly now: number;
}

export interface LineBegin {
  readonly seed: number;
  readonly vars: Values;
  readonly masks?: Values | undefined;
  readonly prompts: Prompts;
  readonly noLine: boolean;
}

export type LineEvent =
  | ({ readonly type: "typed" } & Typed)
  /** What its asks, its load and its transfer came to, and that its visitor is gone. */
  | { readonly type: "flow"; readonly event: FlowEvent }
  /** Time has passed. */
  | { readonly type: "due" };

/** In the order in which it came. */
export type LineOut =
  | { readonly say: "text"; readonly content: string; readonly keys?: readonly ChatKey[] }
  | { readonly say: "voice"; readonly voiceId: string }
  | {
      readonly say: "note";
      readonly n: number;
      readonly action: string;
      readonly nodeId: string;
      readonly nodeName: string;
      readonly text: string;
    };

export interface LineStep {
  readonly flow: ChatFlow;
  readonly out: readonly LineOut[];
  /** What the visitor gave. */
  readonly score?: number;
  /** The flow has ended, with this result. */
  readonly ended?: string;
}
