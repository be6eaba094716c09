/** What every LegStore does. */
import type { Kept, LegStore } from "./leg-store.ts";

export function legStoreContract(
  name: string,
  make: () => Promise<{ readonly store: LegStore; close(): Promise<void> }>,
): void {
  describe(`LegStore: ${name}`, () => {
    let store: LegStore;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ store, close } = await make());
    });
    afterEach(() => close());

    const leg = (key: string, state: Kept["state"] = {}): Kept => ({ kind: "leg", key, state });
    const kept = async (): Promise<string[]> => (await store.all()).map(({ kind, key }) => `${kind} ${key}`).sort();

    test("keeps what it is given as it was, and no longer than it is told", async () => {
      const state = {
        to: "王女士",
        since: 1_763_000_000_123,
        held: false,
        routes: ["<sip:a;lr>"],
        none: null,
        deep: { n: 1.5 },
      };
      expect(await store.all()).toEqual([]);
      const others = (["registration", "ringing"] as const).map((kind): Kept => ({ ...leg("a"), kind }));
      expect(await store.write([leg("a", state), ...others, leg("b")], [], 1)).toBe(true);
      expect(await kept()).toEqual(["leg a", "leg b", "registration a", "ringing a"]);
      expect((await store.all()).find(({ kind, key }) => kind === "leg" && key === "a")?.state).toEqual(state);
      await store.write(
        [leg("b", { twice: true })],
        [
          { kind: "leg", key: "a" },
          { kind: "ringing", key: "a" },
          { kind: "leg", key: "never" },
        ],
        1,
      );
      expect(await kept()).toEqual(["leg b", "registration a"]);
      expect((await store.all()).find(({ key }) => key === "b")?.state).toEqual({ twice: true });
    });

    test("an epoch that is over writes and removes nothing, and never comes back", async () => {
      expect(await store.epoch()).toBe(0);
      expect(await store.fence(3)).toBe(true);
      expect(await store.write([leg("a", { by: 3 })], [], 3)).toBe(true);
      expect(await store.fence(4)).toBe(true);
      expect(await store.epoch()).toBe(4);
      expect(await store.write([leg("a", { by: 3 }), leg("b")], [], 3)).toBe(false);
      expect(await store.write([], [{ kind: "leg", key: "a" }], 3)).toBe(false);
      expect(await kept()).toEqual(["leg a"]);
      expect(await store.fence(3)).toBe(false);
      expect(await store.fence(4)).toBe(true);
      expect(await store.epoch()).toBe(4);
      expect(await store.write([], [{ kind: "leg", key: "a" }], 4)).toBe(true);
      expect(await kept()).toEqual([]);
    });

    test("of writes that cross a fence those that went through are seen after it, and no others", async () => {
      await store.fence(1);
      const writes = Array.from({ length: 20 }, (_, n) => store.write([leg(String(n))], [], 1));
      const fenced = store.fence(2).then(() => kept());
      const through = (await Promise.all(writes)).flatMap((went, n) => (went ? [`leg ${n}`] : []));
      expect(await fenced).toEqual(through.sort());
      expect(await kept()).toEqual(through);
    });
  });
}
