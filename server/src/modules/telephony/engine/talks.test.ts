import { embeddedHarness } from "../../../adapters/embedded/switch/testing/harness.ts";
import { describeRealTalks } from "../testing/real-talks.ts";

describeRealTalks("embedded", embeddedHarness);
