/** What the device check says about getting ready. It is kept for the session, in this tab, and counts while this tab has the audio. */
import { isPagePhone } from "@liantai/api/contract";
import {
  deviceCheckModes,
  readinessOf,
  type DeviceCheckMode,
  type Readiness,
} from "@liantai/api/contract/device-check";
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
export function resultOf(storage: Keep, sessionId: string): string | undefined {
  const kept = storage.getItem(resultKey);
  return kept?.startsWith(`${sessionId} `) ? kept.slice(sessionId.length + 1) : undefined;
}

const isMode = (mode: string | null): mode is DeviceCheckMode => mode !== null && mode in deviceCheckModes;

/** Of a seat whose telephone is the page; others have no device here. */
export function readiness(storage: Keep, user: UserInfo | null): Readiness {
  const mode = storage.getItem(modeKey);
  if (!user || !isPagePhone(user.terminalType) || !isMode(mode)) return { allowed: true, text: "" };
  return readinessOf(mode, resultOf(storage, user.sessionId));
}
