import type { Clock } from "../../../ports/clock.ts";
import type { SwitchHarness } from "../../../ports/switch.contract.ts";
import type { SwitchDirectory } from "../../../ports/switch.ts";

/** loopback: false: the audio has one way on this machine, not two. */
export type MakeDeviceHarness = (
  directory: SwitchDirectory,
  more?: { readonly clock?: Clock; readonly loopback?: false },
) => Promise<SwitchHarness>;
