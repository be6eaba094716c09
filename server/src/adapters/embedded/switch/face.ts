/** A Switch that takes the sockets of devices itself. */
import type { Switch } from "../../../ports/switch.ts";
import type { SipWire } from "./sip/socket.ts";

export interface SocketOrigin {
  readonly remoteAddress: string;
  /** Its name in every process; absent, it ends with this one. */
  readonly id?: string;
}

export interface EmbeddedSwitchFace extends Switch {
  /** The epoch it serves while it takes sockets; undefined: another process has them, or none. */
  readonly serving: number | undefined;
  /** A WebSocket with sub-protocol `sip` that an HTTP server accepted on /xcc/ws, in this process or another. */
  acceptSocket(ws: SipWire, info: SocketOrigin): void;
  /** One that a process before served. False: nothing on it is known here. */
  joinSocket(ws: SipWire, info: Required<SocketOrigin>): boolean;
  /** CPU time each media thread has used since it began, ms; about a second old (for benches). */
  mediaCpuMs(): readonly number[];
}
