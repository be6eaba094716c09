/** How a customer's call ended, in words. */
import type { CallEvents } from "../softphone/ports.ts";

type How = Parameters<CallEvents["ended"]>[0];

const byCode: Readonly<Record<number, string>> = {
  403: "暂时不能呼叫该号码",
  404: "您拨打的号码不存在",
  408: "暂时无人接听，请稍后再拨",
  480: "暂时无人接听，请稍后再拨",
  484: "您拨打的号码不存在",
  486: "对方正忙，请稍后再拨",
  488: "当前浏览器的语音格式不受支持",
  500: "线路故障，请稍后再拨",
  503: "服务繁忙，请稍后再拨",
  600: "对方正忙，请稍后再拨",
  603: "对方暂时不便接听",
};

export const lostText = "连接中断，通话已结束";

export function endText(how: How, talked: boolean): string {
  // JsSIP ends a call whose audio path is gone as if a person had done it.
  if (how.cause === "RTP Timeout") return lostText;
  if (how.by === "local") return talked ? "您已挂断" : "已取消呼叫";
  if (talked) return how.by === "remote" ? "对方已挂断" : lostText;
  if (how.code !== undefined && byCode[how.code]) return byCode[how.code]!;
  return how.cause === "Canceled" ? "对方已取消呼叫" : "呼叫未能接通，请稍后再拨";
}
