import { createAsteriskSwitch } from "../../adapters/production/switch/index.ts";
import { testAsterisk } from "../../adapters/production/switch/testing/harness.ts";
import { describeMeetingSound } from "./testing/sound.ts";

describeMeetingSound("Asterisk", (options) => createAsteriskSwitch({ ...options, access: testAsterisk() }));
