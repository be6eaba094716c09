/**
 * What the engine asks before a call to or from outside goes on: call limits, blacklists and outbound routes answer it
 * (modules/trunks). Internal calls are not asked about. The answer stands in the call's log (fact `screened`).
 */
import type { EndCause } from "@liantai/api/contract";

export interface CallQuestion {
  readonly compId: string;
  readonly direction: "inbound" | "outbound";
  /** Inbound: who calls. Outbound: the number that would be displayed without any route, '' when there is none. */
  readonly caller: string;
  /** Inbound: the access number. Outbound: what the agent dialled. */
  readonly callee: string;
  /** Outbound: who dials. */
  readonly agentId?: string;
}

export type Screened =
  | {
      readonly ok: true;
      /** Outbound: shown to the callee instead of `caller`. */
      readonly displayed?: string;
      /** Outbound: dialled instead of `callee`, after rewriting. */
      readonly dialled?: string;
      /** What was applied, in Chinese, for the track: '外呼路由 本地：去掉前缀 9'. Nothing to say: absent. */
      readonly reason?: string;
    }
  | {
      readonly ok: false;
      readonly cause: EndCause;
      /** In Chinese, for the track and, outbound, for the bar: '号码在企业黑名单中'. */
      readonly reason: string;
      /** It is refused whenever it is asked again, and not for now. */
      readonly forGood?: boolean;
    };

/** Rejecting is as if it had not been asked: a call is not lost because its screening failed. */
export type ScreenCall = (question: CallQuestion) => Promise<Screened>;

export const allowAll: ScreenCall = async () => ({ ok: true });
