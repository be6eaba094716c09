/** Devices whose credential ended: their sockets are closed, of one in a call when it is over. */
import type { SwitchDirectory } from "../../../../ports/switch.ts";
import type { Authenticator } from "./auth.ts";
import type { Registrar } from "./registrar.ts";
import type { SipSocket } from "./socket.ts";
import type { SipSockets } from "./sockets.ts";

export interface SignOutsDeps {
  readonly directory: SwitchDirectory;
  readonly auth: Authenticator;
  readonly registrar: Registrar;
  readonly sockets: SipSockets;
  inCall(user: string): boolean;
}

const signOut = (socket: SipSocket): void => socket.close(1008, "signed out");

export class SignOuts {
  private readonly d: SignOutsDeps;
  private readonly leaving = new Set<string>();

  constructor(deps: SignOutsDeps) {
    this.d = deps;
  }

  /** All devices of a user. */
  ofUser(user: string): void {
    this.d.registrar.dropUser(user);
    for (const socket of this.d.sockets.all()) if (socket.users.has(user)) signOut(socket);
  }

  /** All devices that registered with what this holder was given. */
  ofHolder(holder: string): void {
    this.d.auth.withdrawn();
    this.d.registrar.dropHolder(holder);
    for (const socket of this.d.sockets.all()) if (socket.holders.has(holder)) signOut(socket);
  }

  /** Those of these users whose credential the directory no longer has. */
  async recheck(prefix: string): Promise<void> {
    this.d.auth.withdrawn();
    for (const { user, socket, credential } of this.d.registrar.bindingsOf(prefix)) {
      const found = await this.d.directory.credentials(user);
      if (found.some(({ password, holder }) => password === credential.password && holder === credential.holder))
        continue;
      // Passwords of a session change with time; whether it lives is the question.
      if (credential.holder !== undefined && found.some(({ holder }) => holder === credential.holder)) continue;
      if (this.d.inCall(user)) {
        this.leaving.add(user);
        continue;
      }
      this.leaving.delete(user);
      signOut(socket);
    }
  }

  /** Users whose credential ended in a call: they go when it is over. */
  async letGo(): Promise<void> {
    for (const user of [...this.leaving]) {
      if (this.d.inCall(user)) continue;
      this.leaving.delete(user);
      await this.recheck(user);
    }
  }
}
