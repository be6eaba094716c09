import { createEmbeddedSwitch } from "../../adapters/embedded/switch/index.ts";
import { describeMeetingSound } from "./testing/sound.ts";

describeMeetingSound("embedded", (options) =>
  createEmbeddedSwitch({ ...options, workers: 2, hostAddresses: ["127.0.0.1"] }),
);
