import { brokerContract } from "../../../ports/broker.contract.ts";
import { createVirtualClock } from "../../../testing/clock.ts";
import { createProcessBroker } from "./index.ts";

brokerContract("in the process", async () => {
  const clock = createVirtualClock();
  const broker = createProcessBroker(clock);
  return { broker, other: broker, pass: (ms) => clock.advance(ms), close: () => broker.close() };
});
