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

/** A process that holds sockets says: */
export type Said =
  | { readonly kind: "beat"; readonly owner: string }
  | { readonly kind: "join"; readonly owner: string; readonly sockets: readonly Joining[] }
  /** `n`: counted from 0 for each socket and owner. */
  | { readonly kind: "text"; readonly owner: string; readonly id: string; readonly n: number; readonly text: string }
  | { readonly kind: "closed"; readonly owner: string; readonly id: string };
export type Up = { readonly gateway: string } & Said;

/** Who has the switch answers: */
export type Answer =
  | { readonly kind: "here" }
  | { readonly kind: "joined"; readonly ids: readonly string[] }
  | { readonly kind: "text"; readonly id: string; readonly n: number; readonly text: string }
  | { readonly kind: "close"; readonly id: string; readonly code: number; readonly reason: string };
export type Down = { readonly owner: string; readonly epoch: number } & Answer;

/** How often a process with sockets says that it is there, and after how long of silence it is gone; ms. */
export const beats = { every: 500, gone: 5_000 } as const;
