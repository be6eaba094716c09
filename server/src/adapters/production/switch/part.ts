/** One switch on Asterisk: the whole of it, or the part of an enterprise. */
import type { LegStore } from "../../../ports/leg-store.ts";
import { createProcessLegStore } from "../../embedded/legs/index.ts";
import { createSipSwitch, type SipSwitchOptions } from "../../embedded/switch/index.ts";
import { Sources } from "../../embedded/switch/media/sources.ts";
import { Memory } from "../../embedded/switch/memory.ts";
import { silentLogger } from "../../embedded/switch/options.ts";
import type { AriAccess } from "./ari.ts";
import { survey, type Survey } from "./left-overs.ts";
import { AsteriskMedia } from "./media.ts";
import type { LinesOptions } from "./trunks/lines.ts";
import type { Part } from "./names.ts";

export interface AsteriskSwitchOptions extends SipSwitchOptions {
  readonly access: AriAccess;
  /** What the next process takes up is kept there. Default: in this process, which ends with it. */
  readonly legs?: LegStore;
}

/** What parts of one process have together. */
export interface Shared extends LinesOptions {
  readonly survey?: Survey;
  readonly sources: Sources;
}

/** Now, and not while calls that were taken over wait for it: everything of this process stands still meanwhile. */
export function preparedSources(): Sources {
  const sources = new Sources();
  void sources.prepare(undefined);
  return sources;
}

/** With its media, which sees to trunks. */
export function asteriskPart(options: AsteriskSwitchOptions, part: Part, shared: Shared) {
  const { access, logger = silentLogger, legs = createProcessLegStore() } = options;
  const reached = { ...access, publicAddress: options.publicAddress, part };
  const memory = new Memory(legs, logger);
  const made: { media?: AsteriskMedia } = {};
  const face = createSipSwitch({ ...options, memory }, (emit) => {
    made.media = new AsteriskMedia({ survey, ...shared, access: reached, logger, memory, emit });
    return made.media;
  });
  return { face, media: made.media! };
}
