/** Telephones that are not ours, and what they say: one table, which every switch is asked (docs/protocol.md P16 to P20). */
import { baresip } from "./baresip.ts";
import { dialogues } from "./dialogues.ts";
import type { MakeDeviceHarness } from "./harness.ts";
import { jssip } from "./jssip.ts";
import { offers } from "./offers.ts";
import { refusals } from "./refusals.ts";
import { sipJs } from "./sipjs.ts";

type Suite = readonly [what: string, run: (make: MakeDeviceHarness) => void];

const suites: readonly Suite[] = [
  ["inside a dialogue", dialogues],
  ["descriptions", offers],
  ["what is refused", refusals],
  ["JsSIP", jssip],
  ["sip.js", sipJs],
];
/** A program of its own, from Debian. */
const withBaresip: Suite = ["baresip", baresip];

const all = (name: string, asked: readonly Suite[], make: MakeDeviceHarness): void =>
  describe.each(asked)(`devices, ${name}: %s`, (_what, run) => run(make));

export const describeDevices = (name: string, make: MakeDeviceHarness): void => all(name, suites, make);
export const describeBaresip = (name: string, make: MakeDeviceHarness): void => all(name, [withBaresip], make);
