/** The end of the process that has the switch: sockets that other processes hold. */
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Timer } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { beats, downTopic, upTopic, type Answer, type Down, type Joining, type Up } from "./topics.ts";
import { RemoteWire } from "./wire.ts";

/** The switch as far as sockets go. */
export interface DeviceSwitch {
  /** Its epoch while it takes sockets; undefined: another process has them. */
  readonly serving: number | undefined;
  acceptSocket(wire: RemoteWire, info: { readonly remoteAddress: string; readonly id: string }): void;
  /** False: nothing on it is known. */
  joinSocket(wire: RemoteWire, info: { readonly remoteAddress: string; readonly id: string }): boolean;
}

interface Holder {
  readonly wires: Map<string, RemoteWire>;
  heardAt: number;
}

export interface OwnerDeps {
  readonly name: string;
  readonly broker: Broker;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly devices: DeviceSwitch;
  /** The enterprise whose part of the switch it is; default: it is whole. */
  readonly part?: string;
}

export class Owner {
  private readonly d: OwnerDeps;
  private readonly holders = new Map<string, Holder>();
  private look: Timer | undefined;
  private leave: (() => Promise<void>) | undefined;
  /** What is said to sockets while they join: the gateway gives it to nobody before it knows that they have. */
  private early: (() => void)[] | undefined;

  constructor(deps: OwnerDeps) {
    this.d = deps;
  }

  async start(): Promise<void> {
    const { broker, clock } = this.d;
    this.leave = await broker.subscribe(upTopic(this.d.part ?? ""), (message) => this.heard(message as Up));
    this.look = clock.every(beats.every, () => this.sweep());
  }

  async stop(): Promise<void> {
    this.look?.cancel();
    await this.leave?.();
  }

  private heard(message: Up): void {
    const { devices, name } = this.d;
    const epoch = devices.serving;
    if (epoch === undefined) return void this.forget();
    const { gateway } = message;
    const holder = this.holders.get(gateway);
    if (holder) holder.heardAt = this.d.clock.monotonic();
    if (message.kind === "beat") {
      if (message.owner !== name || !holder) this.tell(gateway, epoch, { kind: "here" });
      return;
    }
    if (message.owner !== name) return;
    if (message.kind === "join") return this.join(gateway, epoch, message.sockets);
    const wire = holder?.wires.get(message.id);
    if (!wire) return;
    if (message.kind === "closed") {
      holder?.wires.delete(message.id);
      return wire.gone();
    }
    // A text was lost on the way: the device begins anew, and finds its calls.
    if (message.n !== wire.next++) return wire.close(1012, "a message was lost");
    wire.came(message.text);
  }

  private join(gateway: string, epoch: number, sockets: readonly Joining[]): void {
    const { devices, clock } = this.d;
    const holder = this.holders.get(gateway) ?? { wires: new Map(), heardAt: clock.monotonic() };
    this.holders.set(gateway, holder);
    this.early = [];
    const ids = sockets.flatMap(({ id, address: remoteAddress, before }) => {
      const wire = this.wire(gateway, epoch, holder, id);
      holder.wires.set(id, wire);
      if (!before) devices.acceptSocket(wire, { remoteAddress, id });
      else if (!devices.joinSocket(wire, { remoteAddress, id })) holder.wires.delete(id);
      return holder.wires.has(id) ? [id] : [];
    });
    this.tell(gateway, epoch, { kind: "joined", ids });
    const { early } = this;
    this.early = undefined;
    for (const say of early) say();
  }

  private wire(gateway: string, epoch: number, holder: Holder, id: string): RemoteWire {
    let n = 0;
    const { name: owner, broker } = this.d;
    return new RemoteWire({
      text: (text) => {
        const message = { owner, epoch, kind: "text", id, n: n++, text } satisfies Down;
        const say = () => broker.publish(downTopic(gateway, this.d.part ?? ""), message);
        const { early } = this;
        return early ? new Promise((said, failed) => early.push(() => void say().then(said, failed))) : say();
      },
      close: (code, reason) => {
        holder.wires.delete(id);
        // It lets go of all: whoever has the switch next takes the sockets as they are.
        if (code === 1012 && this.d.devices.serving === undefined) return;
        this.tell(gateway, epoch, { kind: "close", id, code, reason });
      },
    });
  }

  private tell(gateway: string, epoch: number, what: Answer): void {
    const { broker, name: owner, logger } = this.d;
    void broker
      .publish(downTopic(gateway, this.d.part ?? ""), { owner, epoch, ...what })
      .catch((error: Error) => logger.warn({}, `SIP sockets of another process: ${error.message}`));
  }

  /** Another process has the switch: it asks for the sockets itself. */
  private forget(): void {
    this.holders.clear();
  }

  /** Sockets of a process that is gone are gone. */
  private sweep(): void {
    if (this.d.devices.serving === undefined) return this.forget();
    const now = this.d.clock.monotonic();
    for (const [gateway, { wires, heardAt }] of this.holders) {
      if (now - heardAt < beats.gone) continue;
      this.holders.delete(gateway);
      for (const wire of wires.values()) wire.gone();
    }
  }
}
