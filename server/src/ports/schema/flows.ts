/** Tables of the area flows; joined by those of voices. `flow` and `flow_version` are those of work orders. */
import type { FlowContentKind, FlowContentSummaries, FlowTestBody } from "@liantai/api/contract/flow-editor";
import type { FlowType } from "@liantai/api/flows";
import type { FlowStayTable } from "./event-log.ts";
import type { At, AtNull, Flag, Json, Text, Word } from "./types.ts";

export interface VoiceFlowTable {
  compId: string;
  id: string;
  name: string;
  flowType: Word<FlowType>;
  remark: Text;
  enabled: Flag;
  /** JSON text of the draft, as the page gets it. */
  draft: string;
  /** JSON text of its voice; '': the enterprise's own. */
  tts: Text;
  /** Of draft and voice; grows by one with every save. */
  revision: Flag;
  nodeCount: Flag;
  /** The newest published: its number and id; 0, '': none. */
  version: Flag;
  versionId: Text;
  /** 1: the draft differs from it. */
  changed: Flag;
  createdAt: At;
  updatedAt: At;
  updatedBy: Text;
  publishedAt: AtNull;
}

/** Never changes. */
export interface VoiceFlowVersionTable {
  compId: string;
  id: string;
  flowId: string;
  version: number;
  flow: string;
  tts: Text;
  note: Text;
  /** Why it was published although tests failed. */
  reason: Text;
  /** The version whose text it has again; 0: none. */
  restores: Flag;
  testsRun: Flag;
  testsFailed: Flag;
  publishedAt: At;
  publishedBy: Text;
}

export interface VoiceFlowTestTable {
  compId: string;
  id: string;
  flowId: string;
  name: string;
  remark: Text;
  enabled: Flag;
  test: Json<FlowTestBody>;
  createdAt: At;
  updatedAt: At;
  updatedBy: Text;
}

/** Of the calls that begin; without a row the newest version has all. */
export interface VoiceFlowShareTable {
  compId: string;
  flowId: string;
  versionId: string;
  percent: number;
}

/** What a text names (ReferenceKind); versionId '': the draft. */
export interface VoiceFlowUseTable {
  compId: string;
  flowId: string;
  versionId: string;
  kind: string;
  usedId: string;
  subProcessId: string;
  subProcessName: Text;
  nodeId: string;
  nodeName: Text;
}

export interface RobotGroupTable {
  compId: string;
  flowId: string;
  robotId: string;
}

/** A look-up table or a shared prompt. */
export interface FlowContentTable {
  compId: string;
  id: string;
  kind: Word<FlowContentKind>;
  name: string;
  remark: Text;
  /** The newest; grows by one with every save of a content. */
  version: number;
  /** Of that one, for lists. */
  summary: Json<FlowContentSummaries[FlowContentKind]>;
  createdAt: At;
  updatedAt: At;
  updatedBy: Text;
}

/** Never changes. */
export interface FlowContentVersionTable {
  compId: string;
  id: string;
  contentId: string;
  version: number;
  /** JSON text, as the page gets it. */
  content: string;
  note: Text;
  /** The version whose content it has again; 0: none. */
  restores: Flag;
  createdAt: At;
  createdBy: Text;
}

/** What a flow gathered, in the form it names: once a call and form. recordId '': refused, for this reason. */
export interface FlowFormRecordTable {
  compId: string;
  callId: string;
  formId: string;
  formName: Text;
  recordId: Text;
  refusal: Text;
  at: At;
}

/** The flow that asks customers for marks after their talks; none: the built-in question does. */
export interface SurveySettingTable {
  compId: string;
  flowId: string;
}

export interface FlowsTables {
  flow_content: FlowContentTable;
  flow_content_version: FlowContentVersionTable;
  flow_form_record: FlowFormRecordTable;
  flow_stay: FlowStayTable;
  voice_flow: VoiceFlowTable;
  voice_flow_version: VoiceFlowVersionTable;
  voice_flow_test: VoiceFlowTestTable;
  voice_flow_share: VoiceFlowShareTable;
  voice_flow_use: VoiceFlowUseTable;
  robot_group: RobotGroupTable;
  survey_setting: SurveySettingTable;
}
