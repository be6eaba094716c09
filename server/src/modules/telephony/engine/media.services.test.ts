import { asteriskHarness } from "../../../adapters/production/switch/testing/harness.ts";
import { describeRealMedia } from "../testing/real-media.ts";

describeRealMedia("Asterisk", asteriskHarness);
