/**
 * The SIP sockets of devices (/xcc/ws) in every process: one has the switch and takes its own sockets at once; the others pass theirs on
 * to it over the broker, and keep them when it dies (docs/protocol.md P23).
 */
import type { WebSocket } from "ws";
import type { Module, SocketInfo } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import { Gateway } from "./gateway.ts";
import { Owner, type DeviceSwitch } from "./owner.ts";
import { OwnWire } from "./own-wire.ts";

export interface LocalDeviceSwitch extends DeviceSwitch {
  acceptSocket(
    wire: OwnWire | Parameters<DeviceSwitch["acceptSocket"]>[0],
    info: { readonly remoteAddress: string; readonly id: string },
  ): void;
}

type DeviceSocketsDeps = Pick<Ports, "broker" | "clock" | "random" | "logger">;

export function createDeviceSocketsModule(ports: DeviceSocketsDeps, path: string, devices: LocalDeviceSwitch): Module {
  const name = ports.random.id();
  const owner = new Owner({ ...ports, name, devices });
  const gateway = new Gateway({ ...ports, name });
  return {
    name: "device-sockets",
    routes: [],
    sockets: [
      {
        path,
        protocol: "sip",
        allowNoOrigin: true,
        // Digest authentication decides who may, not the upgrade.
        authorise: async () => true,
        accept: (socket: WebSocket, { address }: SocketInfo) => {
          if (devices.serving === undefined) return gateway.accept(socket, address);
          const id = ports.random.id();
          const leave = (said: readonly string[]) => gateway.takeOver(socket, address, id, said);
          const wire = new OwnWire(socket, { clock: ports.clock, serves: () => devices.serving !== undefined, leave });
          devices.acceptSocket(wire, { remoteAddress: address, id });
        },
      },
    ],
    async start() {
      await owner.start();
      await gateway.start();
    },
    async stop() {
      await gateway.stop();
      await owner.stop();
    },
  };
}
