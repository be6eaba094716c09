/**
 * The Switch on Asterisk 22. Devices speak SIP with our own edge, as they do with the embedded switch (who may register and call is
 * decided here, and a credential that ends is dead at once); the audio is Asterisk's, which is told by ARI. See decision 046.
 */
import type { LegStore } from "../../../ports/leg-store.ts";
import { createProcessLegStore } from "../../embedded/legs/index.ts";
import { createSipSwitch, type EmbeddedSwitchFace, type SipSwitchOptions } from "../../embedded/switch/index.ts";
import { Sources } from "../../embedded/switch/media/sources.ts";
import { Memory } from "../../embedded/switch/memory.ts";
import { silentLogger } from "../../embedded/switch/options.ts";
import type { AriAccess } from "./ari.ts";
import { AsteriskMedia } from "./media.ts";

export interface AsteriskSwitchOptions extends SipSwitchOptions {
  readonly access: AriAccess;
  /** What the next process takes up is kept there. Default: in this process, which ends with it. */
  readonly legs?: LegStore;
}

export function createAsteriskSwitch(options: AsteriskSwitchOptions): EmbeddedSwitchFace {
  const { access, logger = silentLogger, legs = createProcessLegStore() } = options;
  const reached = { ...access, publicAddress: options.publicAddress };
  const memory = new Memory(legs, logger);
  const sources = new Sources();
  // Now, and not while calls that were taken over wait for it: everything of this process stands still meanwhile.
  void sources.prepare(undefined);
  return createSipSwitch({ ...options, memory }, (emit) => new AsteriskMedia(reached, sources, logger, memory, emit));
}
