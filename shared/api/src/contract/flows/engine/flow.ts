/**
 * A flow as it is stored and sent: the JSON of realtime.md section 3, "Voice flow", with its very names. What a node has of its own
 * stands in `config`; its shape is the node type's (nodes/).
 */

/**
 * 1 IVR, 2 robot, 3 satisfaction, 4 voice notification, 5 seat assist; 6, our own: a sub-process that other flows call, and that no call
 * begins in.
 */
export const flowTypes = { ivr: 1, robot: 2, satisfaction: 3, notification: 4, assist: 5, shared: 6 } as const;
export type FlowType = (typeof flowTypes)[keyof typeof flowTypes];
export const flowTypeNames: Readonly<Record<FlowType, string>> = {
  1: "IVR流程",
  2: "机器人流程",
  3: "满意度流程",
  4: "语音通知流程",
  5: "坐席辅助流程",
  6: "公共子流程",
};

/** 1 main, 2 sub-process, 3 question and answer. */
export type Classification = 1 | 2 | 3;

/** What a caller may fail in where he is asked: he was not understood, or said nothing. */
export const misses = ["unknown", "timeout"] as const;
export type Miss = (typeof misses)[number];

/**
 * When a wording is used. nth: the hearing it is for, from 1; condition: an expression; weight: one of those with a weight is drawn.
 * when: said instead of the flow's own to who was not understood or said nothing (GlobalNode); nth is then which time.
 */
export interface Skills {
  readonly when?: Miss;
  readonly nth?: number;
  readonly condition?: string;
  readonly weight?: number;
}

/**
 * audios: ids of voices, one after the other. variable: names that the text speaks. tts: the voice, JSON; '': the flow's. promptId: of
 * playType prompt, what is said by the call's language.
 */
export interface Talking {
  readonly talkKey: string;
  readonly playType: "audio" | "tts" | "prompt";
  readonly variable: readonly string[];
  readonly text: string;
  readonly audios: readonly string[];
  readonly tts: string;
  readonly skills: Skills;
  readonly promptId?: string;
}

/** An exit. id: which of the node type's; nodeName: its word; nodeId: where it leads, '': nowhere; dictionariesId: the intent, '': none. */
export interface Branch {
  readonly id: string;
  readonly nodeName: string;
  readonly nodeId: string;
  readonly dictionariesId: string;
}

export interface FlowNode {
  readonly nodeId: string;
  readonly nodeName: string;
  readonly nodeType: string;
  /** Where the exit 'next' leads; '': nowhere. */
  readonly nextNodeId: string;
  readonly x: number;
  readonly y: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly branch: readonly Branch[];
  readonly talkings: readonly Talking[];
  readonly flowId: string;
  /** Keys stand in no log and no recording. */
  readonly sensitive: boolean;
  readonly remark: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Derived from branch and nextNodeId; where they disagree these win. */
export interface FlowEdge {
  readonly id: string;
  readonly source: string;
  readonly exit: string;
  readonly target: string;
}

/** A frame on the canvas; means nothing to a call. */
export interface FlowGroup {
  readonly id: string;
  readonly name: string;
  readonly nodeIds: readonly string[];
}

export interface SubProcess {
  readonly subProcessId: string;
  readonly subProcessName: string;
  readonly classification: Classification;
  readonly flow: {
    readonly nodes: readonly FlowNode[];
    readonly edges: readonly FlowEdge[];
    readonly groups: readonly FlowGroup[];
  };
}

/**
 * What is said the first, second … time, and how often at most until the node is left by its exit. exit: the node that this exit leads to
 * where it is not wired and that node is on the same canvas; '' or absent: none.
 */
export interface GlobalNode {
  readonly exit?: string;
  readonly talkings: readonly (readonly Talking[])[];
  readonly limit: number;
}

/** vName: identifier; vAlias: its Chinese word. value: its first value. */
export interface CollectedVariable {
  readonly vName: string;
  readonly vAlias: string;
  readonly type: "text" | "number" | "boolean" | "list";
  readonly value: string;
}

export interface FlowBody {
  readonly nodes: readonly { readonly subProcess: SubProcess }[];
  /** Questions that may be asked at any node that listens, and where they lead. */
  readonly qaNodes: readonly { readonly subProcessId: string; readonly dictionariesId: string }[];
  readonly globals: { readonly unknown: GlobalNode; readonly timeout: GlobalNode };
  readonly collectVariable: readonly CollectedVariable[];
  /** Ids deleted since the last save. */
  readonly removeIds: {
    readonly talkIds: readonly string[];
    readonly wordIds: readonly string[];
    readonly nodeIds: readonly string[];
  };
  /** Variables that are written into a form when the contact ends: field by variable. */
  readonly variableFormConf: Readonly<Record<string, string>>;
  /** Id of that form; '': none. */
  readonly variableForm: string;
}

/** Of the flow's `tts`, JSON. '' and 0: the enterprise's own. */
export interface FlowVoice {
  readonly engineId: string;
  readonly voice: string;
  readonly speed: number;
  readonly volume: number;
  readonly pitch: number;
}

export const maxValue = 290;
export const variableName = /^[A-Za-z_]\w{0,29}$/;

/** Set by the engine, read-only to flows. */
export const systemVariables: Readonly<Record<string, string>> = {
  caller: "主叫号码",
  callee: "被叫号码",
  customerNumber: "客户号码",
  accessNumber: "接入号码",
  callId: "通话编号",
  now: "当前时间",
  province: "来电省份",
  city: "来电城市",
  lastKeys: "最近按键",
  lastText: "最近语句",
  lastIntent: "最近意图",
  score: "最近得分",
  taskId: "任务编号",
};

/** What it is; of `score` 0 to 1, and 0 before the first sentence: an expression compares numbers with numbers alone. */
export const systemType = (name: string): "text" | "number" => (name === "score" ? "number" : "text");
/** Before the engine sets it. */
export const unsetValue = (name: string): "" | 0 => (systemType(name) === "number" ? 0 : "");

/** Set by the engine when something fails or comes back. */
export const engineVariables = ["lastError", "lastTransfer"] as const;

export const isSetByEngine = (name: string): boolean =>
  Object.hasOwn(systemVariables, name) || engineVariables.some((each) => each === name);
