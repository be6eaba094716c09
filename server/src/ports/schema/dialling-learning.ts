/** What dialling learns from its calls: answers by the hour, experiments, what lines said, levels. Joined in ./dialling.ts. */
import type { ExperimentKind, ExperimentMetric, ExperimentState } from "@liantai/api/contract/admin";
import type { ColumnType } from "kysely";
import type { At, AtNull, Flag, Json, Text, Unset, Word, WordSet } from "./types.ts";

/** Calls and answers by people, by the hour in which they were dialled. */
export interface DialAnswerHourTable {
  compId: string;
  /** yyyy-MM */
  month: string;
  weekend: number;
  hour: number;
  /** A province; '': not known. */
  place: string;
  /** 1, 2, 3: the first try, the second, later ones; 0: all of them, of all places. */
  tries: number;
  calls: number;
  answered: number;
}

interface ExperimentVariant {
  readonly numbers?: readonly string[];
  readonly text?: string;
  readonly flowId?: string;
  readonly templateId?: string;
  readonly tts?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The experiment of a task, the last one. */
export interface DialExperimentTable {
  compId: string;
  taskId: string;
  id: string;
  kind: Word<ExperimentKind>;
  metric: Word<ExperimentMetric>;
  wanted: Text;
  a: Json<ExperimentVariant>;
  b: Json<ExperimentVariant>;
  goesOn: number;
  /** Outcomes of each half after which it ends without a difference. */
  most: number;
  state: WordSet<ExperimentState>;
  better: ColumnType<"" | "a" | "b", string | undefined, string>;
  aCalls: Flag;
  aHits: Flag;
  bCalls: Flag;
  bHits: Flag;
  /** experiments/sequential.ts */
  open: Text;
  evidence: Flag;
  startedAt: At;
  endedAt: AtNull;
  createdBy: Text;
}

/** What a line said before it was gone unanswered, recognised by nothing. */
export interface EarlySoundTable {
  compId: string;
  callId: string;
  at: At;
  durationMs: number;
  blobKey: string;
}

/** What rules made of a robot's call; of the last evaluation. */
export interface CallScoreTable {
  compId: string;
  callId: string;
  at: At;
  robotId: Text;
  taskId: Text;
  ruleId: Text;
  ruleName: Text;
  level: Text;
  minScore: Unset<number>;
  maxScore: Unset<number>;
  score: number;
  /** Why it is this level. */
  by: Text;
  addends: Json<readonly { readonly what: string; readonly score: number; readonly seq?: number }[]>;
}

export interface LearningTables {
  call_score: CallScoreTable;
  early_sound: EarlySoundTable;
  dial_answer_hour: DialAnswerHourTable;
  dial_experiment: DialExperimentTable;
}
