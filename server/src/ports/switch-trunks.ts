/** Ways to the network outside: the words of the Switch port (switch.ts) for trunks. */

/** A node of an operator's or a gateway, as it was set up. */
export interface Trunk {
  /** Names it in destinations and events. Letters, digits, - and _. */
  readonly id: string;
  /** Host or IPv4 address, with :PORT where it is not the transport's own. */
  readonly address: string;
  readonly transport: "udp" | "tcp";
  /** Audio, first choice first. */
  readonly codecs: readonly ("PCMA" | "PCMU")[];
  /** Calls at once, in both directions; 0: no limit. */
  readonly concurrency: number;
  /** '' : nobody is asked who we are. Otherwise we register there, and answer its challenges. */
  readonly userName: string;
  /** Never logged. */
  readonly password: string;
}

/** A number outside, by the first of these trunks that takes the call. */
export interface OverTrunks {
  readonly number: string;
  /** In the order they are tried. */
  readonly trunks: readonly string[];
  /** Those of them that are told these X- headers, too. */
  readonly told?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}
