/** What every implementation of Leases does. Ends that are past are leases of no length: the suite never waits. */
import type { Leases } from "./lease.ts";

const long = 60_000;

export interface LeasesUnderTest {
  readonly leases: Leases;
  close(): Promise<void>;
}

export function leaseContract(name: string, make: () => Promise<LeasesUnderTest>): void {
  describe(`Leases: ${name}`, () => {
    let under: LeasesUnderTest;
    let leases: Leases;
    let turn = 0;
    const fresh = (): string => `lease-${turn++}`;

    beforeAll(async () => {
      under = await make();
      ({ leases } = under);
    });
    afterAll(() => under.close());

    test("the first gets it with epoch 1, nobody else while it lasts", async () => {
      const it = fresh();
      expect(await leases.take(it, "a", long)).toBe(1);
      expect(await leases.take(it, "b", long)).toBeUndefined();
      expect(await leases.take(fresh(), "b", long)).toBe(1);
    });

    test("of many who ask at once one gets it", async () => {
      const it = fresh();
      const got = await Promise.all(Array.from({ length: 8 }, (_, n) => leases.take(it, `p${n}`, long)));
      expect(got.filter((epoch) => epoch !== undefined)).toEqual([1]);
    });

    test("past its end the next owner gets it, and the epoch grows by one a change of owner", async () => {
      const it = fresh();
      expect(await leases.take(it, "a", 0)).toBe(1);
      expect(await leases.take(it, "b", 0)).toBe(2);
      expect(await leases.take(it, "c", long)).toBe(3);
      expect(await leases.take(it, "d", long)).toBeUndefined();
    });

    test("a renewal puts off the end and leaves the epoch", async () => {
      const it = fresh();
      await leases.take(it, "a", 0);
      expect(await leases.renew(it, "a", long)).toBe(true);
      expect(await leases.take(it, "b", long)).toBeUndefined();
      expect(await leases.renew(it, "a", 0)).toBe(true);
      expect(await leases.take(it, "b", long)).toBe(2);
    });

    test("who lost it renews nothing, and releases nothing", async () => {
      const it = fresh();
      await leases.take(it, "a", 0);
      await leases.take(it, "b", long);
      expect(await leases.renew(it, "a", long)).toBe(false);
      await leases.release(it, "a");
      expect(await leases.take(it, "c", long)).toBeUndefined();
      expect(await leases.renew(fresh(), "a", long)).toBe(false);
    });

    test("a released lease is free at once", async () => {
      const it = fresh();
      await leases.take(it, "a", long);
      await leases.release(it, "a");
      expect(await leases.renew(it, "a", long)).toBe(false);
      expect(await leases.take(it, "b", long)).toBe(2);
    });
  });
}
