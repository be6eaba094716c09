/** The check of microphone, way to the switch and network before an agent gets ready (console.md section 1; issue 8, section 2). */

/** Whoever calls it from his own telephone hears himself. */
export const echoNumber = "*43";

/** What a check that failed, or was not made, means for getting ready. */
export const deviceCheckModes = {
  off: "不检测",
  warn: "未通过时提醒",
  refuse: "未通过时不能就绪",
  require: "通过后才能就绪",
} as const;
export type DeviceCheckMode = keyof typeof deviceCheckModes;
/** Of an enterprise that has set nothing else. */
export const deviceCheckDefault = "refuse" satisfies DeviceCheckMode;

/** Characters of what failed, as the server takes it. */
export const whyMost = 100;

export interface Readiness {
  readonly allowed: boolean;
  /** What the agent is told; '' nothing. */
  readonly text: string;
}

/** What the check of a session means for getting ready. why: what failed, '' where it was passed; undefined: none was made. */
export function readinessOf(mode: DeviceCheckMode, why: string | undefined): Readiness {
  if (mode === "off" || why === "") return { allowed: true, text: "" };
  if (why === undefined)
    return mode === "require"
      ? { allowed: false, text: "请先在“更多”里完成设备检测，再就绪" }
      : { allowed: true, text: "" };
  return mode === "warn"
    ? { allowed: true, text: `设备检测未通过：${why}` }
    : { allowed: false, text: `设备检测未通过，不能就绪：${why}` };
}
