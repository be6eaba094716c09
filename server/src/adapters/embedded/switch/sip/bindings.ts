/** Who is registered where. Pure: time is handed in, sockets are opaque. */
import type { SipCredential } from "../../../../ports/switch.ts";

export interface Binding<Socket> {
  readonly user: string;
  /** +sip.instance, or the contact address of a device without one. */
  readonly instance: string;
  /** The contact as the device wrote it: it looks for exactly that in our answer, and we call it there. */
  readonly contact: string;
  readonly socket: Socket;
  readonly userAgent: string;
  /** What the user proved itself with. */
  credential: SipCredential;
  readonly since: number;
  expiresAt: number;
}

export class Bindings<Socket> {
  private readonly users = new Map<string, Map<string, Binding<Socket>>>();

  /** True when it is new or moved to another socket; a mere refresh keeps its place and says false. */
  put(binding: Binding<Socket>): boolean {
    const instances = this.users.get(binding.user) ?? new Map<string, Binding<Socket>>();
    this.users.set(binding.user, instances);
    const known = instances.get(binding.instance);
    if (known && known.socket === binding.socket && known.contact === binding.contact) {
      known.expiresAt = binding.expiresAt;
      known.credential = binding.credential;
      return false;
    }
    instances.delete(binding.instance);
    instances.set(binding.instance, binding);
    return true;
  }

  of(user: string, now: number): Binding<Socket>[] {
    return [...(this.users.get(user)?.values() ?? [])].filter(({ expiresAt }) => expiresAt > now);
  }

  /** Where a call goes: the instance that registered last. */
  newest(user: string, now: number): Binding<Socket> | undefined {
    return this.of(user, now).at(-1);
  }

  /** The newest of each user whose name begins so. */
  all(prefix: string, now: number): Binding<Socket>[] {
    return [...this.users.keys()]
      .filter((user) => user.startsWith(prefix))
      .flatMap((user) => this.newest(user, now) ?? []);
  }

  /** Removes what `which` picks and gives it back. */
  remove(which: (binding: Binding<Socket>) => boolean): Binding<Socket>[] {
    const gone: Binding<Socket>[] = [];
    for (const [user, instances] of this.users) {
      for (const [instance, binding] of instances) {
        if (!which(binding)) continue;
        instances.delete(instance);
        gone.push(binding);
      }
      if (instances.size === 0) this.users.delete(user);
    }
    return gone;
  }

  count(now: number): number {
    let users = 0;
    for (const user of this.users.keys()) if (this.of(user, now).length > 0) users++;
    return users;
  }
}
