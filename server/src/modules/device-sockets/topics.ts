/** What processes say to each other about the SIP sockets of devices: texts of SIP, and who has the switch. */

/** From a process that holds sockets, to whoever has the switch, or an enterprise's part of it ('': the whole). */
export const upTopic = (part: string): string => (part === "" ? "sip.up" : `sip.up.${part}`);
/** To one process that holds sockets. */
export const downTopic = (gateway: string, part: string): string =>
  part === "" ? `sip.down.${gateway}` : `sip.down.${gateway}.${part}`;

export interface Joining {
  readonly id: string;
  readonly address: string;
  /** Another owner had it. */
  readonly before: boolean;
}

/** By socket: texts said so far, or those that came; `nowhere`: it is not there any more. */
export type Counts = readonly (readonly [id: string, count: number])[];
export const nowhere = -1;

/** A process that holds sockets says: */
export type Said =
  | { readonly kind: "beat"; readonly owner: string }
  | { readonly kind: "join"; readonly owner: string; readonly sockets: readonly Joining[] }
  /** `n`: counted from 0 for each socket and owner. */
  | { readonly kind: "text"; readonly owner: string; readonly id: string; readonly n: number; readonly text: string }
  | { readonly kind: "closed"; readonly owner: string; readonly id: string }
  | { readonly kind: "sent"; readonly owner: string; readonly counts: Counts }
  | { readonly kind: "has"; readonly owner: string; readonly counts: Counts };
export type Up = { readonly gateway: string } & Said;

/** Who has the switch answers: */
export type Answer =
  | { readonly kind: "here" }
  | { readonly kind: "joined"; readonly ids: readonly string[] }
  | { readonly kind: "text"; readonly id: string; readonly n: number; readonly text: string }
  | { readonly kind: "close"; readonly id: string; readonly code: number; readonly reason: string }
  /** Somebody signed in on it: it may say more from now on. */
  | { readonly kind: "signedIn"; readonly id: string }
  | { readonly kind: "sent"; readonly counts: Counts }
  | { readonly kind: "has"; readonly counts: Counts };
export type Down = { readonly owner: string; readonly epoch: number } & Answer;

/** How often a process with sockets says that it is there, and after how long of silence it is gone; missed: it seems so; ms. */
export const beats = { every: 500, missed: 1_200, gone: 5_000 } as const;
