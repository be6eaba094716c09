/**
 * The SIP sockets of devices (/xcc/ws) in every process: one has the switch and takes its own sockets at once; the others pass theirs on
 * to it over the broker, and keep them when it dies (docs/protocol.md P23).
 */
import type { WebSocket } from "ws";
import type { Module, SocketInfo } from "../../http/module.ts";
import type { Ports } from "../../ports/index.ts";
import { Lane, type LocalDeviceSwitch } from "./lane.ts";
import { Lanes, type PartedDevices } from "./lanes.ts";

export type { LocalDeviceSwitch } from "./lane.ts";
export type { PartedDevices } from "./lanes.ts";

type DeviceSocketsDeps = Pick<Ports, "broker" | "clock" | "random" | "logger">;

const isParted = (devices: LocalDeviceSwitch | PartedDevices): devices is PartedDevices => "parts" in devices;

export function createDeviceSocketsModule(
  ports: DeviceSocketsDeps,
  path: string,
  devices: LocalDeviceSwitch | PartedDevices,
): Module {
  const deps = { ...ports, name: ports.random.id() };
  const held = isParted(devices) ? new Lanes(deps, devices) : new Lane(deps, devices);
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
        accept: (socket: WebSocket, { address }: SocketInfo) => held.accept(socket, address),
      },
    ],
    start: () => held.start(),
    stop: () => held.stop(),
  };
}
