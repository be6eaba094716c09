import { describeSwitch } from "../../../ports/switch.contract.ts";
import { partHarness } from "./testing/harness.ts";

// Asterisk as a whole, beside the embedded switch: switch.contract.services.test.ts.
describeSwitch("the part of an enterprise on Asterisk", partHarness);
