/** What the device check says about getting ready. It is kept for the session, in this tab. */
import type { DeviceCheckMode } from "@liantai/api/contract/device-check";
import type { UserInfo } from "@liantai/api/client";

type Keep = Pick<Storage, "getItem" | "setItem">;

const modeKey = "liantai.deviceCheckMode";
const resultKey = "liantai.deviceCheck";

/** Of the enterprise, as the server said with the telephone's password. */
export const keepMode = (storage: Keep, mode: DeviceCheckMode): void => storage.setItem(modeKey, mode);

/** why: what failed; '' for a check that was passed. */
export const keepResult = (storage: Keep, sessionId: string, why: string): void =>
  storage.setItem(resultKey, `${sessionId} ${why}`);

/** undefined: not made in this session. */
function resultOf(storage: Keep, sessionId: string): string | undefined {
  const kept = storage.getItem(resultKey);
  return kept?.startsWith(`${sessionId} `) ? kept.slice(sessionId.length + 1) : undefined;
}

export interface Readiness {
  readonly allowed: boolean;
  /** What the agent is told; '' nothing. */
  readonly text: string;
}

const isChecked = (mode: string | null): mode is Exclude<DeviceCheckMode, "off"> =>
  mode === "warn" || mode === "refuse" || mode === "require";

const silent: Readiness = { allowed: true, text: "" };

/** Of a seat whose telephone is the page; others have no device here. */
export function readiness(storage: Keep, user: UserInfo | null): Readiness {
  const mode = storage.getItem(modeKey);
  if (user?.terminalType !== 2 || !isChecked(mode)) return silent;
  const why = resultOf(storage, user.sessionId);
  if (why === "") return silent;
  if (why === undefined)
    return mode === "require" ? { allowed: false, text: "请先在“更多”里完成设备检测，再就绪" } : silent;
  return mode === "warn"
    ? { allowed: true, text: `设备检测未通过：${why}` }
    : { allowed: false, text: `设备检测未通过，不能就绪：${why}` };
}
