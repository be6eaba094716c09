/** What processes tell one another of who has what open. */
import type { Opened, Place } from "./registry.ts";

/** What a process asks of whoever has the socket. */
export type PresenceAsked = { readonly open: Opened } | { readonly close: Place };
/** What became of entries. who: a process that has just begun asks for all. */
export type PresenceChange =
  | { readonly on: readonly Opened[] }
  | { readonly off: Place }
  | { readonly gone: readonly string[] }
  | { readonly alive: readonly string[] }
  | { readonly who: true };
