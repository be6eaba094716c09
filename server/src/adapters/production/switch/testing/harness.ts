/** The switch on the Asterisk that scripts/services.mjs started, or that TEST_ASTERISK_URL names, behind a WebSocket server of its own. */
import type { SwitchHarness } from "../../../../ports/switch.contract.ts";
import type { SwitchDirectory } from "../../../../ports/switch.ts";
import { serveSockets } from "../../../embedded/switch/testing/harness.ts";
import type { AriAccess } from "../ari.ts";
import { createAsteriskSwitch, type AsteriskSwitchOptions } from "../index.ts";

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
