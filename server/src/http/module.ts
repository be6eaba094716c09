/** What buildApp mounts: routes, sockets and a life. */
import type { IncomingMessage } from "node:http";
import type { WebSocket } from "ws";
import type { Route } from "./routes.ts";

export interface SocketInfo {
  readonly url: URL;
  readonly address: string;
  readonly device: string;
  readonly request: IncomingMessage;
}

/** A path that upgrades. The Origin check runs before it for every path (docs/protocol.md, section Sockets). */
export interface SocketRoute {
  readonly path: string;
  /** Sub-protocol that must be offered, e.g. 'sip'. */
  readonly protocol?: string;
  /** Runs before the upgrade; false answers HTTP 401 and no socket is made. The value goes to accept. */
  authorise(info: SocketInfo): Promise<unknown | false>;
  accept(socket: WebSocket, info: SocketInfo, authorised: unknown): void;
  /** Clients that are no browsers (SIP phones) send no Origin; true lets them in. */
  readonly allowNoOrigin?: boolean;
}

export interface Module {
  readonly name: string;
  readonly routes: readonly Route[];
  readonly sockets?: readonly SocketRoute[];
  /** After migrations, before listening. */
  start?(): Promise<void>;
  /** On a graceful stop, newest module first: drain, then resolve. */
  stop?(): Promise<void>;
}
