/** What every implementation of Leases does. Times that are past are of no length: the suite never waits. */
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
    const joined: string[] = [];
    const fresh = (): string => `lease-${turn++}`;
    /** A process of no length is past its time, and goes on until somebody takes what it had. */
    const process = async (ms = long): Promise<string> => {
      const owner = `process-${turn++}`;
      await leases.join(owner, ms);
      joined.push(owner);
      return owner;
    };
    const take = async (owner: string, ...names: string[]) => Object.fromEntries(await leases.take(owner, names));

    beforeAll(async () => {
      under = await make();
      ({ leases } = under);
    });
    afterAll(() => under.close());

    test("the first gets it with epoch 1, nobody else while that process is there", async () => {
      const it = fresh();
      const [a, b] = [await process(), await process()];
      expect(await leases.isFree(it)).toBe(true);
      expect(await take(a, it)).toEqual({ [it]: 1 });
      expect(await leases.isFree(it)).toBe(false);
      expect([await take(b, it), await take(a, it)]).toEqual([{}, {}]);
      const another = fresh();
      expect(await take(b, it, another)).toEqual({ [another]: 1 });
    });

    test("of many who ask at once one gets it", async () => {
      const it = fresh();
      const all = await Promise.all(Array.from({ length: 8 }, () => process()));
      const got = await Promise.all(all.map((each) => leases.take(each, [it])));
      expect(got.flatMap((taken) => [...taken.values()])).toEqual([1]);
    });

    test("past its time a process loses all that it has to who comes first, and each epoch grows by one", async () => {
      const [one, two] = [fresh(), fresh()];
      const [a, b] = [await process(0), await process()];
      expect(await take(a, one, two)).toEqual({ [one]: 1, [two]: 1 });
      expect([await leases.isFree(one), await leases.isFree(two)]).toEqual([true, true]);
      expect(await take(b, one)).toEqual({ [one]: 2 });
      // It was found gone: what nobody has taken of it yet is not its own either.
      expect(await leases.renew(a, long)).toBe(false);
      expect(await take(a, two)).toEqual({});
      expect(await take(await process(), two)).toEqual({ [two]: 2 });
    });

    test("a renewal keeps everything and leaves the epochs; late, it counts while nobody has asked", async () => {
      const [one, two] = [fresh(), fresh()];
      const [a, b] = [await process(0), await process()];
      await take(a, one, two);
      expect(await leases.renew(a, long)).toBe(true);
      expect(await take(b, one, two)).toEqual({});
    });

    test("what was ever somebody's can be taken whole", async () => {
      const [one, two, held] = [fresh(), fresh(), fresh()];
      const [a, b, c] = [await process(), await process(), await process()];
      await take(a, one, two);
      await take(b, held);
      await leases.leave(a);
      const taken = await leases.take(c, "every");
      expect([taken.get(one), taken.get(two), taken.has(held)]).toEqual([2, 2, false]);
    });

    test("K42 shares: each process takes what is nobody's up to its share, and knows what it has beyond", async () => {
      const names = Array.from({ length: 5 }, () => fresh());
      const door = fresh();
      // Whoever else was there in this suite is not asked: shares are of those that are there.
      for (const each of joined.splice(0)) await leases.leave(each);
      const a = await process();
      const first = await leases.takeShare(a, names, [door]);
      expect([[...first.taken.keys()].sort(), first.spare]).toEqual([[...names, door].sort(), 0]);
      expect([...first.taken.values()]).toEqual(Array(6).fill(1));
      const b = await process();
      expect(await leases.takeShare(b, names, [door])).toEqual({ taken: new Map(), spare: 0 });
      expect((await leases.takeShare(a, names, [door])).spare).toBe(2);
      await leases.giveBack(b, names[0]!);
      await leases.giveBack(a, names[0]!);
      await leases.giveBack(a, names[3]!);
      expect((await leases.takeShare(a, names, [door])).taken).toEqual(new Map());
      const second = await leases.takeShare(b, names, [door]);
      expect(second).toEqual({
        taken: new Map([
          [names[0], 2],
          [names[3], 2],
        ]),
        spare: 0,
      });
      await leases.leave(a);
      const rest = await leases.takeShare(b, names, [door]);
      expect([[...rest.taken.keys()].sort(), [...rest.taken.values()]]).toEqual([
        [names[1], names[2], names[4], door].sort(),
        [2, 2, 2, 2],
      ]);
    });

    test("K42 of several who take their shares at once each lease gets one owner", async () => {
      for (const each of joined.splice(0)) await leases.leave(each);
      const names = Array.from({ length: 12 }, () => fresh());
      const all = await Promise.all([process(), process(), process()]);
      const taken: string[] = [];
      for (let look = 0; look < 4; look++)
        for (const each of await Promise.all(all.map((owner) => leases.takeShare(owner, names, []))))
          taken.push(...each.taken.keys());
      expect(taken.sort()).toEqual([...names].sort());
      expect(await Promise.all(all.map(async (owner) => (await leases.takeShare(owner, names, [])).spare))).toEqual([
        0, 0, 0,
      ]);
    });

    test("who leaves is followed at once, and takes and renews nothing", async () => {
      const it = fresh();
      const [a, b] = [await process(), await process()];
      await take(a, it);
      await leases.leave(a);
      expect([await leases.isFree(it), await leases.renew(a, long), await take(a, it)]).toEqual([true, false, {}]);
      expect(await take(b, it)).toEqual({ [it]: 2 });
    });
  });
}
