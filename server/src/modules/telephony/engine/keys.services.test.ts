import { asteriskHarness } from "../../../adapters/production/switch/testing/harness.ts";
import { describeRealKeys } from "../testing/real-keys.ts";

describeRealKeys("Asterisk", asteriskHarness);
