/** The SIP WebSockets that are open, each within the rates of its address. */
import { randomBytes } from "node:crypto";
import { networkOf } from "../../../../http/address.ts";
import type { Clock } from "../../../../ports/clock.ts";
import type { Logger } from "../../../../ports/logger.ts";
import type { Calls } from "../calls.ts";
import { AddressBuckets, allowances, Bucket, maxNamelessSockets } from "./rate.ts";
import type { Registrar } from "./registrar.ts";
import { SipSocket, type SipWire } from "./socket.ts";

const noWire: SipWire = {
  OPEN: 1,
  readyState: 3,
  close: () => undefined,
  terminate: () => undefined,
  ping: () => undefined,
  send: () => undefined,
  on: () => undefined,
};

export interface SipSocketsDeps {
  readonly realm: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registrar: Registrar;
  readonly calls: Calls;
}

export class SipSockets {
  private readonly d: SipSocketsDeps;
  private readonly open = new Set<SipSocket>();
  private readonly addresses = new AddressBuckets();

  constructor(deps: SipSocketsDeps) {
    this.d = deps;
  }

  accept(ws: SipWire, remoteAddress: string, id?: string): void {
    if (this.crowded(remoteAddress)) return ws.close(1013, "too many sockets");
    this.open.add(this.make(ws, remoteAddress, id));
  }

  /** One that a process before served and that is still open at its far end. */
  join(ws: SipWire, remoteAddress: string, id: string): SipSocket {
    const socket = this.make(ws, remoteAddress, id);
    this.open.add(socket);
    return socket;
  }

  /** In the place of sockets that did not come yet: it is closed, and nobody hears of it. */
  nowhere(): SipSocket {
    const socket = this.make(noWire, "");
    socket.close(1001, "");
    return socket;
  }

  private make(ws: SipWire, remoteAddress: string, id = randomBytes(9).toString("base64url")): SipSocket {
    const { realm, clock, logger, registrar, calls } = this.d;
    const guard = (work: Promise<void>): void =>
      void work.catch((error: Error) => logger.warn({}, `SIP: ${error.message}`));
    return new SipSocket(ws, {
      id,
      remoteAddress,
      realm,
      logger,
      bucket: new Bucket(allowances.nameless, clock.now()),
      addressBucket: this.addresses.of(remoteAddress, clock.now()),
      now: () => clock.now(),
      delegate: (socket) => ({
        onRegister: (request) => guard(registrar.register(request, socket)),
        onInvite: (request) => guard(calls.incoming(request, socket)),
        onMessage: (request) => void request.reject({ statusCode: 405 }),
      }),
      // Once what it asked for is done: a dialogue that moves to it is not lost meanwhile.
      onProven: (socket, { user, single }) => void (single && queueMicrotask(() => this.replace(user, socket))),
      onGone: (socket) => {
        this.open.delete(socket);
        registrar.dropSocket(socket);
        calls.socketGone(socket);
      },
    });
  }

  /** The user is where it proved itself last. */
  private replace(user: string, socket: SipSocket): void {
    if (!socket.open) return;
    for (const other of this.all())
      if (other !== socket && other.users.has(user)) other.close(1008, "its page is on another socket");
  }

  private crowded(remoteAddress: string): boolean {
    if (this.open.size < maxNamelessSockets) return false;
    const network = networkOf(remoteAddress);
    let nameless = 0;
    for (const socket of this.open)
      if (socket.users.size === 0 && networkOf(socket.remoteAddress) === network) nameless++;
    return nameless >= maxNamelessSockets;
  }

  /** A copy: closing one takes it out. */
  all(): SipSocket[] {
    return [...this.open];
  }
}
