/** What an agent does on the bar. Every refusal is told in words; nothing throws. */
import { callNumberText, isCallNumber } from "@liantai/api/contract";
import { texts } from "@liantai/api/contract/base";
import type { CtiResult } from "../links/cti-link.ts";
import { DigitQueue, onlyDigits } from "../softphone/digits.ts";
import { readiness } from "../device-check/readiness.ts";
import type { AgentClient } from "./agent-client.ts";
import { talkActions, type TalkActions } from "./talk-actions.ts";

export interface AgentActions extends TalkActions {
  ready(): void;
  /** customStatus: id of one that the seat may use; none: plain busy. */
  busy(customStatus?: string): void;
  finishWrapUp(): void;
  extendWrapUp(): void;
  /**
   * A number, or a sealed reference to one. Resolves true when the server took the order. callType: fixCallType, default 1; taskId: the
   * dialling task that it is for.
   */
  dial(to: string | { readonly ref: string }, callType?: number, taskId?: string): Promise<boolean>;
  answer(): void;
  hangup(): void;
  hold(): void;
  unhold(): void;
  toggleMute(): void;
  /** Sends keys to the far side, one per 100 ms. */
  digits(keys: string): void;
  recover(): void;
  takeMedia(): void;
  /** What is not connected is tried now. */
  retry(): void;
}

const hungUpHere = "网络已中断：已在本机挂断，恢复连接后会自动通知服务器结束通话";

export function agentActions(core: AgentClient): AgentActions {
  const { store, clock } = core.ports;
  const now = () => store.telephony();
  const queue = new DigitQueue(clock, (digits) => {
    const callId = now().call?.callId;
    if (callId) void core.cti.command("dtmf", { callId, digits }).then(showResult);
    else queue.clear();
  });

  function showResult(result: CtiResult): boolean {
    if (!result.ok) core.answerPress(result.text, "error", "bar-refused");
    return result.ok;
  }

  const withCall = (act: (callId: string) => void) => () => {
    const call = now().call;
    if (call) act(call.callId);
  };

  /** One at a time: a second press while the first is under way asks for nothing new. */
  async function turn(verb: "hold" | "unhold", callId: string): Promise<void> {
    if (now().holding) return;
    store.change({ holding: true });
    showResult(await core.cti.command(verb, { callId }));
    store.change({ holding: false });
  }

  async function hangup(callId: string): Promise<void> {
    const result = await core.cti.command("hangup", { callId });
    if (result.ok || now().call?.callId !== callId) return;
    if (result.code !== -1) {
      showResult(result);
      return;
    }
    core.phone.hangup();
    core.endedHere(callId);
    core.answerPress(hungUpHere, "warning", "hangup-here");
  }

  return {
    ready() {
      // Where another tab has the audio, its check counts, of which the server knows.
      const { allowed, text } = readiness(core.ports.storage, now().ownsMedia ? core.user : null);
      if (text) core.answerPress(text, allowed ? "warning" : "error", "device-check");
      if (allowed) void core.cti.command("setState", { state: "1" }).then(showResult);
    },
    busy: (customStatus) =>
      void core.cti.command("setState", { state: "2", ...(customStatus ? { customStatus } : {}) }).then(showResult),
    extendWrapUp: () => void core.cti.command("extendWrapUp", {}).then(showResult),
    finishWrapUp: () => void core.cti.command("finishWrapUp", {}).then(showResult),

    async dial(to, callType = 1, taskId) {
      const asked = typeof to === "string" ? { number: to.trim() } : to;
      const { call, microphone } = now();
      const refuse = (why: string) => {
        core.answerPress(why, "warning", "dial-refused");
        return false;
      };
      if (call) return refuse("当前正在通话中，无法外呼");
      if ("number" in asked && !isCallNumber(asked.number)) return refuse(asked.number ? callNumberText : "请输入号码");
      if (core.hasPhone() && microphone === "denied") return refuse(texts.microphone);
      if (core.hasPhone()) void core.phone.prepare();
      const order = { ...asked, callType: `${callType}`, ...(taskId === undefined ? {} : { taskId }) };
      const done = showResult(await core.cti.command("makeCall", order));
      if (!done) core.phone.relax();
      return done;
    },

    answer: withCall((callId) => {
      void core.phone.answer(callId).then((answered) => {
        if (!answered && now().microphone === "denied") core.answerPress(texts.microphone, "warning", "microphone");
      });
    }),

    hangup: withCall((callId) => void hangup(callId)),
    hold: withCall((callId) => void turn("hold", callId)),
    unhold: withCall((callId) => void turn("unhold", callId)),
    ...talkActions(core, showResult),
    toggleMute: () => core.phone.setMuted(!now().muted),

    digits(keys) {
      const digits = onlyDigits(keys);
      if (digits === "") core.answerPress(texts.noDigits, "warning", "no-digits");
      else queue.push(digits);
    },

    recover: () => void core.cti.command("recover", {}).then(showResult),
    takeMedia: () => void core.cti.command("takeMedia", {}).then(showResult),

    retry() {
      core.cti.retryNow();
      core.phone.check();
    },
  };
}
