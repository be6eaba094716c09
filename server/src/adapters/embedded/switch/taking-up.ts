/**
 * What this process keeps of its legs and devices, and how the next one takes them up: audio first, then the dialogues, and the devices
 * as their sockets come (through a process that lived on, or because they sign in again).
 */
import type { URI } from "sip.js/lib/grammar/index.js";
import type { Clock, Timer } from "../../../ports/clock.ts";
import type { Kept, KeptState } from "../../../ports/leg-store.ts";
import type { LegId, SwitchDirectory } from "../../../ports/switch.ts";
import type { Calls } from "./calls.ts";
import { isState, numberOf, textOf } from "./kept.ts";
import type { LegMedia } from "./leg-media.ts";
import type { Leg } from "./legs.ts";
import type { Memory } from "./memory.ts";
import type { Binding } from "./sip/bindings.ts";
import { endKept, isWith } from "./sip/kept-invite.ts";
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

interface Rang extends Kept {
  readonly user: string;
}

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
  /** What rang, of users' devices, until its device is here and is told that it is over. */
  private readonly rangOf = new Map<string, Rang[]>();
  /** Of this process. */
  private readonly ringing = new Set<LegId>();
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
    const nowhere = sockets.nowhere();
    // Beside the audio: whose devices they are is asked of the database, one by one.
    const devices = Promise.all(of("registration").map((row) => this.takeUpDevice(row, nowhere)));
    devices.catch(() => undefined);
    const alive = await media.start(new Map(audio));
    for (const [leg, state] of legs) if (!alive.has(leg) || !this.takeUpLeg(leg, state, nowhere)) await this.end(leg);
    for (const row of of("ringing")) {
      const socket = textOf(row.state, "socket");
      push(this.rangOf, socket, { ...row, user: textOf(row.state, "user") });
    }
    await devices;
    this.patience = this.d.clock.after(BACK_MS, () => this.giveUp(nowhere));
  }

  stop(): void {
    this.ringing.clear();
    this.forgetOthers();
  }

  /** Of a process before nothing is waited for any more. */
  private forgetOthers(): void {
    this.patience?.cancel();
    this.legsOf.clear();
    this.devicesOf.clear();
    this.rangOf.clear();
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
    const [devices, legs, rang = []] = [this.devicesOf.get(id), this.legsOf.get(id), this.rangOf.get(id)];
    if (!devices && !legs && rang.length === 0) return false;
    this.devicesOf.delete(id);
    this.legsOf.delete(id);
    this.rangOf.delete(id);
    const socket = sockets.join(wire, remoteAddress, id);
    registrar.join(devices ?? [], socket);
    this.arrived();
    for (const each of legs ?? []) {
      const leg = calls.legs.get(each);
      if (leg?.sip.join(socket)) calls.onSocket(leg);
    }
    for (const each of rang) this.over(each, socket);
    return true;
  }

  /** The user's device signed in anew, on another socket than the one on which a process before rang it. */
  deviceBack(user: string, contact: URI, socket: SipSocket): void {
    for (const [id, all] of this.rangOf) {
      const its = all.filter((each) => each.user === user && isWith(each.state, contact));
      for (const each of its) this.over(each, socket);
      this.rangOf.set(
        id,
        all.filter((each) => !its.includes(each)),
      );
    }
  }

  /** The engine offers the call again by another leg, if it is still to be had. */
  private over(rang: Rang, socket: SipSocket): void {
    endKept(socket, rang.state);
    this.d.memory.remove(rang);
  }

  /** A leg that is not answered is kept to be ended. */
  legChanged(leg: Leg): void {
    const { sip, user, direction, since, held, answered } = leg;
    if (!answered) return this.rings(leg);
    const [dialogue, media] = [sip.kept, this.d.media.kept(sip.id)];
    if (!dialogue || !media) return;
    this.ringsNoMore(sip.id);
    const state = { version: VERSION, user, direction, since, held, socket: sip.socket?.id ?? "", dialogue, media };
    this.d.memory.save({ kind: "leg", key: sip.id, state });
  }

  private rings({ sip, user }: Leg): void {
    const { ringing } = sip;
    if (!ringing) return;
    this.ringing.add(sip.id);
    const state = { version: VERSION, user, socket: sip.socket?.id ?? "", ...ringing };
    this.d.memory.save({ kind: "ringing", key: sip.id, state });
  }

  private ringsNoMore(leg: LegId): void {
    if (this.ringing.delete(leg)) this.d.memory.remove({ kind: "ringing", key: leg });
  }

  legGone(leg: LegId): void {
    this.ringsNoMore(leg);
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
    for (const rang of this.rangOf.values()) for (const each of rang) this.d.memory.remove(each);
    // What rings here now goes on: forgotten, it would stay kept when it is answered, and the next process would end the talk.
    this.forgetOthers();
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
