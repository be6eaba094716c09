import { embeddedHarness } from "../../../adapters/embedded/switch/testing/harness.ts";
import { describeRealAgents } from "../testing/real-agents.ts";

describeRealAgents("embedded", embeddedHarness);
