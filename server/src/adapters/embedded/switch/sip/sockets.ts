/** The SIP WebSockets that are open, each within the rates of its address. */
import type { WebSocket } from "ws";
import type { Clock } from "../../../../ports/clock.ts";
import type { Logger } from "../../../../ports/logger.ts";
import type { Calls } from "../calls.ts";
import { AddressBuckets, allowances, Bucket, maxNamelessSockets, networkOf } from "./rate.ts";
import type { Registrar } from "./registrar.ts";
import { SipSocket } from "./socket.ts";

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

  accept(ws: WebSocket, remoteAddress: string): void {
    if (this.crowded(remoteAddress)) return ws.close(1013, "too many sockets");
    const { realm, clock, logger, registrar, calls } = this.d;
    const guard = (work: Promise<void>): void =>
      void work.catch((error: Error) => logger.warn({}, `SIP: ${error.message}`));
    this.open.add(
      new SipSocket(ws, {
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
        onGone: (socket) => {
          this.open.delete(socket);
          registrar.dropSocket(socket);
          calls.socketGone(socket);
        },
      }),
    );
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
