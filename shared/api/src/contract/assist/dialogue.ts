/** What is said in a talk and what is to be noticed about it (realtime.md section 3, "Seat-assist state"). */

/** Whose voice: the customer's, the agent's, or that of the robot which had the customer before. */
export type AssistSide = "customer" | "agent" | "robot";
export const assistSides = ["customer", "agent", "robot"] as const;
export const assistSideTexts: Readonly<Record<AssistSide, string>> = {
  customer: "客户",
  agent: "坐席",
  robot: "机器人",
};

/** One sentence. */
export interface DialogueEntry {
  readonly id: string;
  readonly type: AssistSide;
  /** '': something was said that the recogniser did not understand. */
  readonly text: string;
  /** Epoch ms. */
  readonly startTime: number;
  readonly endTime: number;
  /** ms in which nobody spoke, before it. */
  readonly mute: number;
  /** 1: it began while the other spoke. */
  readonly chipin: 0 | 1;
  /** Characters a minute; null: too short to say. */
  readonly speed: number | null;
  /** Words of the enterprise's list in it. */
  readonly badWords: readonly string[];
  /** badWords is not empty. */
  readonly badWord: 0 | 1;
}

/** listening: the recogniser of a side fell out. */
export const assistWarningTexts = {
  silence: "静音",
  speed: "语速",
  chipin: "抢话",
  badWord: "敏感词",
  listening: "识别中断",
} as const;
export type AssistWarningKind = keyof typeof assistWarningTexts;

export interface AssistWarning {
  readonly id: string;
  readonly kind: AssistWarningKind;
  /** Epoch ms. */
  readonly time: number;
  /** Whole, Chinese. */
  readonly text: string;
  /** The sentence it is about; '': none. */
  readonly entryId: string;
}

/** connectType: 0 incoming, 1 outgoing. direction: 2: the callee is the customer's number, else the caller (realtime.md section 3). */
export interface AssistCustomer {
  readonly callId: string;
  readonly agentId: string;
  readonly caller: string;
  readonly callee: string;
  readonly compId: string;
  readonly connectType: 0 | 1;
  /** Epoch ms. */
  readonly startTime: number;
  /** Account of the seat; '': none is known. */
  readonly userId: string;
  readonly direction: 1 | 2;
  /** The customer's side of caller and callee, by direction (realtime.md section 3, "Call content"). */
  readonly userPhone: string;
  /** ms in which neither spoke, of the talk so far (docs/protocol.md A18). */
  readonly muteDuration: number;
}

/** Where the agent stands in the process to follow. flowId '': a knowledge entry instead of a flow. */
export interface AssistProcess {
  readonly flowId: string;
  readonly flowData: { readonly name: string; readonly steps: readonly AssistStep[] };
  readonly nodeData: { readonly nodeId: string; readonly content: string };
}
export interface AssistStep {
  readonly nodeId: string;
  readonly nodeName: string;
  /** What to say there. */
  readonly content: string;
}

/** What is known of the customer; content is for people. */
export interface AssistCustomerInfo {
  readonly content: readonly { readonly label: string; readonly value: string }[];
}

interface OfCall {
  readonly callId: string;
  readonly agentId: string;
  /** Who relayed it; absent: the server says it itself. */
  readonly userId?: string;
}

/** Messages of the assist. To the seat, and to monitors who subscribed to it (docs/protocol.md, section Seat assist). */
export interface AssistMessages {
  ASR_START: OfCall;
  CUSTOMER: OfCall & { readonly customer: AssistCustomer };
  CHAT: OfCall & { readonly dialogueData: DialogueEntry };
  WARN: OfCall & { readonly warningData: AssistWarning };
  PROCESS: OfCall & AssistProcess;
  customerInfo: OfCall & AssistCustomerInfo;
}
export type AssistMessage = {
  [K in keyof AssistMessages]: { readonly type: K } & AssistMessages[K];
}[keyof AssistMessages];

/** Those that a client may relay. */
export const relayTypes = ["CUSTOMER", "CHAT", "WARN", "ASR_START", "PROCESS"] as const;

/** /assist/v1/push: 8,000 Hz, 16 bit, mono, little-endian, one frame a second (realtime.md section 9). */
export const assistPush = {
  path: "/assist/v1/push",
  hz: 8_000,
  chunkMs: 1_000,
  chunkBytes: 16_000,
  /** Chunks that may come ahead of their time. */
  ahead: 3,
} as const;
/** Close codes: the call is over or is not one's own; the switch hears it itself; nothing recognises. */
export const assistCloses = { callOver: 4004, carried: 4003, failed: 4005 } as const;

/** The panel keeps what belongs to a talk for so long after it, ms (realtime.md section 9). */
export const assistClearMs = 400;

export const assistRules = {
  silence: { min: 3, max: 120, default: 10 },
  speed: { min: 100, max: 600, default: 350 },
  words: { most: 500, length: 20 },
  sentence: 60,
  content: 500,
} as const;
