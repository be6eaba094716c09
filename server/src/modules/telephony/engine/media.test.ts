import { embeddedHarness } from "../../../adapters/embedded/switch/testing/harness.ts";
import { describeRealMedia } from "../testing/real-media.ts";

describeRealMedia("embedded", embeddedHarness);
