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
