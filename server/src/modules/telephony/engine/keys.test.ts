import { embeddedHarness } from "../../../adapters/embedded/switch/testing/harness.ts";
import { describeRealKeys } from "../testing/real-keys.ts";

describeRealKeys("embedded", embeddedHarness);
