/** The embedded switch behind a WebSocket server of its own, for tests and benches. */
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import type { SwitchHarness } from "../../../../ports/switch.contract.ts";
import type { MakeDeviceHarness } from "../../../../testing/sip/devices/harness.ts";
import type { SwitchDirectory } from "../../../../ports/switch.ts";
import { createEmbeddedSwitch, type EmbeddedSwitchFace } from "../index.ts";
import type { EmbeddedSwitchOptions } from "../options.ts";

export interface EmbeddedHarness extends SwitchHarness {
  readonly switch: EmbeddedSwitchFace;
}

/** Started, on a free port of 127.0.0.1. */
export async function embeddedHarness(
  directory: SwitchDirectory,
  more: Partial<EmbeddedSwitchOptions> = {},
): Promise<EmbeddedHarness> {
  const realm = "liantai";
  const it = createEmbeddedSwitch({ directory, realm, workers: 2, hostAddresses: ["127.0.0.1"], ...more });
  await it.start();
  return serveSockets(it, realm);
}

export const deviceHarness: MakeDeviceHarness = (directory, { loopback, ...more } = {}) =>
  embeddedHarness(directory, { workers: 1, ...more, ...(loopback === false ? { hostAddresses: [] } : {}) });

/** A WebSocket server that hands its sockets to a switch that runs. */
export async function serveSockets<S extends EmbeddedSwitchFace>(it: S, realm: string) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", path: "/xcc/ws", handleProtocols: () => "sip" });
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (ws, request) => it.acceptSocket(ws, { remoteAddress: request.socket.remoteAddress ?? "" }));
  const { port } = server.address() as AddressInfo;
  return {
    switch: it,
    realm,
    url: `ws://127.0.0.1:${port}/xcc/ws`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
