/** Lengths of time in the steps of a call. */
import { minuteMs } from "@liantai/api/contract";

/** 1分20秒 */
export const length = (ms: number): string =>
  ms < minuteMs
    ? `${Math.round(ms / 1_000)}秒`
    : `${Math.floor(ms / minuteMs)}分${Math.round((ms % minuteMs) / 1_000)}秒`;

/** 2.5分 */
export const minutes = (ms: number): string => `${Math.round(ms / (minuteMs / 10)) / 10}分`;
