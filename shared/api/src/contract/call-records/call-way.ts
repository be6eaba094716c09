/** 外呼方式 of a call from the bar (realtime.md section 4: callStyle 1 uses fixCallType, otherwise stationtype). */
import { terminalTypeTexts } from "../seats/agent-texts.ts";

/** fixCallType. */
const fixCallTypeTexts: Readonly<Record<number, string>> = { 1: "手动外呼", 3: "预约外呼" };

export function callWayText({
  callStyle,
  callType,
}: {
  readonly callStyle: number | null;
  readonly callType: number | null;
}): string {
  if (callStyle === null || callType === null) return "";
  return (callStyle === 1 ? fixCallTypeTexts : terminalTypeTexts)[callType] ?? `方式${callType}`;
}
