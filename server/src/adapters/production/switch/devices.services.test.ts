import { describeBaresip, describeDevices } from "../../../testing/sip/devices/index.ts";
import { deviceHarness } from "./testing/harness.ts";

describeDevices("Asterisk", deviceHarness);
describeBaresip("Asterisk", deviceHarness);
