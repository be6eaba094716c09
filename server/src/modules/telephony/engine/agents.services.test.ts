import { asteriskHarness } from "../../../adapters/production/switch/testing/harness.ts";
import { describeRealAgents } from "../testing/real-agents.ts";

describeRealAgents("Asterisk", asteriskHarness);
