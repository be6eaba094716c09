import { asteriskHarness } from "../../../adapters/production/switch/testing/harness.ts";
import { describeRealTalks } from "../testing/real-talks.ts";

describeRealTalks("Asterisk", asteriskHarness);
