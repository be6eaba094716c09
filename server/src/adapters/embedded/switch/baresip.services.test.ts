import { describeBaresip } from "../../../testing/sip/devices/index.ts";
import { deviceHarness } from "./testing/harness.ts";

describeBaresip("embedded", deviceHarness);
