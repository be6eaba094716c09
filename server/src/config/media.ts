/** MEDIA_ADDRESS and MEDIA_PORTS: where devices reach the audio of a switch behind NAT. Read by the server and by asterisk:config. */
import { isIPv4 } from "node:net";
import { ConfigError } from "./fault.ts";

export interface MediaReach {
  /** What the outside sees of this machine; its audio ports are forwarded there unchanged. */
  readonly address: string | undefined;
  /** UDP ports of audio, inclusive. */
  readonly ports: readonly [number, number] | undefined;
}

function parseAddress(value: string): string {
  if (!isIPv4(value) || /^(?:0|127|22[4-9]|2[3-5]\d)\./.test(value))
    throw new ConfigError("MEDIA_ADDRESS", "takes the public IPv4 address of the audio, e.g. 203.0.113.10");
  return value;
}

function parsePorts(value: string): readonly [number, number] {
  const [, first = 0, last = 0] = /^(\d{4,5})-(\d{4,5})$/.exec(value)?.map(Number) ?? [];
  if (first < 1_024 || last > 65_535 || last - first < 10)
    throw new ConfigError("MEDIA_PORTS", "takes FIRST-LAST, UDP ports from 1024 to 65535, e.g. 10000-20000");
  return [first, last];
}

/** Throws ConfigError. */
export function parseMedia(get: (name: string) => string | undefined): MediaReach {
  const address = get("MEDIA_ADDRESS");
  const ports = get("MEDIA_PORTS");
  return {
    address: address === undefined ? undefined : parseAddress(address),
    ports: ports === undefined ? undefined : parsePorts(ports),
  };
}
