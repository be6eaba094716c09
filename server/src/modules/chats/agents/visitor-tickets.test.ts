import { createProcessBroker } from "../../../adapters/embedded/broker/index.ts";
import { createTestRandom, createVirtualClock } from "../../../testing/index.ts";
import { visitorTickets } from "./visitor-tickets.ts";

test("J20 a visitor's ticket works once and for 30 s, and does not stand in the broker", async () => {
  const clock = createVirtualClock();
  const broker = createProcessBroker(clock);
  const kept: string[] = [];
  const set: typeof broker.set = (key, value, ttlMs) => (kept.push(key + value), broker.set(key, value, ttlMs));
  const tickets = visitorTickets({ set, take: (key) => broker.take(key) }, createTestRandom(clock));
  const ticket = await tickets.issue("100001", "v", "s");
  expect(kept.join()).not.toContain(ticket);
  expect(await tickets.redeem(ticket)).toEqual({ compId: "100001", visitorId: "v", sessionId: "s" });
  expect(await tickets.redeem(ticket)).toBeUndefined();
  const late = await tickets.issue("100001", "v", "s");
  await clock.advance(30_000);
  expect(await tickets.redeem(late)).toBeUndefined();
  await broker.close();
});
