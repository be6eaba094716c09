/** What an agent does about others in a talk, and about its recording. Those that resolve say whether the server took the order. */
import type { CtiCommands, RecordAction } from "@liantai/api/contract";
import type { CtiResult } from "../links/cti-link.ts";
import type { AgentClient } from "./agent-client.ts";

/** One of these. skillGroup, dispatchGroup: ids. */
export interface AskTarget {
  readonly number?: string;
  readonly agentId?: string;
  readonly skillGroup?: string;
  /** Where a call is sent, and nobody asked. */
  readonly dispatchGroup?: string;
}

/** 释放转, 成功转, 通话转, 三方转, 挂起转. */
export type TransferMode = "blind" | "success" | "talk" | "three" | "suspend";

export interface TalkActions {
  consult(target: AskTarget): Promise<boolean>;
  /** suspend has a target of its own. */
  transfer(target: AskTarget, mode?: Exclude<TransferMode, "suspend">): Promise<boolean>;
  /** The customer goes to this voice and comes back by himself, or is fetched back. */
  suspend(targetId: string): Promise<boolean>;
  takeBack(): void;
  /** Into the conference that this agent owns, and what its owner does there. member: its id. */
  invite(target: AskTarget): Promise<boolean>;
  muteMember(member: string, muted: boolean): void;
  removeMember(member: string): void;
  endMeeting(): void;
  consultCancel(): void;
  tranfer(): void;
  meeting(): void;
  /** The customer is asked for a mark, and the call leaves this agent. */
  satisfaction(): void;
  /** text: of a mark. */
  record(action: RecordAction, text?: string): Promise<boolean>;
}

const transferred = "已成功转移通话";
/** Nobody was asked: the server says whether the other answered, or that the customer is back. */
const transferring = "正在转移通话，请等待结果";

/** What follows by itself when the one asked answers. */
const then = { talk: {}, success: { then: "transfer" }, three: { then: "meeting" } } as const;

/** showResult: says a refusal in words; true when there was none. */
export function talkActions(core: AgentClient, showResult: (result: CtiResult) => boolean): TalkActions {
  const callIdNow = () => core.ports.store.telephony().call?.callId;

  async function told(verb: "consultCancel" | "tranfer" | "meeting", done?: string): Promise<void> {
    const callId = callIdNow();
    if (callId === undefined) return;
    if (showResult(await core.cti.command(verb, { callId })) && done) core.answerPress(done, "success", `bar-${verb}`);
  }

  /** Of an order that shows in the call itself. */
  async function order<K extends "meetingMute" | "meetingRemove" | "meetingEnd">(
    verb: K,
    fields: Omit<CtiCommands[K], "callId">,
  ): Promise<void> {
    const callId = callIdNow();
    if (callId !== undefined) showResult(await core.cti.command(verb, { ...fields, callId } as CtiCommands[K]));
  }

  async function bring<K extends "consult" | "transfer" | "meetingInvite">(
    verb: K,
    target: Omit<CtiCommands[K], "callId">,
  ): Promise<boolean> {
    const callId = callIdNow();
    if (callId === undefined) return false;
    const done = showResult(await core.cti.command(verb, { ...target, callId } as CtiCommands[K]));
    if (done && verb === "transfer") core.answerPress(transferring, "success", "bar-transfer");
    return done;
  }

  async function suspended(fields: Omit<CtiCommands["suspendTransfer"], "callId">): Promise<boolean> {
    const callId = callIdNow();
    return callId !== undefined && showResult(await core.cti.command("suspendTransfer", { ...fields, callId }));
  }

  async function survey(): Promise<void> {
    const callId = callIdNow();
    const refusal = callId === undefined ? "" : await core.ports.http.startSurvey(callId);
    if (refusal) core.answerPress(refusal, "error", "bar-refused");
    else if (callId !== undefined) core.answerPress("已邀请客户评价", "success", "bar-survey");
  }

  return {
    consult: (target) => bring("consult", target),
    transfer: (target, mode = "blind") =>
      mode === "blind" ? bring("transfer", target) : bring("consult", { ...target, ...then[mode] }),
    suspend: (target) => suspended({ action: "start", target }),
    takeBack: () => void suspended({ action: "takeBack" }),
    invite: (target) => bring("meetingInvite", target),
    muteMember: (member, muted) => void order("meetingMute", { member, muted: muted ? "1" : "0" }),
    removeMember: (member) => void order("meetingRemove", { member }),
    endMeeting: () => void order("meetingEnd", {}),
    consultCancel: () => void told("consultCancel", "已将咨询人通话挂断！"),
    tranfer: () => void told("tranfer", transferred),
    meeting: () => void told("meeting"),
    satisfaction: () => void survey(),
    async record(action, text = "") {
      const callId = callIdNow();
      return callId !== undefined && showResult(await core.cti.command("recordControl", { callId, action, text }));
    },
  };
}
