/** The embedded Switch: SIP over WebSocket by sip.js' core, audio by werift in worker threads. See ports/switch.ts. */
import { availableParallelism } from "node:os";
import { MediaPool } from "./media/pool.ts";
import { silentLogger, type EmbeddedSwitchOptions } from "./options.ts";
import type { EmbeddedSwitchFace } from "./face.ts";
import { createSipSwitch } from "./sip-switch.ts";

export { repairWav } from "./media/wav.ts";
export type { EmbeddedSwitchOptions, SipSwitchOptions } from "./options.ts";
export type { EmbeddedSwitchFace } from "./face.ts";
export { createSipSwitch } from "./sip-switch.ts";

export function createEmbeddedSwitch(options: EmbeddedSwitchOptions): EmbeddedSwitchFace {
  const { hostAddresses = [], iceServers = [], portRange, publicAddress, musicPath, logger = silentLogger } = options;
  const workers = options.workers ?? Math.min(2, availableParallelism());
  const media = {
    workers,
    hostAddresses,
    iceServers,
    ...(publicAddress ? { publicAddress } : {}),
    ...(portRange ? { portRange } : {}),
    ...(musicPath ? { musicPath } : {}),
  };
  return createSipSwitch(options, (emit) => new MediaPool(media, logger, emit));
}
