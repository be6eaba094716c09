import { describeSwitch } from "../../../ports/switch.contract.ts";
import { asteriskHarness, partHarness } from "./testing/harness.ts";

describeSwitch("Asterisk", asteriskHarness);
describeSwitch("the part of an enterprise on Asterisk", partHarness);
