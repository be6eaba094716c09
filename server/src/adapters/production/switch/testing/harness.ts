/** The switch on the Asterisk that scripts/services.mjs started, or that TEST_ASTERISK_URL names, behind a WebSocket server of its own. */
import type { SwitchHarness } from "../../../../ports/switch.contract.ts";
import type { MakeDeviceHarness } from "../../../../testing/sip/devices/harness.ts";
import type { SwitchDirectory } from "../../../../ports/switch.ts";
import { serveSockets } from "../../../embedded/switch/testing/harness.ts";
import { silentLogger } from "../../../embedded/switch/options.ts";
import { Ari, type AriAccess, type AriChannel } from "../ari.ts";
import {
  createAsteriskSwitch,
  createPartedSwitch,
  type AsteriskSwitchOptions,
  type PartedSwitchFace,
} from "../index.ts";
import { createProcessLegStore } from "../../../embedded/legs/index.ts";
import type { LegStore } from "../../../../ports/leg-store.ts";

export function testAsterisk(): AriAccess {
  const { TEST_ASTERISK_URL: url, TEST_ASTERISK_USER: user, TEST_ASTERISK_PASSWORD: password } = process.env;
  if (!url || !user || !password)
    throw new Error(
      "Asterisk is not on this machine: put it there by .ci/asterisk (root, Debian) and run npm run test:services",
    );
  const copies = process.env["TEST_ASTERISK_COPIES"];
  return { url, user, password, ...(copies ? { copies } : {}) };
}

export async function asteriskHarness(
  directory: SwitchDirectory,
  more: Partial<AsteriskSwitchOptions> = {},
): Promise<SwitchHarness> {
  const it = createAsteriskSwitch({ directory, realm: "liantai", access: testAsterisk(), ...more });
  await it.start();
  return serveSockets(it, "liantai");
}

/** Asterisk says itself how its audio is reached. */
export const deviceHarness: MakeDeviceHarness = (directory, { clock } = {}) =>
  asteriskHarness(directory, clock ? { clock } : {});

/** Stores of legs as several switches of one test have them. */
export function partedLegs(): (part: string) => LegStore {
  const stores = new Map<string, LegStore>();
  return (part) => {
    const store = stores.get(part) ?? createProcessLegStore();
    stores.set(part, store);
    return store;
  };
}

/** All users are of one enterprise. */
export const partedSwitch = (
  directory: SwitchDirectory,
  compId: string,
  legs = partedLegs(),
  refusal: (callId: string) => Promise<number | undefined> = async () => undefined,
): PartedSwitchFace =>
  createPartedSwitch({
    directory: { ...directory, enterpriseOf: async () => compId },
    realm: "liantai",
    access: testAsterisk(),
    legs,
    refusal,
  });

/** The part of an enterprise, beside the whole, which sees to trunks. */
export async function partHarness(directory: SwitchDirectory): Promise<SwitchHarness> {
  const whole = partedSwitch(directory, "100001");
  await whole.start();
  const part = whole.parts.of("100001");
  await part.start();
  const { close, ...served } = await serveSockets(part, "liantai");
  return { ...served, close: () => whole.stop().then(close) };
}

/** What processes that were killed in other suites left there: nobody of them is coming back. */
let others: ReadonlySet<string> = new Set();
/** Before a suite begins calls of its own. */
export async function leaveOthers(): Promise<void> {
  others = new Set();
  others = new Set(await heldBy());
}

/** What Asterisk holds beside that, told by itself. */
export async function heldBy(): Promise<readonly string[]> {
  const ari = new Ari(testAsterisk(), silentLogger, { event: () => {}, up: () => {}, ready: () => undefined });
  const [channels, bridges] = await Promise.all([
    ari.ask<readonly AriChannel[]>("GET", "/channels"),
    ari.ask<readonly { readonly id: string }[]>("GET", "/bridges"),
  ]);
  return [...channels.map(({ name }) => name), ...bridges.map(({ id }) => id)].filter((one) => !others.has(one));
}

export async function until(holds: () => Promise<boolean> | boolean, ms = 5_000): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("it did not come about");
}
