/** Tables of the area understanding; joined in ../schema.ts. */
import type {
  AddendKind,
  HeardState,
  IntentionBand,
  IntentionWin,
  MatchedBy,
  RuleKind,
} from "@liantai/api/contract/flow-editor";
import type { At, Flag, Json, Text, Unset, Word } from "./types.ts";

export interface RegexRuleTable {
  compId: string;
  id: string;
  name: string;
  pattern: string;
  kind: Word<RuleKind>;
  remark: Text;
  enabled: Flag;
  createdAt: At;
}

export interface KnowledgeClassTable {
  compId: string;
  id: string;
  /** null: a top. */
  parentId: string | null;
  kind: Word<1 | 2>;
  name: string;
  sort: Flag;
}

export interface InnerKnowledgeTable {
  compId: string;
  id: string;
  classId: string;
  question: string;
  similarQuestions: Json<readonly string[]>;
  answer: Text;
  voiceId: Unset<string>;
  enabled: Flag;
  hits: Flag;
  updatedAt: At;
}

export interface IntentTable {
  compId: string;
  id: string;
  classId: Unset<string>;
  name: string;
  keywords: Json<readonly string[]>;
  samples: Json<readonly string[]>;
  priority: Flag;
  /** Hundredths. */
  threshold: Unset<number>;
  remark: Text;
  updatedAt: At;
}

interface IntentRuleTable {
  compId: string;
  intentId: string;
  ruleId: string;
  sort: number;
}

export interface IntentionRuleTable {
  compId: string;
  id: string;
  name: string;
  levels: Json<readonly IntentionBand[]>;
  wins: Json<readonly IntentionWin[]>;
  remark: Text;
}

export interface ScoreAddendTable {
  compId: string;
  id: string;
  kind: Word<AddendKind>;
  intentId: Unset<string>;
  /** Seconds of the call, or sentences heard. */
  least: Unset<number>;
  /** Of kinds node, keyword, answer and hangUp. */
  text: Unset<string>;
  points: number;
  sort: number;
}

export interface HeardSentenceTable {
  compId: string;
  id: string;
  at: At;
  callId: string;
  flowId: string;
  versionId: string;
  nodeId: string;
  nodeName: Text;
  text: string;
  groupKey: string;
  intentId: Unset<string>;
  score: number;
  secondId: Unset<string>;
  secondScore: number;
  matchedBy: Word<MatchedBy>;
  branchIntents: Json<readonly string[]>;
  threshold: number;
  margin: number;
  state: Word<HeardState>;
}

export interface UnderstandingTables {
  regex_rule: RegexRuleTable;
  knowledge_class: KnowledgeClassTable;
  inner_knowledge: InnerKnowledgeTable;
  intent: IntentTable;
  intent_rule: IntentRuleTable;
  intention_rule: IntentionRuleTable;
  score_addend: ScoreAddendTable;
  heard_sentence: HeardSentenceTable;
}
