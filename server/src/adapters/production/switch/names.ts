/** What belongs to one part of the switch is called in Asterisk, so that a part knows its own and lets those of others be. Pure. */
import { application } from "./configuration.ts";

/** Of an enterprise; undefined: of the switch as a whole. */
export type Part = string | undefined;

/** Its Stasis application: events of its channels alone. */
export const applicationOf = (part: Part): string => (part === undefined ? application : `${application}-${part}`);
/** Its endpoint, at which Asterisk calls our edge. No user of ours has a dot in its name. */
export const edgeOf = (user: string, part: Part): string => (part === undefined ? user : `${user}.${part}`);
/** Stands in ids before what makes them unique. */
export const tagOf = (part: Part): string => (part === undefined ? "" : `${part}-`);
/** Where the dialplan sends what our edge calls. */
export const extensionOf = (part: Part): string => `leg${part ?? ""}`;

const unique = "[0-9a-f]{8}-";
/** Bridges of ours. */
export const bridgesOf = (part: Part): RegExp => new RegExp(`^(?:core|ear|whisper|fork)-${tagOf(part)}${unique}`);
/** Channels that we dial. */
export const dialledBy = (part: Part): RegExp => new RegExp(`^trunk-${tagOf(part)}${unique}`);
