import { asteriskHarness } from "../../../adapters/production/switch/testing/harness.ts";
import { describeRealLosses } from "../testing/real-losses.ts";

describeRealLosses("Asterisk", asteriskHarness);
