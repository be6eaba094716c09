import { randomUUID } from "node:crypto";
import { brokerContract } from "../../../ports/broker.contract.ts";
import { relayTo } from "../switch/testing/relay.ts";
import { createSystemClock } from "../../embedded/clock/index.ts";
import { createRedisBroker } from "./index.ts";

const url = process.env["TEST_REDIS_URL"] ?? "";

brokerContract("Redis", async () => {
  const options = { url, clock: createSystemClock(), prefix: `test:${randomUUID()}:` };
  const broker = await createRedisBroker(options);
  const other = await createRedisBroker(options);
  return {
    broker,
    other,
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async close() {
      await broker.close();
      await other.close();
    },
  };
});

test("a server that died without saying so is passed over", async () => {
  const options = { url, clock: createSystemClock(), prefix: `test:${randomUUID()}:` };
  const broker = await createRedisBroker(options);
  await broker.serve("engine", async () => "alive");
  // What a killed process leaves: its entry as the newest, and no subscription.
  const { Redis } = await import("ioredis");
  const raw = new Redis(url);
  await raw.zadd(`${options.prefix}servers:engine`, 9_999, `${randomUUID()}/9999`);
  await raw.quit();
  expect(await broker.request("engine", null, 1_000)).toBe("alive");
  await broker.close();
});

test("C12 a process that dies with a request in hand is not waited for", async () => {
  const options = { url, clock: createSystemClock(), prefix: `test:${randomUUID()}:` };
  const broker = await createRedisBroker(options);
  const { Redis } = await import("ioredis");
  const [dies, raw] = [new Redis(url), new Redis(url)];
  const it = randomUUID();
  await dies.subscribe(`${options.prefix}calls:${it}`);
  await raw.zadd(`${options.prefix}servers:engine`, 1, `${it}/1`);
  dies.once("message", () => dies.disconnect());
  const asked = broker.request("engine", null, 60_000);
  await expect(asked).rejects.toMatchObject({ code: "timeout", message: expect.stringContaining("gone") });
  await raw.quit();
  await broker.close();
});

test("a Redis that is not there is an error at once", async () => {
  await expect(createRedisBroker({ url: "redis://127.0.0.1:1", clock: createSystemClock() })).rejects.toThrow();
});

test("P27 a Redis that comes back without what it knew, or that others reached first, finds who serves again", async () => {
  const options = { clock: createSystemClock(), prefix: `test:${randomUUID()}:` };
  const relay = await relayTo(new URL(url));
  const served = await createRedisBroker({ ...options, url: Object.assign(new URL(url), { port: relay.port }).href });
  const asking = await createRedisBroker({ ...options, url });
  await served.serve("engine", async () => "alive");
  relay.cut();
  // Nobody listens: its entry is taken out.
  await expect(asking.request("engine", null, 1_000)).rejects.toMatchObject({ code: "nobody" });
  // Its own questions are no fault of who is asked.
  await expect(served.request("engine", null, 1_000)).rejects.toMatchObject({ name: "BrokerError", code: "timeout" });
  // What it tells meanwhile is lost, and fails nobody who has written it.
  await served.publish("changed", { n: 1 });
  relay.mend();
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    if ((await asking.request("engine", null, 1_000).catch(() => "")) === "alive") break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await asking.request("engine", null, 1_000)).toBe("alive");
  await Promise.all([served.close(), asking.close()]);
  await relay.close();
}, 30_000);
