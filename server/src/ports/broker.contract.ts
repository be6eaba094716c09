/** What every Broker does. `other` is the same installation seen from a second process. */
import type { Broker } from "./broker.ts";

export interface BrokerUnderTest {
  readonly broker: Broker;
  readonly other: Broker;
  /** Lets so much time pass; the suite asks for little. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

export function brokerContract(name: string, make: () => Promise<BrokerUnderTest>): void {
  describe(`Broker: ${name}`, () => {
    let under: BrokerUnderTest;
    let broker: Broker;
    let other: Broker;
    let turn = 0;
    /** A name of its own each time: the store may outlive the test. */
    const fresh = (what: string): string => `${what}-${turn++}`;

    beforeAll(async () => {
      under = await make();
      ({ broker, other } = under);
    });
    afterAll(() => under.close());

    const until = async (done: () => boolean): Promise<void> => {
      for (let i = 0; i < 200 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
    };

    describe("topics", () => {
      test("reach every subscriber of every process, this one included, in order", async () => {
        const topic = fresh("topic");
        const here: unknown[] = [];
        const there: unknown[] = [];
        const ends = [
          await broker.subscribe(topic, (message) => here.push(message)),
          await other.subscribe(topic, (message) => there.push(message)),
        ];
        const sent = Array.from({ length: 50 }, (_, n) => ({ n, text: "呼叫" }));
        await Promise.all(sent.map((message) => broker.publish(topic, message)));
        await until(() => here.length === 50 && there.length === 50);
        expect(here).toEqual(sent);
        expect(there).toEqual(sent);
        for (const end of ends) await end();
      });

      test("are copies: what a subscriber changes nobody else sees", async () => {
        const topic = fresh("topic");
        const seen: { n: number }[] = [];
        const change = (message: unknown): void => {
          seen.push({ ...(message as { n: number }) });
          (message as { n: number }).n = 99;
        };
        const ends = [await broker.subscribe(topic, change), await broker.subscribe(topic, change)];
        const message = { n: 1 };
        await broker.publish(topic, message);
        await until(() => seen.length === 2);
        expect(seen).toEqual([{ n: 1 }, { n: 1 }]);
        expect(message.n).toBe(1);
        for (const end of ends) await end();
      });

      test("an ended subscription hears nothing; the other one of the same function goes on", async () => {
        const topic = fresh("topic");
        const heard: unknown[] = [];
        const handler = (message: unknown): void => void heard.push(message);
        const first = await broker.subscribe(topic, handler);
        const second = await broker.subscribe(topic, handler);
        await first();
        await broker.publish(topic, 1);
        await until(() => heard.length === 1);
        await second();
        await broker.publish(topic, 2);
        await new Promise((resolve) => setTimeout(resolve, 20));
        expect(heard).toEqual([1]);
      });

      test("a subscriber that throws harms nobody", async () => {
        const topic = fresh("topic");
        const heard: unknown[] = [];
        const ends = [
          await broker.subscribe(topic, () => {
            throw new Error("dead subscriber");
          }),
          await broker.subscribe(topic, (message) => heard.push(message)),
        ];
        await broker.publish(topic, null);
        await until(() => heard.length === 1);
        expect(heard).toEqual([null]);
        for (const end of ends) await end();
      });
    });

    describe("keys", () => {
      test("are read by every process until they expire", async () => {
        const key = fresh("key");
        await broker.set(key, "值", 150);
        expect(await other.get(key)).toBe("值");
        await under.pass(200);
        expect(await other.get(key)).toBeUndefined();
      });
      test("set again takes the new value and the new expiry; delete removes", async () => {
        const key = fresh("key");
        await broker.set(key, "a", 50);
        await broker.set(key, "b", 60_000);
        await under.pass(100);
        expect(await broker.get(key)).toBe("b");
        await other.delete(key);
        expect(await broker.get(key)).toBeUndefined();
      });
      test("of many takers exactly one gets it", async () => {
        const key = fresh("key");
        await broker.set(key, "once", 60_000);
        const taken = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? broker : other).take(key)));
        expect(taken.filter((value) => value === "once")).toHaveLength(1);
        expect(await broker.take(key)).toBeUndefined();
      });
      test("counts are exact among processes; the first sets the end", async () => {
        const key = fresh("count");
        const counts = await Promise.all(
          Array.from({ length: 20 }, (_, n) => (n % 2 ? broker : other).increment(key, 300)),
        );
        expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
        await under.pass(200);
        expect(await broker.increment(key, 300)).toBe(21);
        await under.pass(200);
        expect(await broker.increment(key, 300)).toBe(1);
      });
    });

    describe("requests", () => {
      test("are answered from another process", async () => {
        const topic = fresh("service");
        const end = await other.serve(topic, async (request) => ({ doubled: (request as { n: number }).n * 2 }));
        expect(await broker.request(topic, { n: 21 }, 1_000)).toEqual({ doubled: 42 });
        await end();
        await expect(broker.request(topic, { n: 1 }, 1_000)).rejects.toMatchObject({ code: "nobody" });
      });
      test("the newest server answers; when it leaves, the one before", async () => {
        const topic = fresh("service");
        const old = await broker.serve(topic, async () => "old");
        const young = await other.serve(topic, async () => "young");
        expect(await broker.request(topic, null, 1_000)).toBe("young");
        await young();
        expect(await broker.request(topic, null, 1_000)).toBe("old");
        await old();
      });
      test("a handler that fails tells why; one that hangs is given up", async () => {
        const topic = fresh("service");
        const failing = await broker.serve(topic, () => Promise.reject(new Error("no such agent")));
        await expect(other.request(topic, {}, 1_000)).rejects.toMatchObject({
          code: "failed",
          message: "no such agent",
        });
        await failing();
        const hanging = await broker.serve(topic, () => new Promise(() => undefined));
        const refused = expect(other.request(topic, {}, 100)).rejects.toMatchObject({ code: "timeout" });
        await under.pass(150);
        await refused;
        await hanging();
      });
    });
  });
}
