import { embeddedHarness } from "../../../adapters/embedded/switch/testing/harness.ts";
import { describeRealLosses } from "../testing/real-losses.ts";

describeRealLosses("embedded", embeddedHarness);
