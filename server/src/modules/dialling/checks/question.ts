/** What is asked before a number is dialled: plain data, gathered for the screen by ../tasks, for a call by the engine. */
import type { DiallingCheck, NumberState, PacingMode, TaskKind, TaskState } from "@liantai/api/contract/admin";
import type { BeforeDeed } from "../recipes/matching.ts";
import type { BlackRow, LimitRow } from "../../trunks/index.ts";
import type { DialHours } from "./hours.ts";

export interface DialledNumber {
  readonly phone: string;
  readonly state: NumberState;
  /** Why it was skipped or stopped. */
  readonly reason: string;
  /** In this task, in all and today. */
  readonly attempts: number;
  readonly attemptsToday: number;
  /** Epoch ms of its next try; null: at once. */
  readonly nextAt: number | null;
  readonly consentSource: string;
  readonly consentAt: number | null;
}

export interface DialQuestion {
  readonly now: number;
  readonly task: {
    /** As the row says it, without regard to its dates. */
    readonly state: TaskState;
    readonly kind: TaskKind;
    readonly perDay: number;
    readonly inAll: number;
    /** 0: not looked at. */
    readonly frequencyDays: number;
    readonly frequencyCalls: number;
    /** How it paces now; undefined: it is no automatic task. */
    readonly mode?: PacingMode | undefined;
  };
  readonly hours: DialHours;
  readonly number: DialledNumber;
  /** What the task's recipes make of it before it is dialled; undefined: nothing. */
  readonly recipe?: BeforeDeed | undefined;
  readonly history: {
    /** Calls to the number over all tasks within the task's frequencyDays. */
    readonly calls: number;
    /** When so many of them are out of those days that the task's frequency has room for one more; null: it has. */
    readonly roomAt: number | null;
    /** When it was called last and nobody spoke to it (B8); null: never, or longer ago than it counts. */
    readonly abandonedAt: number | null;
    /** When a call over all tasks came to a complaint; null: none did, or longer ago than it counts. */
    readonly complainedAt: number | null;
  };
  /** Bars that fit the number and limits of the enterprise, with its calls of today in all (modules/trunks). */
  readonly screening: {
    readonly blacks: readonly BlackRow[];
    readonly limits: readonly LimitRow[];
    readonly callsToday: number;
    readonly lastCallAt: Date | null;
  };
  readonly arrears: boolean;
  /** Calls at the same time, calls a second: of enterprise, task, trunk. most 0: without a limit. */
  readonly capacities: readonly { readonly what: string; readonly used: number; readonly most: number }[];
  /** Why no line takes one more call, by the engine's last look at the trunks; '': one does. */
  readonly linesFull: string;
  /** Whether an agent, a robot's line or the flow is there for it, and what is said of that. */
  readonly agent: { readonly ready: boolean; readonly detail: string };
  /** Access numbers of the task; rests: why one is not shown for now, '': it is. */
  readonly displayed: readonly { readonly number: string; readonly rests: string }[];
}

export interface CheckStep {
  readonly check: DiallingCheck;
  readonly passed: boolean;
  readonly detail: string;
}
