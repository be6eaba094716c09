/**
 * The SIP sockets of this process where the switch has a part an enterprise: each goes to the part of its device's enterprise, in this
 * process or in the one that has its lease. What is of none goes to the switch as a whole, which refuses it as it refuses anybody.
 */
import { networkOf } from "../../http/address.ts";
import type { GatewayDeps } from "./gateway.ts";
import { Lane, type LocalDeviceSwitch } from "./lane.ts";
import { Newcomer } from "./newcomer.ts";
import type { OwnSocket } from "./own-wire.ts";

/** Of a network (an address; of IPv6 a /64); more sockets that have not said yet whose they are are closed. */
const mostNew = 2_000;
/** So long a socket may say nothing. */
const silentMs = 30_000;

/** The switch, with its parts. */
export interface PartedDevices extends LocalDeviceSwitch {
  readonly parts: {
    of(compId: string): LocalDeviceSwitch;
    each(told: (compId: string, part: LocalDeviceSwitch) => void): void;
    enterpriseOf(user: string): Promise<string | undefined>;
  };
}

export class Lanes {
  private readonly d: GatewayDeps;
  private readonly devices: PartedDevices;
  private readonly lanes = new Map<string, Lane>();
  /** By network. */
  private readonly fresh = new Map<string, number>();

  constructor(deps: GatewayDeps, devices: PartedDevices) {
    this.d = deps;
    this.devices = devices;
  }

  async start(): Promise<void> {
    this.lane("", this.devices);
    this.devices.parts.each((compId, part) => void this.lane(compId, part));
    await Promise.all([...this.lanes.values()].map((lane) => lane.start()));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop()));
  }

  accept(ws: OwnSocket, address: string): void {
    const network = networkOf(address);
    const count = this.fresh.get(network) ?? 0;
    if (count >= mostNew) return ws.close(1013, "too many sockets");
    this.fresh.set(network, count + 1);
    const known = (): void => {
      const left = (this.fresh.get(network) ?? 1) - 1;
      if (left > 0) this.fresh.set(network, left);
      else this.fresh.delete(network);
    };
    const socket = new Newcomer(ws);
    const late = this.d.clock.after(silentMs, () => socket.close(1008, "nothing was said"));
    void socket.user
      .then((user) => (user === undefined ? undefined : this.devices.parts.enterpriseOf(user)))
      .then(async (compId) => {
        const lane = this.laneOf(compId);
        await lane.start();
        lane.accept(socket, address);
        socket.goOn();
      })
      .catch((error: unknown) => {
        this.d.logger.warn({ error }, "whose a SIP socket is was not found out");
        socket.close(1013, "try again");
      })
      .finally(() => {
        late.cancel();
        known();
      });
  }

  private laneOf(compId: string | undefined): Lane {
    if (compId === undefined) return this.lane("", this.devices);
    return this.lanes.get(compId) ?? this.lane(compId, this.devices.parts.of(compId));
  }

  private lane(part: string, devices: LocalDeviceSwitch): Lane {
    const known = this.lanes.get(part);
    if (known) return known;
    const lane = new Lane({ ...this.d, part }, devices);
    this.lanes.set(part, lane);
    lane
      .start()
      .catch((error: unknown) => this.d.logger.error({ error, part }, "SIP sockets of other processes are not heard"));
    return lane;
  }
}
