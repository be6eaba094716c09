/** What the workstation publishes of the agent, the call and the links, for every screen to read. Only it writes. */
import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import {
  seatStatus,
  seatStatusText,
  type AgentCallView,
  type CtiEvents,
  type MessageOffer,
} from "@liantai/api/contract";

export interface AgentView {
  readonly code: number;
  readonly reason: string;
  /** Epoch ms of the server's clock. */
  readonly since: number;
  readonly endsAt?: number;
  /** Of a wrap-up: by how much it may be made longer, once; fixed: it ends by time alone. */
  readonly extendMs?: number;
  readonly fixed?: boolean;
  readonly customStatusName?: string;
  /** What follows the call, or a wrap-up that ends by time alone. */
  readonly rest?: { readonly code: number; readonly customStatusName?: string };
}

export type Link = "off" | "connecting" | "up" | "down";

/** Whether this page reaches the server: the one truth that the bar, the header and every screen show. off: nobody is signed in. */
export type Connection = "off" | "up" | "lost";

/**
 * The call panel's own codes beside the seat's: 1 busy, 2 ready, 3 in a call, 4 after it, 0 away (realtime.md section 4). disabled: the
 * agent can choose neither ready nor busy.
 */
export interface CallInfo {
  readonly state: 0 | 1 | 2 | 3 | 4;
  readonly stateName: string;
  readonly disabled: boolean;
}

const panelStates: Readonly<Record<number, CallInfo["state"]>> = {
  [seatStatus.offline]: 0,
  [seatStatus.idle]: 2,
  [seatStatus.busy]: 1,
  [seatStatus.afterCall]: 4,
};

function callInfoOf({ code, customStatusName }: AgentView): CallInfo {
  const state = panelStates[code] ?? 3;
  return { state, stateName: seatStatusText(code, customStatusName), disabled: state === 0 || state === 3 };
}

export interface TelephonyState {
  readonly agent: AgentView | null;
  /** Of the agent's state, never set by hand. */
  readonly callInfo: CallInfo;
  readonly call: AgentCallView | null;
  readonly cti: Link;
  readonly socket: Link;
  readonly softphone: Link;
  readonly connection: Connection;
  /** Why a link is not there, in words; '' when there is nothing to say. */
  readonly trouble: string;
  /** A hold or a resume is on its way to the server. */
  readonly holding: boolean;
  /** This tab owns the agent's audio. */
  readonly ownsMedia: boolean;
  /** -1 broken, 0 normal, 1 poor, 2 good, 3 and 4 excellent; null: abnormal (the default, realtime.md section 4). */
  readonly quality: number | null;
  readonly muted: boolean;
  /** 呼转 of the own seat; number '': none. */
  readonly forward: CtiEvents["transferNumber"] | null;
  /** The message that the seat may take. */
  readonly offer: MessageOffer | null;
  readonly microphone: "unknown" | "granted" | "denied";
  /** Server clock minus browser clock, ms (socket-uuid). */
  readonly clockOffset: number;
  /** What the server calls this page's message socket (socket-uuid): jobs that the page begins tell it how they go. '' before the first. */
  readonly socketId: string;
}

export type TelephonyChange = Partial<Omit<TelephonyState, "callInfo">>;

const initial: TelephonyState = {
  agent: null,
  // Until the first word of the agent's state.
  callInfo: { state: 2, stateName: "", disabled: true },
  call: null,
  cti: "off",
  socket: "off",
  softphone: "off",
  connection: "off",
  trouble: "",
  holding: false,
  ownsMedia: false,
  quality: null,
  muted: false,
  forward: null,
  offer: null,
  microphone: "unknown",
  clockOffset: 0,
  socketId: "",
};

const slice = createSlice({
  name: "telephony",
  initialState: initial,
  reducers: {
    telephonyChanged: (state, { payload }: PayloadAction<TelephonyChange>) => ({
      ...state,
      ...payload,
      ...(payload.agent ? { callInfo: callInfoOf(payload.agent) } : {}),
    }),
    telephonyReset: () => initial,
  },
  selectors: {
    selectTelephony: (s) => s,
    selectInCall: (s) => s.call !== null,
  },
});

export const telephonyReducer = slice.reducer;
export const { telephonyChanged, telephonyReset } = slice.actions;
export const { selectTelephony, selectInCall } = slice.selectors;
