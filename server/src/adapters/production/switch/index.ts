/**
 * The Switch on Asterisk 22. Devices speak SIP with our own edge, as they do with the embedded switch (who may register and call is
 * decided here, and a credential that ends is dead at once); the audio is Asterisk's, which is told by ARI. See decision 046.
 */
import type { EmbeddedSwitchFace } from "../../embedded/switch/index.ts";
import { asteriskPart, preparedSources, type AsteriskSwitchOptions } from "./part.ts";

export type { AsteriskSwitchOptions } from "./part.ts";
export { createPartedSwitch, type PartedSwitchFace } from "./parts.ts";

/** As one: with the legs of all. */
export function createAsteriskSwitch(options: AsteriskSwitchOptions): EmbeddedSwitchFace {
  return asteriskPart(options, undefined, { sources: preparedSources() }).face;
}
