/** What a runner of flows has of a call. */
import type { FlowEvent, FlowState, Program } from "@liantai/api/flows";
import type { Clock, Random, Timer } from "../../../ports/clock.ts";
import type { Logger } from "../../../ports/logger.ts";
import type { Speech } from "../../../ports/speech.ts";
import type { Switch } from "../../../ports/switch.ts";
import type { FlowFact } from "../../event-log/index.ts";
import type { Call, CallInput } from "../call/types.ts";
import type { FlowPort } from "../flows.ts";
import type { RobotLine } from "../robot-lines.ts";
import type { FlowAlarms } from "./flow-alarms.ts";
import type { Gathered } from "./flow-gathering.ts";

export interface FlowRunnerDeps {
  readonly flows: FlowPort;
  readonly clock: Clock;
  readonly random: Random;
  readonly switch: Pick<Switch, "fork">;
  readonly speech: Pick<Speech, "watchSilence">;
  readonly logger: Logger;
  dispatch(callId: string, input: CallInput): void;
  /** The line that the call holds, if it is one of these, else one that is free. */
  line(callId: string, lines: readonly RobotLine[]): RobotLine | undefined;
  /** Resolves when what the calls did so far stands in the log; rejects when that is another process's to write. */
  written(): Promise<void>;
  /** Of a flow whose caller is gone: what came to it, and its steps. */
  note(call: Call, fact: FlowFact): void;
  /** Belongs into a form. late: the call was closed before. */
  gathered(call: Call, what: Gathered, late: boolean): void;
  /** The customer of a task wants no calls any more. */
  refused(call: Call, by: string): void;
  /** Told of what callers wait for. */
  readonly alarms: Pick<FlowAlarms, "watch" | "asked">;
  /** Must be done before the engine may stop. */
  track(work: Promise<unknown>): void;
}

export interface Session {
  /** As it was when the flow was last told of it. */
  call: Call;
  program?: Program;
  /** Of the robot that listens; '': the enterprise's first. */
  engineId?: string;
  state?: FlowState;
  /** What came before the program was there. */
  readonly waiting: FlowEvent[];
  loading: boolean;
  /** The caller is gone. */
  gone: boolean;
  /** He said that he wants no calls any more, and it was told. */
  refused?: boolean;
  /** What was gathered for a form has been told to the end. */
  told: boolean;
  /** The call was closed before that. */
  late?: boolean;
  readonly timers: Map<string, Timer>;
  readonly ears: Map<string, { close(): void }>;
}

/** As it is when it is first heard of here. */
export function sessionOf(call: Call): Session {
  const { state } = call.flow ?? {};
  const none = { waiting: [], loading: false, gone: false, told: false, timers: new Map(), ears: new Map() };
  return { call, ...(state ? { state } : {}), ...none };
}
