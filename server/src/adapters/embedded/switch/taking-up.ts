/**
 * What this process keeps of its legs and devices, and how the next one takes them up: audio first, then the dialogues, and the devices
 * as their sockets come (through a process that lived on, or because they sign in again).
 */
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Kept, KeptState } from "../../../ports/leg-store.ts";
import type { LegId, SwitchDirectory } from "../../../ports/switch.ts";
import type { Calls } from "./calls.ts";
import { isState, numberOf, textOf } from "./kept.ts";
import type { LegMedia } from "./leg-media.ts";
import type { Leg } from "./legs.ts";
import type { Memory } from "./memory.ts";
import type { Binding } from "./sip/bindings.ts";
import type { Registrar } from "./sip/registrar.ts";
import type { SipSocket, SipWire } from "./sip/socket.ts";
import type { SipSockets } from "./sip/sockets.ts";

/** A page that lost its own process signs in at another one within this time; only then its leg is lost. */
const BACK_MS = 10_000;
/** A process that lived on has its sockets here within half a second; who calls a device on one of them waits as long as this. */
const ARRIVES_MS = 2_000;
/** Of the layout below. */
const VERSION = 1;

type Device = Binding<SipSocket>;

export interface TakingUpDeps {
  readonly memory: Memory;
  readonly clock: Clock;
  readonly directory: SwitchDirectory;
  readonly media: LegMedia;
  readonly calls: Calls;
  readonly registrar: Registrar;
  readonly sockets: SipSockets;
}

export class TakingUp {
  private readonly d: TakingUpDeps;
  /** Legs and devices by the socket that they were on, until it is here. */
  private readonly legsOf = new Map<string, LegId[]>();
  private readonly devicesOf = new Map<string, Device[]>();
  private patience: Timer | undefined;
  private readonly arrivals = new Set<() => void>();

  constructor(deps: TakingUpDeps) {
    this.d = deps;
  }

  async start(rows: readonly Kept[]): Promise<void> {
    const { media, sockets } = this.d;
    const of = (kind: Kept["kind"]) => rows.filter((row) => row.kind === kind && row.state["version"] === VERSION);
    const legs = new Map(of("leg").map(({ key, state }) => [key, state]));
    const audio = [...legs].flatMap(([leg, { media: kept }]): [LegId, KeptState][] =>
      isState(kept) ? [[leg, kept]] : [],
    );
    const alive = await media.start(new Map(audio));
    const nowhere = sockets.nowhere();
    for (const [leg, state] of legs) if (!alive.has(leg) || !this.takeUpLeg(leg, state, nowhere)) await this.end(leg);
    await Promise.all(of("registration").map((row) => this.takeUpDevice(row, nowhere)));
    this.patience = this.d.clock.after(BACK_MS, () => this.giveUp(nowhere));
  }

  stop(): void {
    this.patience?.cancel();
    this.legsOf.clear();
    this.devicesOf.clear();
    this.arrived();
  }

  /** Resolves when the user's device can be called, or when its socket does not come. Undefined: nothing is on its way. */
  arrival(user: string): Promise<void> | undefined {
    const onItsWay = () => [...this.devicesOf.values()].some((all) => all.some((device) => device.user === user));
    if (this.d.registrar.find(user)?.socket.open === true || !onItsWay()) return undefined;
    return new Promise((resolve) => {
      const look = (): void => {
        if (onItsWay()) return;
        late.cancel();
        this.arrivals.delete(look);
        resolve();
      };
      const late = this.d.clock.after(ARRIVES_MS, () => {
        this.arrivals.delete(look);
        resolve();
      });
      this.arrivals.add(look);
    });
  }

  private arrived(): void {
    for (const look of this.arrivals) look();
  }

