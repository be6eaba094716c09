import { describeSwitch } from "../../../ports/switch.contract.ts";
import { asteriskHarness } from "./testing/harness.ts";

describeSwitch("Asterisk", asteriskHarness);
