/** What the questions of calls need. */
import type { Database } from "../../../ports/database.ts";
import type { Guests } from "../guests.ts";
import type { VoiceFile } from "./types.ts";

export interface NumbersDeps {
  readonly database: Database;
  readonly guests: Guests;
  readonly voiceFile: VoiceFile;
}

export const file = (deps: NumbersDeps, compId: string, id: string): Promise<string | undefined> =>
  id === "" ? Promise.resolve(undefined) : deps.voiceFile(compId, id);