  /** A socket that a process before served. False: nothing on it is known here. */
  join(wire: SipWire, remoteAddress: string, id: string): boolean {
    const { sockets, registrar, calls } = this.d;
    const [devices, legs] = [this.devicesOf.get(id), this.legsOf.get(id)];
    if (!devices && !legs) return false;
    this.devicesOf.delete(id);
    this.legsOf.delete(id);
    const socket = sockets.join(wire, remoteAddress, id);
    registrar.join(devices ?? [], socket);
    this.arrived();
    for (const each of legs ?? []) {
      const leg = calls.legs.get(each);
      if (leg?.sip.join(socket)) calls.onSocket(leg);
    }
    return true;
  }

  /** Kept once it is answered: a leg that rings is not taken up. */
  legChanged({ sip, user, direction, since, held, answered }: Leg): void {
    const [dialogue, media] = [sip.kept, this.d.media.kept(sip.id)];
    if (!answered || !dialogue || !media) return;
    const state = { version: VERSION, user, direction, since, held, socket: sip.socket?.id ?? "", dialogue, media };
    this.d.memory.save({ kind: "leg", key: sip.id, state });
  }

  legGone(leg: LegId): void {
    this.d.memory.remove({ kind: "leg", key: leg });
  }

  deviceChanged({ user, instance, contact, socket, userAgent, since, expiresAt, credential }: Device): void {
    const holder = credential.holder ?? "";
    const state = { version: VERSION, user, instance, contact, socket: socket.id, userAgent, since, expiresAt, holder };
    this.d.memory.save({ kind: "registration", key: `${user} ${instance}`, state });
  }

  deviceGone({ user, instance }: Pick<Device, "user" | "instance">): void {
    this.d.memory.remove({ kind: "registration", key: `${user} ${instance}` });
  }

  private takeUpLeg(leg: LegId, state: KeptState, nowhere: SipSocket): boolean {
    const { dialogue, held } = state;
    if (!isState(dialogue)) return false;
    const live = {
      leg,
      user: textOf(state, "user"),
      direction: state["direction"] === "in" ? "in" : "out",
      state: "answered",
      since: numberOf(state, "since"),
      held: held === true,
    } as const;
    if (!this.d.calls.takeUp(leg, live, nowhere, dialogue)) return false;
    const socket = textOf(state, "socket");
    if (socket !== "") push(this.legsOf, socket, leg);
    return true;
  }

  /** A credential that ended meanwhile, or with its session, is taken up by nobody. */
  private async takeUpDevice({ key, state }: Kept, nowhere: SipSocket): Promise<void> {
    const user = textOf(state, "user");
    const holder = textOf(state, "holder");
    const found = await this.d.directory.credentials(user);
    const credential = found.find((each) => (each.holder ?? "") === holder);
    const expiresAt = numberOf(state, "expiresAt");
    if (!credential || expiresAt <= this.d.clock.now()) return this.d.memory.remove({ kind: "registration", key });
    const device: Device = {
      user,
      instance: textOf(state, "instance"),
      contact: textOf(state, "contact"),
      socket: nowhere,
      userAgent: textOf(state, "userAgent"),
      credential,
      since: numberOf(state, "since"),
      expiresAt,
    };
    this.d.registrar.takeUp(device);
    push(this.devicesOf, textOf(state, "socket"), device);
  }

  private async end(leg: LegId): Promise<void> {
    this.legGone(leg);
    await this.d.media.close(leg);
  }

  /** Whose device did not come is told as lost; the engine knows how long to wait for it. */
  private giveUp(nowhere: SipSocket): void {
    this.stop();
    this.d.registrar.dropSocket(nowhere);
    for (const [id, leg] of this.d.calls.legs) {
      if (leg.sip.at !== "cut") continue;
      leg.lost = undefined;
      this.d.calls.lost(id, "socket");
    }
  }
}

function push<K, V>(to: Map<K, V[]>, key: K, value: V): void {
  const there = to.get(key);
  if (there) there.push(value);
  else to.set(key, [value]);
}
