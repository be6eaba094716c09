/** The SIP sockets of this process that one switch has, or the part of an enterprise: here, or in the process that has it. */
import { Gateway, type GatewayDeps } from "./gateway.ts";
import { Owner, type DeviceSwitch } from "./owner.ts";
import { OwnWire, type OwnSocket } from "./own-wire.ts";

export interface LocalDeviceSwitch extends DeviceSwitch {
  acceptSocket(
    wire: OwnWire | Parameters<DeviceSwitch["acceptSocket"]>[0],
    info: { readonly remoteAddress: string; readonly id: string },
  ): void;
}

export class Lane {
  private readonly d: GatewayDeps;
  private readonly devices: LocalDeviceSwitch;
  private readonly owner: Owner;
  private readonly gateway: Gateway;
  private starting: Promise<void> | undefined;

  constructor(deps: GatewayDeps, devices: LocalDeviceSwitch) {
    this.d = deps;
    this.devices = devices;
    this.owner = new Owner({ ...deps, devices });
    this.gateway = new Gateway(deps);
  }

  /** Once; one that failed, because the broker is away, is tried again by whoever needs it next. */
  start(): Promise<void> {
    this.starting ??= this.begin().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  private async begin(): Promise<void> {
    await this.owner.start();
    await this.gateway.start();
  }

  accept(socket: OwnSocket, address: string): void {
    const { devices, gateway } = this;
    if (devices.serving === undefined) return gateway.accept(socket, address);
    const id = this.d.random.id();
    const wire = new OwnWire(socket, {
      clock: this.d.clock,
      serves: () => devices.serving !== undefined,
      leave: (former) => gateway.takeOver(socket, address, id, former),
    });
    devices.acceptSocket(wire, { remoteAddress: address, id });
  }

  async stop(): Promise<void> {
    await this.starting?.catch(() => undefined);
    await this.gateway.stop();
    await this.owner.stop();
  }
}
