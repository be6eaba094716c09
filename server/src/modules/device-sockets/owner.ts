/** The end of the process that has the switch: sockets that other processes hold. */
import type { Broker } from "../../ports/broker.ts";
import type { Clock, Timer } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { beats, downTopic, nowhere, upTopic, type Answer, type Counts, type Joining, type Up } from "./topics.ts";
import { RemoteWire } from "./wire.ts";

/** The switch as far as sockets go. */
export interface DeviceSwitch {
  /** Its epoch while it takes sockets; undefined: another process has them, or that is in doubt. */
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
  /** In which they joined. */
  private epoch: number | undefined;
  private probing = false;
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
    const { devices, name, clock } = this.d;
    const epoch = devices.serving;
    const { gateway } = message;
    const known = this.holders.get(gateway);
    if (known) known.heardAt = clock.monotonic();
    // In doubt nothing is read: what was said is said again.
    if (epoch === undefined) return;
    if (epoch !== this.epoch) this.holders.clear();
    this.epoch = epoch;
    const holder = this.holders.get(gateway);
    if (message.kind === "beat") {
      if (message.owner !== name || !holder) this.tell(gateway, epoch, { kind: "here" });
      return;
    }
    if (message.owner !== name) return;
    if (message.kind === "join") return this.join(gateway, epoch, message.sockets);
    // Its sockets are asked for first.
    if (!holder) return;
    if (message.kind === "sent")
      return this.tell(gateway, epoch, { kind: "has", counts: came(holder, message.counts) });
    if (message.kind === "has") return this.sayAgain(gateway, epoch, holder, message.counts);
    const wire = holder.wires.get(message.id);
    if (message.kind === "closed") {
      holder.wires.delete(message.id);
      this.tell(gateway, epoch, { kind: "has", counts: [[message.id, nowhere]] });
      return wire?.gone();
    }
    // One that is not next was said twice, or follows one that is said again.
    if (!wire || message.n !== wire.next) return;
    wire.next++;
    wire.came(message.text);
  }

  /** What the other process lacks. */
  private sayAgain(gateway: string, epoch: number, { wires }: Holder, counts: Counts): void {
    const now = this.d.clock.monotonic();
    for (const [id, count] of counts) {
      const wire = wires.get(id);
      if (!wire) continue;
      if (count === nowhere) {
        wires.delete(id);
        wire.gone();
        continue;
      }
      for (const { n, text } of wire.out.has(count, now)) this.tell(gateway, epoch, { kind: "text", id, n, text });
    }
  }

  private join(gateway: string, epoch: number, sockets: readonly Joining[]): void {
    const { devices, clock } = this.d;
    const holder = this.holders.get(gateway) ?? { wires: new Map(), heardAt: clock.monotonic() };
    this.holders.set(gateway, holder);
    this.early = [];
    const ids = sockets.flatMap(({ id, address: remoteAddress, before }) => {
      const known = holder.wires.get(id);
      known?.again();
      if (known) return [id];
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
    const say = (what: Answer): void => {
      if (this.early) this.early.push(() => this.tell(gateway, epoch, what));
      else this.tell(gateway, epoch, what);
    };
    const wire: RemoteWire = new RemoteWire({
      text: (text) => say({ kind: "text", id, text, n: wire.out.add(text, this.d.clock.monotonic()).n }),
      signedIn: () => say({ kind: "signedIn", id }),
      close: (code, reason) => {
        holder.wires.delete(id);
        // It lets go of all: whoever has the switch next takes the sockets as they are.
        if (code === 1012 && this.d.devices.serving === undefined) return;
        this.tell(gateway, epoch, { kind: "close", id, code, reason });
      },
    });
    return wire;
  }

  private tell(gateway: string, epoch: number, what: Answer): void {
    const { broker, name: owner, logger } = this.d;
    void broker
      .publish(downTopic(gateway, this.d.part ?? ""), { owner, epoch, ...what })
      .catch((error: Error) => logger.warn({}, `SIP sockets of another process: ${error.message}`));
  }

  /** Sockets of a process that is gone are gone; what others may lack is told. */
  private sweep(): void {
    const epoch = this.d.devices.serving;
    if (epoch === undefined || epoch !== this.epoch) return;
    const now = this.d.clock.monotonic();
    for (const [gateway, { wires, heardAt }] of this.holders) {
      if (now - heardAt >= beats.gone) {
        this.holders.delete(gateway);
        for (const wire of wires.values()) wire.gone();
        continue;
      }
      if (now - heardAt >= beats.missed) this.probe();
      this.remind(gateway, epoch, wires, now);
    }
  }

  private remind(gateway: string, epoch: number, wires: Holder["wires"], now: number): void {
    for (const wire of wires.values()) if (wire.out.tooLate(now)) wire.close(1012, "a message was lost");
    const counts = [...wires].flatMap(([id, { out }]): Counts => (out.owes === undefined ? [] : [[id, out.owes]]));
    if (counts.length > 0) this.tell(gateway, epoch, { kind: "sent", counts });
  }

  /** Where the broker itself is away nobody is gone: the time begins anew. */
  private probe(): void {
    if (this.probing) return;
    this.probing = true;
    const { broker, clock } = this.d;
    const asked = clock.monotonic();
    const anew = (): void => {
      for (const holder of this.holders.values()) holder.heardAt = clock.monotonic();
    };
    broker
      .get("sip.reached")
      .then(() => clock.monotonic() - asked > beats.every && anew(), anew)
      .finally(() => (this.probing = false));
  }
}

/** Of these sockets, how many texts have come. */
const came = ({ wires }: Holder, counts: Counts): Counts => counts.map(([id]) => [id, wires.get(id)?.next ?? nowhere]);
