/** What the audio of a switch on Asterisk is made with. */
import type { Logger } from "../../../ports/logger.ts";
import type { MediaEvent } from "../../embedded/switch/media/protocol.ts";
import type { Sources } from "../../embedded/switch/media/sources.ts";
import type { Memory } from "../../embedded/switch/memory.ts";
import type { AriAccess } from "./ari.ts";
import type { Survey } from "./left-overs.ts";
import type { LinesOptions } from "./trunks/lines.ts";

export interface MediaDeps extends LinesOptions {
  readonly access: AriAccess;
  readonly sources: Sources;
  readonly logger: Logger;
  readonly memory: Memory;
  readonly emit: (event: MediaEvent) => void;
  /** Parts of one process ask together. */
  readonly survey: Survey;
}
